import { createHash } from 'node:crypto';
import type { RateLimitConsumption } from '@parley/db';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { generateKey, getHash } from './api-key.ts';
import { createRateLimiter } from './rate-limiter.ts';

const [key, otherKey] = [generateKey('secret', 'test'), generateKey('secret', 'test')];
/** Never refills within a test; a process may allow one request before it reads the database. */
const slow = { perSecond: 0.001, burst: 20 };
/** A process may allow five requests before it reads the database. */
const fast = { perSecond: 50, burst: 20 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A limiter with a database that returns `tokens`, or fails while that is null. */
function start(limit: typeof slow) {
  const database = {
    /** What remains in each bucket that is written. */
    tokens: 100 as number | null,
    written: [] as RateLimitConsumption[][],
    deletedIdle: [] as number[],
    /** Resolves before a write does. */
    hold: Promise.resolve(),
  };
  const limiter = createRateLimiter(
    {
      rateLimits: {
        consume: async (_, consumptions) => {
          database.written.push([...consumptions]);
          await database.hold;
          const { tokens } = database;
          if (tokens === null) throw new Error('unavailable');
          return new Map(consumptions.map(({ bucket }) => [bucket, tokens]));
        },
        deleteIdle: async (seconds) => {
          database.deletedIdle.push(seconds);
        },
      },
    },
    limit,
    () => Date.now(),
  );
  const isAllowed = (of = key, cost = 1) =>
    limiter.consume({ key: of }, cost).then(
      () => true,
      () => false,
    );
  const countAllowed = async (tries: number) => {
    let allowed = 0;
    for (let i = 0; i < tries; i++) if (await isAllowed()) allowed++;
    return allowed;
  };
  return { database, limiter, isAllowed, countAllowed };
}

const createConsumption = (of: string, consumed: number) => ({
  bucket: getHash(of),
  keyHash: getHash(of),
  consumed,
});

describe('the consumption of requests', () => {
  it('is written for all keys together 200 ms after the first request', async () => {
    const { database, limiter } = start(fast);
    await limiter.consume({ key });
    await vi.advanceTimersByTimeAsync(100);
    await limiter.consume({ key }, 2);
    await limiter.consume({ key: otherKey });
    await vi.advanceTimersByTimeAsync(99);
    expect(database.written).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(database.written).toEqual([[createConsumption(key, 3), createConsumption(otherKey, 1)]]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(database.written).toHaveLength(1);
  });

  it('is written before the local budget would be exceeded', async () => {
    const { database, limiter } = start(fast);
    for (let i = 0; i < 5; i++) await limiter.consume({ key });
    expect(database.written).toEqual([]);
    await limiter.consume({ key });
    expect(database.written).toEqual([[createConsumption(key, 5)]]);
  });

  it('of a request that costs more than the local budget is written afterwards', async () => {
    const { database, limiter } = start(fast);
    await limiter.consume({ key }, 6);
    expect(database.written).toEqual([]);
    await limiter.close();
    expect(database.written).toEqual([[createConsumption(key, 6)]]);
  });

  it('that begins during a write is written by the next one', async () => {
    const { database, limiter } = start(fast);
    let release = () => {};
    database.hold = new Promise((resolve) => {
      release = resolve;
    });
    await limiter.consume({ key });
    await vi.advanceTimersByTimeAsync(200);
    await limiter.consume({ key }, 2);
    // The write takes longer than the time until the next one.
    await vi.advanceTimersByTimeAsync(300);
    release();
    await vi.advanceTimersByTimeAsync(200);
    expect(database.written).toEqual([[createConsumption(key, 1)], [createConsumption(key, 2)]]);
  });

  it('of one key that begins during a write does not need another key to be written', async () => {
    const { database, limiter } = start(fast);
    let release = () => {};
    database.hold = new Promise((resolve) => {
      release = resolve;
    });
    await limiter.consume({ key });
    await limiter.consume({ key: otherKey });
    await vi.advanceTimersByTimeAsync(200);
    await limiter.consume({ key }, 2);
    await vi.advanceTimersByTimeAsync(300);
    release();
    await vi.advanceTimersByTimeAsync(200);
    expect(database.written[1]).toEqual([createConsumption(key, 2)]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is written when the limiter is closed', async () => {
    const { database, limiter } = start(fast);
    await limiter.consume({ key });
    await limiter.close();
    expect(database.written).toEqual([[createConsumption(key, 1)]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('of an address is stored under a hash of the key and the network', async () => {
    const { database, limiter } = start(fast);
    await limiter.consume({ key, address: '2001:db8::1' });
    await limiter.close();
    const bucket = createHash('sha256')
      .update(`${getHash(key)} 2001:db8:0:0`)
      .digest('hex');
    expect(database.written).toEqual([[{ ...createConsumption(key, 1), bucket }]]);
  });

  it('that is reserved counts, and is written only if it is confirmed', async () => {
    const { database, limiter, isAllowed } = start(slow);
    const [kept, released] = [
      await limiter.reserve({ key }, 15),
      await limiter.reserve({ key }, 5),
    ];
    expect(await isAllowed()).toBe(false);
    released.release();
    expect(await isAllowed(key, 5)).toBe(true);
    kept.confirm();
    await limiter.close();
    expect(database.written.flat().map(({ consumed }) => consumed)).toEqual([20]);
  });

  it('of a malformed key is not counted', async () => {
    const { database, limiter, isAllowed } = start(slow);
    expect(await isAllowed('sk_test_nonsense', 1_000)).toBe(true);
    await limiter.close();
    expect(database.written).toEqual([]);
  });
});

describe('a bucket', () => {
  it('allows its burst, then returns the seconds until enough tokens are available', async () => {
    const { limiter, isAllowed } = start({ perSecond: 2, burst: 20 });
    expect(await isAllowed(key, 20)).toBe(true);
    const retry = (cost: number) => limiter.consume({ key }, cost).catch((error) => error);
    expect(await retry(1)).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
    expect(await retry(5)).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 3 });
  });

  it('refills at its rate, up to its burst', async () => {
    const { database, isAllowed } = start({ perSecond: 2, burst: 20 });
    await isAllowed(key, 20);
    database.tokens = 0;
    await vi.advanceTimersByTimeAsync(200);
    vi.setSystemTime(Date.now() + 499);
    expect(await isAllowed()).toBe(false);
    vi.setSystemTime(Date.now() + 1);
    expect(await isAllowed()).toBe(true);
    expect(await isAllowed()).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    vi.setSystemTime(Date.now() + 50_000);
    expect(await isAllowed(key, 21)).toBe(false);
    expect(await isAllowed(key, 20)).toBe(true);
  });

  it('has the tokens that the database returns, and refills from then on', async () => {
    const { database, limiter, isAllowed, countAllowed } = start({ perSecond: 1, burst: 20 });
    database.tokens = 3;
    await limiter.consume({ key });
    await vi.advanceTimersByTimeAsync(200);
    database.tokens = 0;
    expect(await isAllowed(key, 4)).toBe(false);
    expect(await countAllowed(3)).toBe(1);
    vi.setSystemTime(Date.now() + 2_000);
    expect(await isAllowed(key, 3)).toBe(false);
    expect(await isAllowed(key, 2)).toBe(true);
  });

  it('counts what is being written', async () => {
    const { database, limiter, isAllowed } = start(slow);
    database.hold = new Promise(() => {});
    await limiter.consume({ key }, 15);
    await vi.advanceTimersByTimeAsync(200);
    expect(database.written).toHaveLength(1);
    expect(await isAllowed(key, 6)).toBe(false);
    expect(await isAllowed(key, 5)).toBe(true);
    expect(await isAllowed(key, 1)).toBe(false);
  });

  it('is full again only after a minute without a request', async () => {
    const { database, isAllowed } = start(slow);
    database.tokens = 0;
    await isAllowed(key, 20);
    await vi.advanceTimersByTimeAsync(200);
    database.tokens = 100;
    const isFullAfter = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      await isAllowed(otherKey);
      await vi.advanceTimersByTimeAsync(200);
      return isAllowed(key, 20);
    };
    expect(await isFullAfter(59_600)).toBe(false);
    expect(await isFullAfter(60_000)).toBe(true);
  });
});

describe('while the database is unavailable', () => {
  it('a process counts on its own, and tries the database again after a second', async () => {
    const { database, limiter, countAllowed } = start(slow);
    database.tokens = null;
    expect(await countAllowed(30)).toBe(20);
    expect(database.written).toEqual([[createConsumption(key, 1)]]);
    await vi.advanceTimersByTimeAsync(200);
    expect(await countAllowed(1)).toBe(0);
    const before = database.written.length;
    vi.setSystemTime(Date.now() + 1_000);
    await limiter.consume({ key: otherKey });
    await limiter.consume({ key: otherKey });
    expect(database.written.slice(before)).toEqual([[createConsumption(otherKey, 1)]]);
  });
});

it('rows without a request for ten minutes are deleted, at most once a minute', async () => {
  const { database, limiter } = start(fast);
  const consumeAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await limiter.consume({ key });
    await vi.advanceTimersByTimeAsync(200);
  };
  await consumeAfter(0);
  await consumeAfter(59_600);
  expect(database.deletedIdle).toEqual([]);
  await consumeAfter(1_000);
  expect(database.deletedIdle).toEqual([600]);
  await consumeAfter(58_000);
  expect(database.deletedIdle).toEqual([600]);
  await consumeAfter(3_000);
  expect(database.deletedIdle).toEqual([600, 600]);
});
