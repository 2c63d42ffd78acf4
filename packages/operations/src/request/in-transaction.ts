import type { Transaction } from '@parley/db';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { getOutput, type Outcome, readOutcome, replay } from './outcome.ts';
import { requireCurrentPermission } from './require-current-permission.ts';

/**
 * Runs `work` in one transaction, if a person still has the permission of the request. With an idempotency key, `work`
 * runs at most once: its outcome is stored in the same transaction, and a repeated request gets the stored outcome.
 * Refusals are stored too, except those of an invalid request and those that a retry may resolve. Internal errors are
 * never stored.
 * @param teamLock `update` for a change of the team or the suspension
 * @throws DomainError insufficient_scope, idempotency_key_reused, idempotency_in_flight, and whatever `work` throws
 */
export async function inTransaction<T>(
  deps: Deps,
  caller: Caller,
  work: (tx: Transaction) => Promise<T>,
  teamLock: 'share' | 'update' = 'share',
): Promise<T> {
  return getOutput(
    await deps.database.transaction(caller, async (tx) => {
      await requireCurrentPermission(tx, caller, teamLock);
      return once(tx, caller, () => work(tx));
    }),
  );
}

/**
 * Runs `work` in a transaction and stores its outcome for the idempotency key of the request, if it
 * has one. Returns the stored outcome when the key was used.
 * @throws DomainError idempotency_key_reused, idempotency_in_flight, and what `work` throws, except
 *   refusals that are stored
 */
export async function once<T>(
  tx: Transaction,
  { idempotency }: Caller,
  work: () => Promise<T>,
): Promise<Outcome<T>> {
  if (!idempotency) return { output: await work() };
  const { method, path, key, fingerprint } = idempotency;
  const name = { method, path, key };
  const first = await tx.idempotency.claim(name, fingerprint);
  if (first) return replay(idempotency, first);
  const outcome = await readOutcome(() => tx.savepoint(work));
  await tx.idempotency.saveOutcome(name, outcome);
  return outcome;
}

/**
 * Whether the request has a stored response that will be replayed. Then a provider call before it is
 * skipped: it would have effects, and an outage of the provider would prevent the replay.
 */
export async function hasStoredResponse(deps: Deps, caller: Caller): Promise<boolean> {
  if (!caller.idempotency) return false;
  const { method, path, key } = caller.idempotency;
  return (await deps.database.forScope(caller).idempotency.find({ method, path, key })) !== null;
}
