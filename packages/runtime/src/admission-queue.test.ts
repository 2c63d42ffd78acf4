import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdmissionQueue } from './admission-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const SERVICE_MS = 50;
const SLOTS = 10;
/** Requests per second that the slots can serve. */
const CAPACITY = (SLOTS * 1_000) / SERVICE_MS;

interface Outcome {
  readonly arrivedMs: number;
  /** Milliseconds until the request started, or until it was refused. */
  readonly waitedMs: number;
  readonly admitted: boolean;
}

/** Sends requests at a fixed rate, each of which occupies a slot for `SERVICE_MS`. */
async function simulate(requests: { perSecond: number; seconds: number }[]): Promise<Outcome[]> {
  const queue = createAdmissionQueue({ slots: SLOTS, maxWaitMs: 500 });
  const outcomes: Outcome[] = [];
  const request = async () => {
    const arrivedMs = performance.now();
    const admitted = await queue.acquire();
    outcomes.push({ arrivedMs, waitedMs: performance.now() - arrivedMs, admitted });
    if (admitted) setTimeout(queue.release, SERVICE_MS);
  };
  const start = performance.now();
  for (const { perSecond, seconds } of requests) {
    for (let sent = 0; sent < perSecond * seconds; sent++) {
      void request();
      await vi.advanceTimersByTimeAsync(1_000 / perSecond);
    }
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(queue.usage()).toEqual({ running: 0, waiting: 0 });
  return outcomes.map((one) => ({ ...one, arrivedMs: one.arrivedMs - start }));
}

const admittedOf = (outcomes: readonly Outcome[]) => outcomes.filter(({ admitted }) => admitted);
const longestWait = (outcomes: readonly Outcome[]) =>
  Math.max(...outcomes.map(({ waitedMs }) => waitedMs));

describe('an admission queue', () => {
  it('admits everything at nine tenths of the capacity', async () => {
    const outcomes = await simulate([{ perSecond: CAPACITY * 0.9, seconds: 5 }]);
    expect(admittedOf(outcomes)).toHaveLength(outcomes.length);
  });

  it('admits a burst that the slots can serve within the longest wait', async () => {
    const outcomes = await simulate([{ perSecond: CAPACITY * 80, seconds: 1 / 160 }]);
    expect(outcomes).toHaveLength(CAPACITY / 2);
    expect(admittedOf(outcomes)).toHaveLength(outcomes.length);
    expect(longestWait(outcomes)).toBeGreaterThan(400);
  });

  it('serves as many requests at four times the capacity as at the capacity, after short waits', async () => {
    const outcomes = await simulate([{ perSecond: CAPACITY * 4, seconds: 5 }]);
    const admitted = admittedOf(outcomes);
    expect(admitted.length).toBeGreaterThanOrEqual(CAPACITY * 5);
    expect(longestWait(admitted)).toBeLessThan(500);
    // Once the overload is noticed, a request waits for the requests in the slots at most.
    const steady = outcomes.filter(({ arrivedMs }) => arrivedMs > 1_500);
    expect(longestWait(admittedOf(steady))).toBeLessThanOrEqual(2 * SERVICE_MS);
    // All others are refused on arrival.
    expect(longestWait(steady.filter(({ admitted }) => !admitted))).toBe(0);
  });

  it('admits every request again after an overload', async () => {
    const outcomes = await simulate([
      { perSecond: CAPACITY * 4, seconds: 3 },
      { perSecond: CAPACITY / 2, seconds: 2 },
    ]);
    const after = outcomes.filter(({ arrivedMs }) => arrivedMs > 3_500);
    expect(after.length).toBeGreaterThan(100);
    expect(admittedOf(after)).toHaveLength(after.length);
  });

  it('refuses requests after the longest wait while no slot becomes free', async () => {
    const queue = createAdmissionQueue({ slots: 1, maxWaitMs: 500 });
    expect(await queue.acquire()).toBe(true);
    const settled: [number, boolean][] = [];
    const start = performance.now();
    for (let sent = 0; sent < 20; sent++) {
      void queue.acquire().then((admitted) => {
        settled.push([performance.now() - start, admitted]);
      });
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(settled.slice(0, 2)).toEqual([
      [500, false],
      [550, false],
    ]);
    await vi.advanceTimersByTimeAsync(500);
    expect(settled).toHaveLength(20);
    queue.release();
    expect(await queue.acquire()).toBe(true);
  });
});
