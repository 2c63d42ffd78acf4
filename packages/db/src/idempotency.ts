import { DomainError } from '@parley/domain';
import type { Connection } from './client.ts';
import { isLockTimeout } from './errors.ts';
import { asJson } from './json.ts';
import type { JsonObject, Scope } from './records.ts';

/** Which write a key belongs to. */
export interface IdempotencyScope {
  readonly method: string;
  /** With its parameters filled in. */
  readonly path: string;
  readonly key: string;
}

export interface IdempotencyRecord {
  readonly fingerprint: string;
  readonly outcome: JsonObject | null;
}

/** What was answered to the writes of one merchant in one mode. */
export function idempotencyRepository(db: Connection, scope: Scope) {
  return {
    /**
     * Takes the key for this transaction. A concurrent transaction that holds it is waited for.
     * @throws DomainError idempotency_in_flight when it takes longer than the lock time-out
     * @returns null when it is ours now, else what the first one left
     */
    async claim(name: IdempotencyScope, fingerprint: string): Promise<IdempotencyRecord | null> {
      const { merchantId, mode } = scope;
      const taken = await db.$queryRaw<unknown[]>`
        INSERT INTO idempotency_record (merchant_id, mode, method, path, key, fingerprint)
        VALUES (${merchantId}, ${mode}, ${name.method}, ${name.path}, ${name.key}, ${fingerprint})
        ON CONFLICT DO NOTHING RETURNING 1`.catch((error: unknown) => {
        throw isLockTimeout(error)
          ? new DomainError('idempotency_in_flight', undefined, { retryAfterSeconds: 1 })
          : error;
      });
      if (taken.length === 1) return null;
      const first = await db.idempotencyRecord.findUniqueOrThrow({
        where: { merchantId_mode_method_path_key: { ...scope, ...name } },
      });
      return { fingerprint: first.fingerprint, outcome: first.outcome as JsonObject | null };
    },

    /** Whether the key was used before, and what it led to is kept. */
    async exists(name: IdempotencyScope): Promise<boolean> {
      const count = await db.idempotencyRecord.count({ where: { ...scope, ...name } });
      return count > 0;
    },

    async saveOutcome(name: IdempotencyScope, outcome: JsonObject): Promise<void> {
      await db.idempotencyRecord.update({
        where: { merchantId_mode_method_path_key: { ...scope, ...name } },
        data: { outcome: asJson(outcome) },
      });
    },
  };
}
