import type { ApiKeyId } from '@parley/domain';
import type { Connection } from './client.ts';
import type { Scope } from './records.ts';

export type ApiKeyKind = 'secret' | 'publishable';

export interface ApiKeyRecord extends Scope {
  readonly id: ApiKeyId;
  readonly kind: ApiKeyKind;
  readonly name: string;
  /** SHA-256 of the whole key, lowercase hex. */
  readonly keyHash: string;
  readonly lastFour: string;
  /** The whole key, where it is public by its nature. */
  readonly publicValue: string | null;
  /** Empty allows every operation. */
  readonly scopes: string[];
  readonly expiresAt: Date | null;
}

/** A key that may be used now, by its hash; null when there is none, or it has ended. */
export async function findLiveApiKey(
  db: Connection,
  keyHash: string,
): Promise<ApiKeyRecord | null> {
  const rows = await db.$queryRaw<ApiKeyRecord[]>`
    SELECT merchant_id AS "merchantId", id, mode, kind, name, key_hash AS "keyHash",
      last_four AS "lastFour", public_value AS "publicValue", scopes, expires_at AS "expiresAt"
    FROM api_key
    WHERE key_hash = ${keyHash} AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > now())`;
  return rows[0] ?? null;
}

/** The keys of one merchant in one mode. */
export function apiKeyRepository(db: Connection, scope: Scope) {
  return {
    async insert(record: Omit<ApiKeyRecord, keyof Scope>): Promise<void> {
      await db.apiKey.create({ data: { ...record, ...scope } });
    },

    /** The oldest publishable key that may be used now; null when there is none. */
    async findPublishable(): Promise<string | null> {
      const row = await db.apiKey.findFirst({
        where: {
          ...scope,
          kind: 'publishable',
          revokedAt: null,
          OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
        },
        orderBy: { id: 'asc' },
        select: { publicValue: true },
      });
      return row?.publicValue ?? null;
    },

    /** Remembers that a key was used, at most once a minute. */
    async touch(id: ApiKeyId): Promise<void> {
      await db.$executeRaw`
        UPDATE api_key SET last_used_at = now()
        WHERE merchant_id = ${scope.merchantId} AND id = ${id}
          AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;
    },
  };
}
