import type { ApiKeyId } from '@parley/domain';
import type { Connection } from './client.ts';
import type { Scope } from './records.ts';

export type ApiKeyKind = 'secret' | 'publishable';

export interface ApiKeyRecord extends Scope {
  readonly id: ApiKeyId;
  readonly kind: ApiKeyKind;
  readonly name: string;
  /** SHA-256 of the key, lowercase hex. */
  readonly keyHash: string;
  readonly lastFour: string;
  /** The key itself for publishable keys; null for secret keys. */
  readonly publicValue: string | null;
  /** An empty list allows every operation. */
  readonly scopes: string[];
  readonly expiresAt: Date | null;
}

/** A key that may be used, with what a request needs of it. */
export interface LiveApiKey extends Scope, Pick<ApiKeyRecord, 'id' | 'kind' | 'scopes'> {
  /** Milliseconds until the key expires; null if it does not. */
  readonly expiresInMs: number | null;
}

/**
 * Finds a key by its hash; null when it is unknown, revoked or expired. The same statement updates
 * `last_used_at`, at most once a minute.
 */
export async function findLiveApiKey(db: Connection, keyHash: string): Promise<LiveApiKey | null> {
  const rows = await db.$queryRaw<LiveApiKey[]>`
    WITH clock AS MATERIALIZED (SELECT now() AS now),
    used AS (
      UPDATE api_key SET last_used_at = now()
      WHERE key_hash = ${keyHash} AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > now())
        AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute'))
    SELECT k.merchant_id AS "merchantId", k.id, k.mode, k.kind, k.scopes,
      1000 * EXTRACT(epoch FROM k.expires_at - clock.now)::float8 AS "expiresInMs"
    FROM api_key k CROSS JOIN clock
    WHERE k.key_hash = ${keyHash} AND k.revoked_at IS NULL
      AND (k.expires_at IS NULL OR k.expires_at > clock.now)`;
  return rows[0] ?? null;
}

/** The API keys of one merchant in one mode. */
export function apiKeyRepository(db: Connection, scope: Scope) {
  return {
    async insert(record: Omit<ApiKeyRecord, keyof Scope>): Promise<void> {
      await db.apiKey.create({ data: { ...record, ...scope } });
    },

    /** The oldest valid publishable key; null when there is none. */
    async findPublishable(): Promise<string | null> {
      const rows = await db.$queryRaw<{ publicValue: string }[]>`
        SELECT public_value AS "publicValue" FROM api_key
        WHERE merchant_id = ${scope.merchantId} AND mode = ${scope.mode}
          AND kind = 'publishable' AND revoked_at IS NULL
          AND (expires_at IS NULL OR expires_at > now())
        ORDER BY id LIMIT 1`;
      return rows[0]?.publicValue ?? null;
    },
  };
}
