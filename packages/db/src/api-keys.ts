import type { ApiKeyId } from '@parley/domain';
import type pg from 'pg';
import type { Connection } from './client.ts';
import { translateErrors } from './errors.ts';
import type { Scope } from './records.ts';
import { shareReads } from './shared-reads.ts';

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

/** Milliseconds between two writes of the uses of keys, by one process. */
const RECORD_USES_MS = 60_000;

/**
 * Returns a function that finds a key by its hash; null when it is unknown, revoked or expired. It adds a
 * use to `uses`, unless one was recorded in the last minute.
 */
export const findLiveApiKey =
  (db: Connection, uses: Pick<KeyUses, 'add'>) =>
  async (keyHash: string): Promise<LiveApiKey | null> => {
    const [row] = await db.$queryRaw<(LiveApiKey & { usedAt: string; isUseRecorded: boolean })[]>`
      WITH clock AS MATERIALIZED (SELECT now() AS now)
      SELECT k.merchant_id AS "merchantId", k.id, k.mode, k.kind, k.scopes,
        1000 * EXTRACT(epoch FROM k.expires_at - clock.now)::float8 AS "expiresInMs",
        clock.now::text AS "usedAt",
        COALESCE(k.last_used_at > clock.now - interval '1 minute', false) AS "isUseRecorded"
      FROM api_key k CROSS JOIN clock
      WHERE k.key_hash = ${keyHash} AND k.revoked_at IS NULL
        AND (k.expires_at IS NULL OR k.expires_at > clock.now)`;
    if (!row) return null;
    const { usedAt, isUseRecorded, ...key } = row;
    if (!isUseRecorded) uses.add(keyHash, usedAt);
    return key;
  };

/** Uses of keys that are not recorded yet. */
export interface KeyUses {
  /**
   * Adds a use, which is recorded within a minute.
   * @param usedAt by the database clock, as PostgreSQL writes it
   */
  add(keyHash: string, usedAt: string): void;
  /** Records the uses so far. Uses that the database does not accept are lost; the next one is recorded. */
  flush(): Promise<void>;
}

/**
 * Records when keys were used, in one statement a minute for all keys: every node of a sharded database has
 * the keys, and a write locks them on all nodes.
 */
export function openKeyUses(db: Connection): KeyUses {
  const lastUses = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const [keyHashes, times] = [[...lastUses.keys()], [...lastUses.values()]];
    lastUses.clear();
    if (keyHashes.length === 0) return;
    // No join with the given rows: a sharded database may refuse it for a table that every node has.
    await db.$executeRaw`
      UPDATE api_key
      SET last_used_at = GREATEST(last_used_at,
        (${times}::timestamptz[])[array_position(${keyHashes}::text[], key_hash)])
      WHERE key_hash = ANY(${keyHashes}::text[])`.catch(() => {});
  }

  return {
    add(keyHash, usedAt) {
      lastUses.set(keyHash, usedAt);
      timer ??= setTimeout(() => void flush(), RECORD_USES_MS).unref();
    },
    flush,
  };
}

/** Who holds a key. */
export type KeyHolder = Pick<ApiKeyRecord, 'merchantId' | 'mode' | 'kind'>;

/** Keys beyond this number are refused rather than looked up: anyone can make up keys. */
const MAX_WAITING_KEYS = 1_000;

/**
 * Returns a function that finds the holder of a key that may be used, by the hash of the key. Keys that
 * arrive during a statement share the next one, so that a flood of made-up keys takes one connection. The
 * function throws service_unavailable when too many keys wait.
 */
export function openKeyHolders(pool: pg.Pool): (keyHash: string) => Promise<KeyHolder | null> {
  const text = `
    SELECT key_hash AS "keyHash", merchant_id AS "merchantId", mode, kind FROM api_key
    WHERE key_hash = ANY($1) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;
  const find = shareReads<string, KeyHolder, object>(
    async (_, keyHashes) => {
      const { rows } = await translateErrors(() =>
        pool.query<KeyHolder & { keyHash: string }>({
          name: 'key_holders',
          text,
          values: [keyHashes],
        }),
      );
      return new Map(rows.map(({ keyHash, ...holder }) => [keyHash, holder]));
    },
    { maxRunning: 1, maxWaiting: MAX_WAITING_KEYS },
  );
  return (keyHash) => find({}, keyHash);
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
