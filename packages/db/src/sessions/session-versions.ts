import type { MerchantId, ProxySessionId } from '@parley/domain';
import { forItemsOfEachShard, onShard, type Shards } from '../sql/shards.ts';
import type { QueryConnection } from '../sql/sql-connection.ts';

export interface SessionKey {
  readonly merchantId: MerchantId;
  readonly id: ProxySessionId;
}

/** What changes with every write to a session or its current attempt, and when the deadline passes. */
export interface SessionVersion {
  readonly id: ProxySessionId;
  readonly version: number;
  readonly attemptNumber: number;
  readonly attemptVersion: number;
  readonly deadlinePassed: boolean;
}

/**
 * Reads the versions of sessions of any merchants: one statement, or one for each shard. Sessions that do
 * not exist and those of a shard that fails are left out.
 */
export async function readSessionVersions(
  db: QueryConnection,
  shards: Shards,
  keys: readonly SessionKey[],
): Promise<SessionVersion[]> {
  const versions: SessionVersion[] = [];
  const getMerchant = ({ merchantId }: SessionKey) => merchantId;
  await forItemsOfEachShard(shards, 'session_versions', keys, getMerchant, async (some, group) => {
    const rows = await db.$queryRaw<SessionVersion[]>`
      SELECT s.id, s.version, COALESCE(a.attempt_number, 1) AS "attemptNumber",
        COALESCE(a.version, 1) AS "attemptVersion",
        s.expires_at <= statement_timestamp() AS "deadlinePassed"
      FROM unnest(${some.map(getMerchant)}::text[], ${some.map(({ id }) => id)}::text[])
        AS watched (merchant_id, id)
      JOIN proxy_session s ON s.merchant_id = watched.merchant_id AND s.id = watched.id
      LEFT JOIN acquisition_attempt a ON a.merchant_id = s.merchant_id AND a.id = s.attempt_id
        ${onShard(group, 'a.merchant_id')}
      WHERE true ${onShard(group, 's.merchant_id')}`;
    versions.push(...rows);
  });
  return versions;
}
