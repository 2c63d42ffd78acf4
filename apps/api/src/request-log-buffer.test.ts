import type { NewApiRequest } from '@parley/db';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRequestLogBuffer, type LoggedRequest } from './request-log-buffer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const NOW = new Date('2026-11-22T12:00:00.000Z');

/** A buffer, and the batches that its database was given. */
function openBuffer(insert: (count: number) => Promise<number> = async (count) => count) {
  const batches: NewApiRequest[][] = [];
  const lines: string[] = [];
  const database = {
    now: async () => NOW,
    insertApiRequests: (requests: readonly NewApiRequest[]) => {
      batches.push([...requests]);
      return insert(requests.length);
    },
  };
  const logger = pino({}, { write: (line) => lines.push(line) });
  const buffer = createRequestLogBuffer(database, logger);
  const add = (count: number, change: Partial<LoggedRequest> = {}) => {
    for (let n = 0; n < count; n++) {
      buffer.add({
        id: `req_${n}`,
        merchantId: 'merch_1',
        startedAt: performance.now(),
        ...change,
      } as LoggedRequest);
    }
  };
  return { buffer, batches, lines, add };
}

it('stores requests together after a second, with their time by the database clock', async () => {
  const { batches, add } = openBuffer();
  add(2, { startedAt: performance.now() - 100 });
  await vi.advanceTimersByTimeAsync(999);
  expect(batches).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(batches).toMatchObject([[{ id: 'req_0' }, { id: 'req_1' }]]);
  // The requests began 1.1 seconds before they were stored.
  expect(batches[0]?.[0]?.createdAt).toEqual(new Date(NOW.getTime() - 1_100));
});

it('stores at once what fills a statement, one statement after the other', async () => {
  let store = () => {};
  const { batches, add } = openBuffer(
    (count) =>
      new Promise((resolve) => {
        store = () => resolve(count);
      }),
  );
  add(1_200);
  await vi.advanceTimersByTimeAsync(0);
  expect(batches.map(({ length }) => length)).toEqual([500]);
  store();
  await vi.advanceTimersByTimeAsync(0);
  store();
  await vi.advanceTimersByTimeAsync(0);
  expect(batches.map(({ length }) => length)).toEqual([500, 500, 200]);
});

it('continues after its timer found nothing to store', async () => {
  const { batches, add } = openBuffer();
  add(500);
  add(1);
  await vi.advanceTimersByTimeAsync(2_000);
  add(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(batches.map(({ length }) => length)).toEqual([500, 1, 1]);
});

it('is full for a merchant with its share of the requests or bodies, while the database does not respond', async () => {
  const never = () => new Promise<number>(() => {});
  const [busy, other] = [{ merchantId: 'merch_busy' }, { merchantId: 'merch_other' }] as const;
  const many = openBuffer(never);
  many.add(1_599, busy);
  await vi.advanceTimersByTimeAsync(0);
  expect(many.buffer.isFull('merch_busy', false)).toBe(false);
  many.add(1, busy);
  expect(many.buffer.isFull('merch_busy', false)).toBe(true);
  expect(many.buffer.isFull('merch_other', false)).toBe(false);
  many.add(6_400, other);
  expect(many.buffer.isFull('merch_new', false)).toBe(true);
  const large = openBuffer(never);
  large.add(319, { ...busy, responseBody: 'x'.repeat(10_000) });
  expect(large.buffer.isFull('merch_busy', false)).toBe(false);
  large.add(1, { ...busy, requestBody: 'x'.repeat(10_000) });
  expect(large.buffer.isFull('merch_busy', false)).toBe(true);
  expect(large.buffer.isFull('merch_other', false)).toBe(false);
});

it('keeps some requests of each merchant during an overload', async () => {
  const { buffer, add } = openBuffer();
  add(19, { merchantId: 'merch_busy' });
  expect(buffer.isFull('merch_busy', true)).toBe(false);
  add(1, { merchantId: 'merch_busy' });
  expect(buffer.isFull('merch_busy', true)).toBe(true);
  expect(buffer.isFull('merch_other', true)).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(buffer.isFull('merch_busy', true)).toBe(false);
});

it('stores at once what has many characters', async () => {
  const { batches, add } = openBuffer();
  add(1, { responseBody: 'x'.repeat(999_999) });
  await vi.advanceTimersByTimeAsync(0);
  expect(batches).toHaveLength(0);
  add(1, { requestBody: 'x' });
  await vi.advanceTimersByTimeAsync(0);
  expect(batches).toMatchObject([{ length: 2 }]);
});

it('does not repeat failures during a shutdown', async () => {
  const { buffer, batches, add } = openBuffer(async () => 0);
  add(1_200);
  await buffer.close();
  expect(batches).toHaveLength(1);
  expect(buffer.dropped()).toBe(1_200);
});

it('counts what was not stored and logs one line in ten seconds, and continues', async () => {
  let results = [() => Promise.reject(new Error('away')), async () => 1];
  const { buffer, batches, lines, add } = openBuffer(async (count) => {
    const [next = async () => count, ...rest] = results;
    results = rest;
    return next();
  });
  add(2);
  await vi.advanceTimersByTimeAsync(1_000);
  add(3);
  buffer.drop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(batches.map(({ length }) => length)).toEqual([2, 3]);
  expect(buffer.dropped()).toBe(5);
  expect(lines).toEqual([]);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'requests missing in the request log', dropped: 5, err: { message: 'away' } },
  ]);
  add(1);
  await buffer.close();
  expect(batches).toHaveLength(3);
  expect([buffer.dropped(), lines.length]).toEqual([5, 1]);
});
