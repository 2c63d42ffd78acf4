import type { Connection } from './client.ts';

/** How much a caller may ask: steadily, and at once after a pause. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** Requests that were let through and not yet counted in the database. */
export interface RateLimitConsumption {
  /** SHA-256 of the API key they came with, lowercase hex. */
  readonly keyHash: string;
  /** What is counted, 64 hex characters. */
  readonly bucket: string;
  readonly spent: number;
}

/**
 * Takes what was spent out of the buckets all processes share, filled by the database's clock.
 * @returns what is left in each, below zero where more was let through than there was; nothing for
 *   a key that is none of ours, which therefore leaves no row
 */
export async function consumeRateLimits(
  db: Connection,
  { perSecond, burst }: RateLimit,
  spends: readonly RateLimitConsumption[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.$queryRaw<{ bucket: string; tokens: number }[]>`
    INSERT INTO rate_limit AS r (merchant_id, bucket, tokens, filled_at)
    SELECT k.merchant_id, s.bucket, ${burst}::float8 - s.spent, now()
    FROM unnest(
      ${spends.map(({ keyHash }) => keyHash)}::text[],
      ${spends.map(({ bucket }) => bucket)}::text[],
      ${spends.map(({ spent }) => spent)}::float8[]
    ) AS s (key_hash, bucket, spent)
    JOIN api_key k ON k.key_hash = s.key_hash
    ORDER BY k.merchant_id, s.bucket
    ON CONFLICT (merchant_id, bucket) DO UPDATE SET
      tokens = LEAST(
        ${burst}::float8,
        r.tokens + ${perSecond}::float8 * GREATEST(0, EXTRACT(epoch FROM now() - r.filled_at)::float8)
      ) - (${burst}::float8 - excluded.tokens),
      filled_at = GREATEST(r.filled_at, now())
    RETURNING bucket, tokens`;
  return new Map(rows.map(({ bucket, tokens }) => [bucket, tokens]));
}

/** Forgets buckets that have long been full again. */
export async function deleteIdleRateLimits(db: Connection, idleSeconds: number): Promise<void> {
  await db.$executeRaw`
    DELETE FROM rate_limit WHERE filled_at < now() - make_interval(secs => ${idleSeconds})`;
}
