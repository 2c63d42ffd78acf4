import { setNewest } from '@parley/domain';

export interface TokenBucketOptions {
  /** Refill rate, in tokens per second. */
  readonly perSecond: number;
  /** Capacity of a bucket, in tokens. */
  readonly burst: number;
}

/** Keys come from requests, so that their number must be bounded. A forgotten bucket is full again. */
const MAX_BUCKETS = 10_000;

/** A token bucket per key, in the memory of this process. */
export function createTokenBuckets(
  { perSecond, burst }: TokenBucketOptions,
  nowMs: () => number = () => performance.now(),
) {
  // In the order of their last use.
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>();

  function getTokens(key: string, now: number): number {
    const bucket = buckets.get(key);
    if (!bucket) return burst;
    return Math.min(burst, bucket.tokens + ((now - bucket.at) * perSecond) / 1_000);
  }

  const store = (key: string, tokens: number, at: number) =>
    setNewest(buckets, key, { tokens, at }, MAX_BUCKETS);

  function wait(key: string, cost = 1, now = nowMs()): number {
    const missing = Math.min(cost, burst) - getTokens(key, now);
    return missing > 0 ? Math.ceil(missing / perSecond) : 0;
  }

  return {
    /** As `take`, without taking any. */
    wait: (key: string, cost?: number): number => wait(key, cost),
    /**
     * Takes a token, or `cost` tokens. A cost above the capacity takes all of them.
     * @returns 0, or the seconds until there are enough
     */
    take(key: string, cost = 1): number {
      const now = nowMs();
      const seconds = wait(key, cost, now);
      if (seconds === 0) store(key, getTokens(key, now) - Math.min(cost, burst), now);
      return seconds;
    },
    /** Returns a token that was taken. */
    refund(key: string): void {
      const now = nowMs();
      store(key, Math.min(burst, getTokens(key, now) + 1), now);
    },
  };
}
