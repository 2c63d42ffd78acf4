import type { AttemptRecord } from '@parley/db';
import type { ObjectRef, Provider, ProviderPayment } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { changeIfUnchanged } from '../session-change/change-session.ts';
import { recordPayment } from '../session-change/record-payment.ts';
import { closeOrphanedObject } from './close-root.ts';
import { recordConflict, toFinalCharge } from './settle-attempt.ts';

/**
 * Records a payment through an object that names an attempt in its metadata but is neither its root
 * object nor a part of it, for example because a server retried under another key. It is recorded
 * once, as a conflict of the session.
 * @returns `stale` when another write changed the attempt in the meantime: call it again
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function recordUnexpectedPayment(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
  object: ObjectRef,
): Promise<'recorded' | 'none' | 'stale'> {
  const provider = await getAttemptProvider(deps, caller, attempt);
  const read = await provider.readRoot(object);
  if (read?.outcome.kind !== 'succeeded' || read.metadata.attemptId !== attempt.id) return 'none';
  const { taken } = read.outcome;
  if (await belongsToAttempt(deps, caller, provider, taken)) return 'none';
  const result = await changeIfUnchanged(deps, caller, attempt, (change, unchanged) => {
    const first = change.loaded.payments.length === 0;
    if (!recordPayment(change, unchanged, taken, read)) return 'none';
    const reason = `${taken.id} took ${taken.amountMinor} ${taken.currency}`;
    change.note('unexpected_payment', reason, unchanged);
    recordConflict(change, 'receive_second_payment', first ? toFinalCharge(change, taken) : {});
    return 'recorded';
  });
  if (result === 'recorded') await closeOrphanedObject(deps, caller, attempt.proxySessionId);
  return result;
}

/**
 * Whether the payment is that of an attempt's root object, such as the payment intent of its checkout
 * session or of an invoice of its subscription. The root object's own state settles the attempt.
 */
async function belongsToAttempt(
  deps: Deps,
  caller: Caller,
  provider: Provider,
  taken: ProviderPayment,
): Promise<boolean> {
  const { attempts } = deps.database.forScope(caller);
  for (const { id } of [taken, ...(await provider.findOwners(taken))]) {
    if (await attempts.findByProviderObject(id)) return true;
  }
  return false;
}
