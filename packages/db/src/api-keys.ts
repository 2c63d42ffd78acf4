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

/**
 * Finds a key by its hash; null when it is unknown, revoked or expired. The same statement updates
 * `last_used_at`, at most once a minute.
 */
export async function findLiveApiKey(
  db: Connection,
  keyHash: string,
): Promise<ApiKeyRecord | null> {
  const rows = await db.$queryRaw<ApiKeyRecord[]>`
    WITH used AS (
      UPDATE api_key SET last_used_at = now()
      WHERE key_hash = ${keyHash} AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > now())
        AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute'))
    SELECT merchant_id AS "merchantId", id, mode, kind, name, key_hash AS "keyHash",
      last_four AS "lastFour", public_value AS "publicValue", scopes, expires_at AS "expiresAt"
    FROM api_key
    WHERE key_hash = ${keyHash} AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > now())`;
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
