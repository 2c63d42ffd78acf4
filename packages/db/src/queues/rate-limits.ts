import type { Connection } from '../sql/client.ts';
import { onAllShards, type Shards } from '../sql/shards.ts';
import { sql } from '../sql/sql.ts';

/** A token bucket limit. */
export interface RateLimit {
  /** Refill rate, in requests per second. */
  readonly perSecond: number;
  /** Bucket capacity, in requests. */
  readonly burst: number;
}

/** Requests that were allowed locally and have not been counted in the database yet. */
export interface RateLimitConsumption {
  /** SHA-256 of the API key, lowercase hex. */
  readonly keyHash: string;
  /** Bucket id, 64 hex characters. */
  readonly bucket: string;
  readonly consumed: number;
}

/** The token buckets that all processes share. */
export function rateLimits(db: Connection, shards: Shards) {
  return {
    /**
     * Removes consumed tokens from the shared buckets, which refill by the database clock: in one statement,
     * and on Citus in one for each node, because requests wait for them.
     * @returns the tokens left per bucket, negative where too many requests were allowed; unknown keys
     *   have no bucket and are omitted, as are the buckets of a node that fails
     * @throws the first error, if every node failed
     */
    async consume(
      limit: RateLimit,
      consumptions: readonly RateLimitConsumption[],
    ): Promise<ReadonlyMap<string, number>> {
      if (!shards.isCitus()) return new Map(await consume(db, limit, consumptions));
      const groups = await groupByNode(db, consumptions);
      const results = await Promise.allSettled(
        groups.map(async ([node, group]) => {
          try {
            return await consume(db, limit, group);
          } catch (error) {
            shards.reportFailure({ operation: 'consume_rate_limits', node, error });
            throw error;
          }
        }),
      );
      const consumed = results.filter((result) => result.status === 'fulfilled');
      const [failure] = results.filter((result) => result.status === 'rejected');
      if (consumed.length === 0 && failure) throw failure.reason;
      return new Map(consumed.flatMap(({ value }) => value));
    },

    /** Deletes buckets that have not been used for `idleSeconds`. */
    deleteIdle: (idleSeconds: number): Promise<void> =>
      onAllShards(
        shards,
        'delete_idle_rate_limits',
        (ofShard) => db.$executeRaw`
          DELETE FROM rate_limit
          WHERE filled_at < now() - make_interval(secs => ${idleSeconds}) ${ofShard()}`,
      ),
  };
}

/** Consumptions of known keys by the node with their buckets, as host and port. */
async function groupByNode(
  db: Connection,
  consumptions: readonly RateLimitConsumption[],
): Promise<[node: string, consumptions: RateLimitConsumption[]][]> {
  const rows = await db.$queryRaw<{ keyHash: string; node: string }[]>`
    SELECT k.key_hash AS "keyHash", n.nodename || ':' || n.nodeport AS node FROM api_key k
    JOIN pg_dist_placement p
      ON p.shardid = get_shard_id_for_distribution_column('rate_limit', k.merchant_id)
    JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
    WHERE k.key_hash = ANY(${consumptions.map(({ keyHash }) => keyHash)}::text[])`;
  const nodes = new Map(rows.map(({ keyHash, node }) => [keyHash, node]));
  const known = consumptions.flatMap((consumption) => {
    const node = nodes.get(consumption.keyHash);
    return node === undefined ? [] : [{ node, consumption }];
  });
  return [...Map.groupBy(known, ({ node }) => node)].map(([node, ofNode]) => [
    node,
    ofNode.map(({ consumption }) => consumption),
  ]);
}

async function consume(
  db: Connection,
  { perSecond, burst }: RateLimit,
  consumptions: readonly RateLimitConsumption[],
): Promise<[bucket: string, tokens: number][]> {
  // As text: Citus sends the last clause to shards without the parameters of the statement.
  const [capacity, rate] = [burst, perSecond].map((value) => sql.raw(`${value}::float8`));
  const rows = await db.$queryRaw<{ bucket: string; tokens: number }[]>`
    INSERT INTO rate_limit AS r (merchant_id, bucket, tokens, filled_at)
    SELECT k.merchant_id, s.bucket, ${capacity} - s.consumed, now()
    FROM unnest(
      ${consumptions.map(({ keyHash }) => keyHash)}::text[],
      ${consumptions.map(({ bucket }) => bucket)}::text[],
      ${consumptions.map(({ consumed }) => consumed)}::float8[]
    ) AS s (key_hash, bucket, consumed)
    JOIN api_key k ON k.key_hash = s.key_hash
    ORDER BY k.merchant_id, s.bucket
    ON CONFLICT (merchant_id, bucket) DO UPDATE SET
      tokens = LEAST(
        ${capacity},
        r.tokens + ${rate}
          * GREATEST(0, EXTRACT(epoch FROM excluded.filled_at - r.filled_at)::float8)
      ) - (${capacity} - excluded.tokens),
      filled_at = GREATEST(r.filled_at, excluded.filled_at)
    RETURNING bucket, tokens`;
  return rows.map(({ bucket, tokens }) => [bucket, tokens]);
}
