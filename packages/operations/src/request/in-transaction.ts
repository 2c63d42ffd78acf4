import type { Transaction } from '@parley/db';
import { DomainError, type ErrorCode, errorTable } from '@parley/domain';
import type { Caller, Idempotency } from './caller.ts';
import type { Deps } from './deps.ts';

type Outcome<T> = { output: T } | { error: { code: ErrorCode; message: string } };

/**
 * Runs `work` in one transaction. With an idempotency key, `work` runs at most once: its outcome is
 * stored in the same transaction, and a repeated request gets the stored outcome. Refusals are
 * stored too, except those of an invalid request and those that a retry may resolve. Internal
 * errors are never stored.
 * @param refresh updates the parts of a stored response that must be current
 * @throws DomainError idempotency_key_reused, idempotency_in_flight, and whatever `work` throws
 */
export async function inTransaction<T>(
  deps: Deps,
  caller: Caller,
  work: (tx: Transaction) => Promise<T>,
  refresh: (stored: T, tx: Transaction) => Promise<T> = async (stored) => stored,
): Promise<T> {
  const { idempotency } = caller;
  if (!idempotency) return deps.database.transaction(caller, work);
  const outcome = await deps.database.transaction(caller, (tx) =>
    once(tx, idempotency, work, refresh),
  );
  if ('error' in outcome) throw new DomainError(outcome.error.code, outcome.error.message);
  return outcome.output;
}

/**
 * Whether the request has a stored response that `inTransaction` will replay. Then a provider call
 * before it can be skipped, so that an outage of the provider does not prevent the replay.
 */
export async function hasStoredResponse(deps: Deps, caller: Caller): Promise<boolean> {
  if (!caller.idempotency) return false;
  const { method, path, key } = caller.idempotency;
  return deps.database.forScope(caller).idempotency.exists({ method, path, key });
}

async function once<T>(
  tx: Transaction,
  idempotency: Idempotency,
  work: (tx: Transaction) => Promise<T>,
  refresh: (stored: T, tx: Transaction) => Promise<T>,
): Promise<Outcome<T>> {
  const { method, path, key, fingerprint } = idempotency;
  const name = { method, path, key };
  const first = await tx.idempotency.claim(name, fingerprint);
  if (first) {
    if (first.fingerprint !== fingerprint) throw new DomainError('idempotency_key_reused');
    const stored = first.outcome as Outcome<T> | null;
    if (!stored)
      throw new DomainError('idempotency_in_flight', undefined, { retryAfterSeconds: 1 });
    idempotency.onReplay();
    return 'output' in stored ? { output: await refresh(stored.output, tx) } : stored;
  }
  const outcome = await tx
    .savepoint(async () => ({ output: await work(tx) }))
    .catch((error: unknown): Outcome<T> => {
      if (!(error instanceof DomainError) || !isStored(error.code)) throw error;
      return { error: { code: error.code, message: error.message } };
    });
  await tx.idempotency.saveOutcome(name, outcome);
  return outcome;
}

/** A response that asks for a retry must not be replayed to that retry. */
function isStored(code: ErrorCode): boolean {
  const { status, retryable } = errorTable[code];
  return status > 400 && status < 500 && !retryable;
}
