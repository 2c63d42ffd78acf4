import type { Transaction } from '@parley/db';
import { DomainError, type ErrorCode, errorTable } from '@parley/domain';
import type { Caller, Idempotency } from './caller.ts';
import type { Deps } from './deps.ts';

type Outcome<T> = { output: T } | { error: { code: ErrorCode; message: string } };

/**
 * All of `work` or none of it, and under an idempotency key at most once: what was answered first
 * is kept in the same transaction and answered again. Refusals are kept too, except those of a
 * request that was not valid (it may be mended and sent again) and failures on our side.
 * @param refresh what of a kept answer must be told as it stands now
 * @throws DomainError idempotency_key_reused, idempotency_in_flight, and whatever `work` throws
 */
export async function inTransaction<T>(
  deps: Deps,
  caller: Caller,
  work: (tx: Transaction) => Promise<T>,
  refresh: (kept: T, tx: Transaction) => Promise<T> = async (kept) => kept,
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
 * Whether `inTransaction` will answer from memory: then whatever would be asked of others before it
 * need not be asked again, and cannot stand in the way.
 */
export async function isAnswered(deps: Deps, caller: Caller): Promise<boolean> {
  if (!caller.idempotency) return false;
  const { method, path, key } = caller.idempotency;
  return deps.database.forScope(caller).idempotency.exists({ method, path, key });
}

async function once<T>(
  tx: Transaction,
  idempotency: Idempotency,
  work: (tx: Transaction) => Promise<T>,
  refresh: (kept: T, tx: Transaction) => Promise<T>,
): Promise<Outcome<T>> {
  const { method, path, key, fingerprint } = idempotency;
  const name = { method, path, key };
  const first = await tx.idempotency.claim(name, fingerprint);
  if (first) {
    if (first.fingerprint !== fingerprint) throw new DomainError('idempotency_key_reused');
    const kept = first.outcome as Outcome<T> | null;
    if (!kept) throw new DomainError('idempotency_in_flight', undefined, { retryAfterSeconds: 1 });
    idempotency.onReplay();
    return 'output' in kept ? { output: await refresh(kept.output, tx) } : kept;
  }
  const outcome = await tx
    .savepoint(async () => ({ output: await work(tx) }))
    .catch((error: unknown): Outcome<T> => {
      if (!(error instanceof DomainError) || !isKept(error.code)) throw error;
      return { error: { code: error.code, message: error.message } };
    });
  await tx.idempotency.saveOutcome(name, outcome);
  return outcome;
}

/** What asks to be tried again must not be answered from memory when it is. */
function isKept(code: ErrorCode): boolean {
  const { status, retryable } = errorTable[code];
  return status > 400 && status < 500 && !retryable;
}
