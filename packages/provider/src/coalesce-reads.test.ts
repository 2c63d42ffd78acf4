import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { coalesceReads } from './coalesce-reads.ts';
import type { Provider, ProviderRoot } from './port.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const object = { type: 'payment_intent', id: 'pi_1' };

/** A provider whose reads take 100 ms and return their number. */
function countReads() {
  let count = 0;
  const begun: number[] = [];
  const readRoot = vi.fn(async () => {
    const number = ++count;
    begun.push(performance.now());
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { id: String(number) } as ProviderRoot;
  });
  const closeRoot = vi.fn(async () => null as unknown as ProviderRoot);
  const provider = coalesceReads({ readRoot, closeRoot } as unknown as Provider);
  const read = async (id = 'pi_1') => (await provider.readRoot({ ...object, id }))?.id;
  return { provider, readRoot, closeRoot, read, begun };
}

it('a burst of reads of one object makes two requests, the second after the first one', async () => {
  const { read, readRoot } = countReads();
  const results = Array.from({ length: 78 }, () => read());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(new Set(await Promise.all(results.slice(1)))).toEqual(new Set(['2']));
  expect(await results[0]).toBe('1');
  expect(readRoot).toHaveBeenCalledTimes(2);
});

it('the result of a read is of a request that began after the call', async () => {
  const { read } = countReads();
  const first = read();
  await vi.advanceTimersByTimeAsync(50);
  const second = read();
  await vi.advanceTimersByTimeAsync(200);
  expect([await first, await second]).toEqual(['1', '2']);
});

it('at most three requests for one object begin in a second', async () => {
  const { read, begun } = countReads();
  for (let tenths = 0; tenths < 50; tenths++) {
    void read();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(begun.length).toBeGreaterThanOrEqual(3 * 4);
  for (const [index, at] of begun.slice(3).entries()) {
    expect(at - (begun[index] ?? 0)).toBeGreaterThanOrEqual(1_000);
  }
});

it('reads of different objects, and calls that change something, are not shared', async () => {
  const { provider, read, readRoot, closeRoot } = countReads();
  void read('pi_1');
  void read('pi_2');
  void provider.closeRoot({ id: 'pi_1' } as ProviderRoot);
  void provider.closeRoot({ id: 'pi_1' } as ProviderRoot);
  await vi.advanceTimersByTimeAsync(100);
  expect(readRoot).toHaveBeenCalledTimes(2);
  expect(closeRoot).toHaveBeenCalledTimes(2);
});

it('a failed read fails the calls that share it only', async () => {
  const { read, readRoot } = countReads();
  readRoot.mockRejectedValueOnce(new Error('outage'));
  const failed = read().catch((error: Error) => error.message);
  const next = read();
  await vi.advanceTimersByTimeAsync(200);
  expect([await failed, await next]).toEqual(['outage', '1']);
});
