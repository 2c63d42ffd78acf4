import { hash } from 'node:crypto';
import type { Database, RateLimit, RateLimitConsumption } from '@parley/db';
import { DomainError, getNetwork } from '@parley/domain';
import { getHash, isWellFormedKey } from './api-key.ts';

/** Milliseconds between a request and its write to the database. */
const FLUSH_INTERVAL_MS = 200;
/** Milliseconds of the sustained rate that one process may allow before it reads the database. */
const LOCAL_BUDGET_MS = 100;
/** Milliseconds without a request after which a bucket is full again and can be dropped. */
const IDLE_MS = 60_000;
const IDLE_ROWS_SECONDS = 600;
/**
 * Anyone can make keys up, so the number of buckets must be bounded. Beyond it, the one whose last use is the longest
 * ago is forgotten, if everything of it is written.
 */
const MAX_BUCKETS = 10_000;
/** Milliseconds without database access after the database failed. */
const FAILURE_BACKOFF_MS = 1_000;

/** What a rate limit applies to: an API key, or an API key together with an address. */
interface RateLimitSubject {
  readonly key: string;
  /** An IP address, or another name that divides the requests of the key. */
  readonly address?: string;
}

/** Tokens that are consumed or given back, by one call of either function. */
export interface Reservation {
  confirm(): void;
  release(): void;
}

export interface RateLimiter {
  /**
   * Consumes `cost` tokens, or none. Rarely waits for the database: see docs/decisions/0020-rate-limits.md.
   * @throws DomainError rate_limited with the seconds to wait
   */
  consume(subject: RateLimitSubject, cost?: number): Promise<void>;
  /**
   * As `consume`, for a subject that may not exist: the tokens are written only if it does.
   * @throws DomainError rate_limited with the seconds to wait
   */
  reserve(subject: RateLimitSubject, cost?: number): Promise<Reservation>;
  /** Writes the consumption that is not in the database yet. */
  close(): Promise<void>;
}

interface Bucket {
  readonly keyHash: string;
  /** Tokens at `readAt`; negative if other processes consumed more than there was. */
  tokens: number;
  /** When `tokens` was read, by this process's monotonic clock, in milliseconds. */
  readAt: number;
  /** Tokens consumed since then that are not being written yet. */
  pending: number;
  /** Tokens consumed since then that are being written. */
  flushing: number;
  /** Tokens of reservations that are neither confirmed nor released. */
  reserved: number;
  usedAt: number;
}

/**
 * A token bucket per subject that all processes share. Each process allows requests within a local
 * budget and writes its consumption in the background, all subjects together. In any T
 * seconds at most burst + perSecond × T requests pass, plus one local budget per process. When the
 * database is unavailable, each process continues with its own count.
 */
export function createRateLimiter(
  database: Pick<Database, 'rateLimits'>,
  limit: RateLimit,
  nowMs: () => number = () => performance.now(),
): RateLimiter {
  const localBudget = Math.max(1, Math.ceil((limit.perSecond * LOCAL_BUDGET_MS) / 1_000));
  /** In the order of their last use. */
  const buckets = new Map<string, Bucket>();
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let databaseAvailableAt = 0;
  let deleteIdleAt = nowMs() + IDLE_MS;

  function getBucket(name: string, keyHash: string): Bucket {
    const existing = buckets.get(name);
    if (existing) {
      buckets.delete(name);
      buckets.set(name, existing);
      return existing;
    }
    const now = nowMs();
    const full = {
      keyHash,
      tokens: limit.burst,
      readAt: now,
      pending: 0,
      flushing: 0,
      reserved: 0,
      usedAt: now,
    };
    buckets.set(name, full);
    const [oldest] = buckets;
    if (buckets.size > MAX_BUCKETS && oldest && unwritten(oldest[1]) === 0)
      buckets.delete(oldest[0]);
    return full;
  }

  /** The tokens that are left by the last read of this process. */
  function remaining(bucket: Bucket): number {
    const refilled = ((nowMs() - bucket.readAt) * limit.perSecond) / 1_000;
    return Math.min(limit.burst, bucket.tokens + refilled) - unwritten(bucket);
  }

  /** Subtracts a consumption that could not be written from the local count. */
  function consumeLocally(bucket: Bucket, consumed: number): void {
    bucket.tokens = remaining(bucket) + unwritten(bucket) - consumed;
    bucket.readAt = nowMs();
  }

  async function writeConsumption(): Promise<void> {
    const consumptions: (RateLimitConsumption & { local: Bucket })[] = [];
    for (const [name, bucket] of buckets) {
      if (bucket.pending > 0) {
        bucket.flushing = bucket.pending;
        bucket.pending = 0;
        consumptions.push({
          bucket: name,
          keyHash: bucket.keyHash,
          consumed: bucket.flushing,
          local: bucket,
        });
      } else if (unwritten(bucket) === 0 && nowMs() - bucket.usedAt > IDLE_MS) buckets.delete(name);
    }
    if (consumptions.length === 0) return;
    let tokensByBucket: ReadonlyMap<string, number> = new Map();
    try {
      tokensByBucket = await database.rateLimits.consume(
        limit,
        consumptions.map(({ local: _, ...consumption }) => consumption),
      );
    } catch {
      databaseAvailableAt = nowMs() + FAILURE_BACKOFF_MS;
    }
    for (const { bucket: name, consumed, local } of consumptions) {
      const tokens = tokensByBucket.get(name);
      if (tokens === undefined) consumeLocally(local, consumed);
      else {
        local.tokens = tokens;
        local.readAt = nowMs();
      }
      local.flushing = 0;
    }
    if (nowMs() > deleteIdleAt) {
      deleteIdleAt = nowMs() + IDLE_MS;
      await database.rateLimits.deleteIdle(IDLE_ROWS_SECONDS).catch(() => {});
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running ??= writeConsumption().finally(() => {
      running = null;
      if ([...buckets.values()].some(({ pending }) => pending > 0)) scheduleFlush();
    });
    return running;
  }

  function scheduleFlush(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_INTERVAL_MS).unref();
  }

  /**
   * Takes tokens from a bucket. They count at once, so that parallel requests see them.
   * @returns null for a malformed key: authentication rejects it without the database
   */
  async function take(
    { key, address }: RateLimitSubject,
    cost: number,
    count: 'pending' | 'reserved',
  ): Promise<{ readonly name: string; readonly bucket: Bucket } | null> {
    if (!isWellFormedKey(key)) return null;
    const keyHash = getHash(key);
    const name = bucketName(keyHash, address);
    const bucket = getBucket(name, keyHash);
    bucket.usedAt = nowMs();
    for (;;) {
      const missing = cost - remaining(bucket);
      if (missing > 0) {
        throw new DomainError('rate_limited', undefined, {
          retryAfterSeconds: Math.max(1, Math.ceil(missing / limit.perSecond)),
        });
      }
      const overBudget = bucket.pending > 0 && unwritten(bucket) + cost > localBudget;
      if (!overBudget || nowMs() < databaseAvailableAt) break;
      await flush();
    }
    bucket[count] += cost;
    return { name, bucket };
  }

  return {
    async consume(subject, cost = 1) {
      if (await take(subject, cost, 'pending')) scheduleFlush();
    },
    async reserve(subject, cost = 1) {
      const taken = await take(subject, cost, 'reserved');
      if (taken === null) return { confirm() {}, release() {} };
      const { name, bucket } = taken;
      return {
        confirm() {
          bucket.reserved -= cost;
          bucket.pending += cost;
          scheduleFlush();
        },
        release() {
          bucket.reserved -= cost;
          const isFull = unwritten(bucket) === 0 && remaining(bucket) >= limit.burst;
          if (isFull && buckets.get(name) === bucket) buckets.delete(name);
        },
      };
    },
    async close() {
      await running;
      await flush();
      clearTimeout(timer);
    },
  };
}

const unwritten = ({ pending, flushing, reserved }: Bucket): number =>
  pending + flushing + reserved;

/** Addresses are personal data: only their hash with the key is stored. */
function bucketName(keyHash: string, address: string | undefined): string {
  if (address === undefined) return keyHash;
  return hash('sha256', `${keyHash} ${getNetwork(address)}`);
}
