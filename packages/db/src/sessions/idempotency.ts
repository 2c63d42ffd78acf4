import { DAY_MS, DomainError, retentionDays } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import { isLockTimeout } from '../sql/errors.ts';
import type { JsonObject, Scope } from '../sql/records.ts';
import { toPrismaJson } from '../sql/records.ts';

/** The request that an idempotency key belongs to. */
export interface IdempotencyScope {
  readonly method: string;
  /** The path with its parameters substituted. */
  readonly path: string;
  readonly key: string;
}

export interface IdempotencyRecord {
  readonly fingerprint: string;
  readonly outcome: JsonObject | null;
}

/** What a record says about its request, without the response. */
export interface IdempotencyOutcomeRecord extends Pick<IdempotencyScope, 'method' | 'path'> {
  /** Null if the request succeeded. */
  readonly errorCode: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const RETENTION_MS = retentionDays.idempotencyRecords * DAY_MS;

/** The idempotency records of one merchant in one mode. */
export function idempotencyRepository(db: Connection, scope: Scope) {
  return {
    /**
     * Claims the key for this transaction, waiting for a concurrent transaction that holds it.
     * @throws DomainError idempotency_in_flight when the wait exceeds the lock timeout
     * @returns null when this transaction now holds the key, otherwise the stored record
     */
    async claim(name: IdempotencyScope, fingerprint: string): Promise<IdempotencyRecord | null> {
      const { merchantId, mode } = scope;
      const inserted = await db.$queryRaw<unknown[]>`
        INSERT INTO idempotency_record (merchant_id, mode, method, path, key, fingerprint)
        VALUES (${merchantId}, ${mode}, ${name.method}, ${name.path}, ${name.key}, ${fingerprint})
        ON CONFLICT DO NOTHING RETURNING 1`.catch((error: unknown) => {
        throw isLockTimeout(error)
          ? new DomainError('idempotency_in_flight', undefined, { retryAfterSeconds: 1 })
          : error;
      });
      if (inserted.length === 1) return null;
      const first = await db.idempotencyRecord.findUniqueOrThrow({
        where: { merchantId_mode_method_path_key: { ...scope, ...name } },
      });
      return { fingerprint: first.fingerprint, outcome: first.outcome as JsonObject | null };
    },

    /** The committed record of the key; null when there is none. */
    async find({ method, path, key }: IdempotencyScope): Promise<IdempotencyRecord | null> {
      const name = { ...scope, method, path, key };
      const row = await db.idempotencyRecord.findUnique({
        where: { merchantId_mode_method_path_key: name },
        select: { fingerprint: true, outcome: true },
      });
      return row && { ...row, outcome: row.outcome as JsonObject | null };
    },

    /** The committed records of a key at some methods and paths. */
    async listByKey(
      key: string,
      targets: readonly Pick<IdempotencyScope, 'method' | 'path'>[],
    ): Promise<IdempotencyOutcomeRecord[]> {
      const { merchantId, mode } = scope;
      const rows = await db.$queryRaw<Omit<IdempotencyOutcomeRecord, 'expiresAt'>[]>`
        SELECT method, path, outcome->'error'->>'code' AS "errorCode", created_at AS "createdAt"
        FROM idempotency_record
        WHERE merchant_id = ${merchantId} AND mode = ${mode} AND key = ${key}
          AND (method, path) IN (SELECT t.method, t.path FROM unnest(
            ${targets.map(({ method }) => method)}::text[],
            ${targets.map(({ path }) => path)}::text[]) AS t (method, path))`;
      return rows.map((row) => ({
        ...row,
        expiresAt: new Date(row.createdAt.getTime() + RETENTION_MS),
      }));
    },

    async saveOutcome(name: IdempotencyScope, outcome: JsonObject): Promise<void> {
      await db.idempotencyRecord.update({
        where: { merchantId_mode_method_path_key: { ...scope, ...name } },
        data: { outcome: toPrismaJson(outcome) },
      });
    },
  };
}
