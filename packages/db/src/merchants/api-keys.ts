import { type ApiKeyId, type ApiKeyKind, isId } from '@parley/domain';
import { batchReads } from '../sql/batch-reads.ts';
import type { Connection } from '../sql/client.ts';
import { requireOneRow } from '../sql/errors.ts';
import { type ListPosition, listRows } from '../sql/list-rows.ts';
import { cacheLookups } from '../sql/lookup-cache.ts';
import type { ActorKind, Scope } from '../sql/records.ts';
import { sql } from '../sql/sql.ts';
import type { QueryConnection } from '../sql/sql-connection.ts';
import { type LatestValues, writeLatest } from '../sql/write-latest.ts';
import { type MerchantSettings, settingsColumns } from './merchant-settings.ts';

export interface ApiKeyRecord extends Scope {
  readonly id: ApiKeyId;
  readonly kind: ApiKeyKind;
  readonly name: string;
  /** SHA-256 of the key, lowercase hex. */
  readonly keyHash: string;
  readonly lastFour: string;
  /** The key itself for publishable keys; null for secret keys. */
  readonly publicValue: string | null;
  /** The selected scopes; an empty list means all but those that must be selected. */
  readonly scopes: string[];
  readonly expiresAt: Date | null;
}

type NewApiKey = Omit<ApiKeyRecord, keyof Scope> & {
  readonly createdByKind?: ActorKind;
  readonly createdById?: string | null;
  /** By the database clock; the application clock if omitted. */
  readonly createdAt?: Date;
};

/** A key as its merchant manages it. */
export interface ApiKeyDetails extends Omit<ApiKeyRecord, keyof Scope | 'keyHash'> {
  /** By the database clock. A key that was rolled is active until its overlap ends. */
  readonly status: 'active' | 'expired' | 'revoked';
  readonly revokedAt: Date | null;
  /** The successor of a key that was rolled. */
  readonly replacedById: ApiKeyId | null;
  readonly lastUsedAt: Date | null;
  /** Null for keys that were created before this was recorded. */
  readonly createdByKind: ActorKind | null;
  readonly createdById: string | null;
  readonly createdAt: Date;
}

type Changeable = Pick<ApiKeyDetails, 'name' | 'expiresAt' | 'revokedAt' | 'replacedById'>;

/** A key that may be used, with what a request needs of it. */
export interface LiveApiKey extends Scope, Pick<ApiKeyRecord, 'id' | 'kind' | 'scopes'> {
  /** Milliseconds until the key expires; null if it does not. */
  readonly expiresInMs: number | null;
  readonly isMerchantSuspended: boolean;
  /** The settings of the merchant, which need no statement of their own this way. */
  readonly settings: MerchantSettings;
}

/**
 * Returns a function that finds a key by its hash; null when it is unknown, revoked or expired. It adds a
 * use to `uses`, unless one was recorded in the last minute.
 */
export const findLiveApiKey =
  (db: QueryConnection, uses: Pick<KeyUses, 'add'>) =>
  async (keyHash: string): Promise<LiveApiKey | null> => {
    type Row = Omit<LiveApiKey, 'settings'> & { usedAt: string; isUseRecorded: boolean };
    const [row] = await db.$queryRaw<(Row & Record<string, unknown>)[]>`
      WITH clock AS MATERIALIZED (SELECT now() AS now)
      SELECT k.merchant_id AS "merchantId", k.id, k.mode, k.kind, k.scopes,
        1000 * EXTRACT(epoch FROM k.expires_at - clock.now)::float8 AS "expiresInMs",
        clock.now::text AS "usedAt",
        COALESCE(k.last_used_at > clock.now - interval '1 minute', false) AS "isUseRecorded",
        m.suspended_at IS NOT NULL AS "isMerchantSuspended", ${settingsColumns.list}
      FROM api_key k JOIN merchant m ON m.id = k.merchant_id CROSS JOIN clock
      WHERE k.key_hash = ${keyHash} AND k.revoked_at IS NULL
        AND (k.expires_at IS NULL OR k.expires_at > clock.now)`;
    if (!row) return null;
    const { merchantId, id, mode, kind, scopes, expiresInMs, isMerchantSuspended } = row;
    if (!row.isUseRecorded) uses.add(keyHash, row.usedAt);
    const settings = settingsColumns.read(row);
    return { merchantId, id, mode, kind, scopes, expiresInMs, isMerchantSuspended, settings };
  };

/** When keys were used last, by their hash and by the database clock as PostgreSQL writes it. */
type KeyUses = LatestValues<string, string>;

/** Records when keys were used. */
export const createKeyUses = (db: Connection, onFailure: (error: unknown) => void): KeyUses =>
  writeLatest(async (uses) => {
    const keyHashes = uses.map(([keyHash]) => keyHash);
    const times = uses.map(([, usedAt]) => usedAt);
    // No join with the given rows: a sharded database may refuse it for a table that every node has.
    await db.$executeRaw`
      UPDATE api_key
      SET last_used_at = GREATEST(last_used_at,
        (${times}::timestamptz[])[array_position(${keyHashes}::text[], key_hash)])
      WHERE key_hash = ANY(${keyHashes}::text[])`;
  }, onFailure);

/** Who holds a key. */
export type KeyHolder = Pick<ApiKeyRecord, 'merchantId' | 'mode' | 'kind'>;

/** Keys beyond this number are refused rather than looked up: anyone can make up keys. */
const MAX_WAITING_KEYS = 1_000;

/**
 * The API keys of all merchants.
 * @param frequent connections for frequent reads, so that no request waits for its key behind slow lists
 */
export function apiKeysByHash(
  db: Connection,
  frequent: QueryConnection,
  uses: Pick<KeyUses, 'add'>,
) {
  const findHolder = batchReads<string, KeyHolder, object>(
    async (_, keyHashes) => {
      const rows = await frequent.$queryRaw<(KeyHolder & { keyHash: string })[]>`
        SELECT key_hash AS "keyHash", merchant_id AS "merchantId", mode, kind FROM api_key
        WHERE key_hash = ANY(${keyHashes}) AND revoked_at IS NULL
          AND (expires_at IS NULL OR expires_at > now())`;
      return new Map(rows.map(({ keyHash, ...holder }) => [keyHash, holder]));
    },
    { maxRunning: 1, maxWaiting: MAX_WAITING_KEYS },
  );
  const live = cacheLookups(findLiveApiKey(frequent, uses), ({ expiresInMs }) => expiresInMs);
  return {
    /**
     * Finds a valid key by the SHA-256 of the key, in lowercase hex, at most once a second. A revoked key may
     * still be found for a second.
     */
    find: live.find,

    /**
     * Finds who holds a valid key, by the SHA-256 of the key. Keys that arrive during a statement share the
     * next one, so that a flood of made-up keys takes one connection.
     * @throws DomainError service_unavailable when too many keys wait
     */
    findHolder: (keyHash: string) => findHolder({}, keyHash),

    /** Finds any key by the SHA-256 of the key, also one that is revoked or expired. */
    async locate(keyHash: string) {
      const select = { merchantId: true, mode: true, id: true };
      const row = await db.apiKey.findUnique({ where: { keyHash }, select });
      return row as (Scope & Pick<ApiKeyRecord, 'id'>) | null;
    },
  };
}

const hasEnded = sql`
  (revoked_at IS NOT NULL OR (expires_at IS NOT NULL AND expires_at <= now()))`;

const details = sql`
  id, kind, name, last_four AS "lastFour", public_value AS "publicValue", scopes,
  expires_at AS "expiresAt", revoked_at AS "revokedAt", replaced_by_id AS "replacedById",
  last_used_at AS "lastUsedAt", created_by_kind AS "createdByKind", created_by_id AS "createdById",
  created_at AS "createdAt",
  CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN ${hasEnded} THEN 'expired' ELSE 'active' END
    AS status`;

/** The API keys of one merchant in one mode. */
export function apiKeyRepository(db: Connection, scope: Scope) {
  const { merchantId, mode } = scope;
  const inScope = sql`merchant_id = ${merchantId} AND mode = ${mode}`;

  async function find(id: string, lock = sql.empty): Promise<ApiKeyDetails | null> {
    if (!isId('key', id)) return null;
    const rows = await db.$queryRaw<ApiKeyDetails[]>`
      SELECT ${details} FROM api_key WHERE ${inScope} AND id = ${id} ${lock}`;
    return rows[0] ?? null;
  }

  return {
    find: (id: string) => find(id),
    /** Reads a key and locks it until the transaction ends. */
    lock: (id: string) => find(id, sql`FOR UPDATE`),

    /** Lists the active keys, or those that are revoked or expired, newest first. */
    async list(ended: boolean, limit: number, after?: ListPosition) {
      const index = [inScope, sql`${hasEnded} = ${ended}`];
      const list = { table: sql`api_key`, columns: details, index };
      return (await listRows<ApiKeyDetails>(db, list, { limit, after })).rows;
    },

    /** Whether a secret key is active. */
    async hasActiveSecret(): Promise<boolean> {
      const rows = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM api_key WHERE ${inScope} AND kind = 'secret' AND NOT ${hasEnded} LIMIT 1`;
      return rows.length > 0;
    },

    async insert(record: NewApiKey): Promise<void> {
      await db.apiKey.create({ data: { ...record, ...scope } });
    },

    async update(id: ApiKeyId, patch: Partial<Changeable>): Promise<void> {
      const { count } = await db.apiKey.updateMany({
        where: { merchantId, mode, id },
        data: patch,
      });
      requireOneRow(count, 'api_key');
    },

    /** The oldest valid publishable key; null when there is none. */
    async findPublishable(): Promise<string | null> {
      const rows = await db.$queryRaw<{ publicValue: string }[]>`
        SELECT public_value AS "publicValue" FROM api_key
        WHERE ${inScope} AND kind = 'publishable' AND NOT ${hasEnded}
        ORDER BY id LIMIT 1`;
      return rows[0]?.publicValue ?? null;
    },
  };
}
