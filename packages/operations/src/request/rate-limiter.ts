import { createHash } from 'node:crypto';
import type { Database, RateLimit, RateLimitConsumption } from '@parley/db';
import { DomainError } from '@parley/domain';
import { hashOf, isWellFormedKey } from './api-key.ts';

/** Milliseconds until what was let through on credit is counted in the database. */
const SETTLE_MS = 200;
/** Milliseconds of allowance one process may let through before it must ask what is left. */
const SLICE_MS = 100;
/** Milliseconds without a request after which a bucket is full again and need not be kept. */
const FORGET_MS = 60_000;
const FORGET_ROWS_S = 600;
/** Milliseconds in which a database that failed is not asked. */
const FAILURE_MS = 1_000;

/** Who asks: an API key, or one from one address. */
export interface RateLimited {
  readonly key: string;
  /** Where only what comes from this address counts. */
  readonly address?: string;
}

export interface RateLimiter {
  /**
   * Lets `cost` requests pass, or none. Rarely waits for the database: see the decision record.
   * @throws DomainError rate_limited with the seconds to wait
   */
  admit(who: RateLimited, cost?: number): Promise<void>;
  /** Counts what is still on credit. */
  close(): Promise<void>;
}

interface Bucket {
  readonly keyHash: string;
  /** What was left when it was last counted, below zero where others took more. */
  tokens: number;
  /** When that was, by this process's monotonic clock, in milliseconds. */
  countedAt: number;
  /** Let through since, not yet on the way to the database. */
  credit: number;
  /** On the way there. */
  settling: number;
  usedAt: number;
}

/**
 * A token bucket per caller that all processes share: each lets requests pass on credit, up to a
 * slice, and settles with the database in the background, all callers in one statement. In any T
 * seconds at most burst + perSecond × T pass, and one slice per process on top. Without the
 * database each process goes on by its own count.
 */
export function createRateLimiter(
  database: Pick<Database, 'consumeRateLimits' | 'deleteIdleRateLimits'>,
  limit: RateLimit,
  nowMs: () => number = () => performance.now(),
): RateLimiter {
  const slice = Math.max(1, Math.ceil((limit.perSecond * SLICE_MS) / 1_000));
  const buckets = new Map<string, Bucket>();
  let underWay: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let askAgainAt = 0;
  let forgetAt = nowMs() + FORGET_MS;

  function bucketOf(name: string, keyHash: string): Bucket {
    const found = buckets.get(name);
    if (found) return found;
    const now = nowMs();
    const fresh = {
      keyHash,
      tokens: limit.burst,
      countedAt: now,
      credit: 0,
      settling: 0,
      usedAt: now,
    };
    buckets.set(name, fresh);
    return fresh;
  }

  /** What is left, as far as this process knows. */
  function left(bucket: Bucket): number {
    const refilled = ((nowMs() - bucket.countedAt) * limit.perSecond) / 1_000;
    return Math.min(limit.burst, bucket.tokens + refilled) - bucket.credit - bucket.settling;
  }

  /** Takes what was spent out of this process's own count. */
  function countAlone(bucket: Bucket, spent: number): void {
    bucket.tokens = left(bucket) + bucket.credit + bucket.settling - spent;
    bucket.countedAt = nowMs();
  }

  async function settle(): Promise<void> {
    const spends: (RateLimitConsumption & { of: Bucket })[] = [];
    for (const [name, bucket] of buckets) {
      if (bucket.credit > 0) {
        bucket.settling = bucket.credit;
        bucket.credit = 0;
        spends.push({
          bucket: name,
          keyHash: bucket.keyHash,
          consumed: bucket.settling,
          of: bucket,
        });
      } else if (nowMs() - bucket.usedAt > FORGET_MS) buckets.delete(name);
    }
    if (spends.length === 0) return;
    let counted: ReadonlyMap<string, number> = new Map();
    try {
      counted = await database.consumeRateLimits(
        limit,
        spends.map(({ of: _, ...spend }) => spend),
      );
    } catch {
      askAgainAt = nowMs() + FAILURE_MS;
    }
    for (const { bucket: name, consumed, of } of spends) {
      const tokens = counted.get(name);
      if (tokens === undefined) countAlone(of, consumed);
      else {
        of.tokens = tokens;
        of.countedAt = nowMs();
      }
      of.settling = 0;
    }
    if (nowMs() > forgetAt) {
      forgetAt = nowMs() + FORGET_MS;
      await database.deleteIdleRateLimits(FORGET_ROWS_S).catch(() => {});
    }
  }

  function settleNow(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    underWay ??= settle().finally(() => {
      underWay = null;
      if ([...buckets.values()].some(({ credit }) => credit > 0)) settleSoon();
    });
    return underWay;
  }

  function settleSoon(): void {
    timer ??= setTimeout(() => void settleNow(), SETTLE_MS).unref();
  }

  return {
    async admit({ key, address }, cost = 1) {
      // One that is not well-formed is refused without the database; it needs no count.
      if (!isWellFormedKey(key)) return;
      const keyHash = hashOf(key);
      const name = address === undefined ? keyHash : bucketName(keyHash, address);
      const bucket = bucketOf(name, keyHash);
      bucket.usedAt = nowMs();
      for (;;) {
        const wanting = cost - left(bucket);
        if (wanting > 0) {
          throw new DomainError('rate_limited', undefined, {
            retryAfterSeconds: Math.max(1, Math.ceil(wanting / limit.perSecond)),
          });
        }
        const mustAsk = bucket.credit > 0 && bucket.credit + bucket.settling + cost > slice;
        if (!mustAsk || nowMs() < askAgainAt) break;
        await settleNow();
      }
      bucket.credit += cost;
      settleSoon();
    },
    async close() {
      await underWay;
      await settleNow();
      clearTimeout(timer);
    },
  };
}

/** An address is a person's: only its hash with the key is kept. IPv6 counts by its /64. */
function bucketName(keyHash: string, address: string): string {
  return createHash('sha256')
    .update(`${keyHash} ${networkOf(address)}`)
    .digest('hex');
}

function networkOf(address: string): string {
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1);
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}
