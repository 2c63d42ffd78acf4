import type { AttemptRecord } from '@parley/db';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { providerOfAttempt } from '../request/provider-of.ts';
import { changeSession } from '../session-change/session-change.ts';
import { closeOrphanedObject } from './close-root.ts';
import { recordConflict } from './settle-attempt.ts';

/**
 * Records a payment through an object that was created for an attempt but is not its root object,
 * for example because a server retried under another key. The payment is recorded once, as a
 * conflict of the session, because no attempt holds the object.
 * @returns whether the object took money
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function recordUnexpectedPayment(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
  object: { readonly type: string; readonly id: string },
): Promise<boolean> {
  const provider = await providerOfAttempt(deps, caller, attempt);
  const read = await provider?.readRoot(object);
  if (read?.outcome.kind !== 'succeeded' || read.metadata.attemptId !== attempt.id) return false;
  const { taken } = read.outcome;
  await changeSession(deps, caller, attempt.proxySessionId, async (change) => {
    const isNew = await change.tx.unexpectedPayments.insert({
      providerObjectId: read.id,
      providerObjectType: read.type,
      proxySessionId: attempt.proxySessionId,
      attemptId: attempt.id,
      amountMinor: taken.amountMinor,
      currency: taken.currency,
      recordedAt: change.now,
    });
    if (!isNew) return;
    const reason = `${read.id} took ${taken.amountMinor} ${taken.currency}`;
    change.note('unexpected_payment', reason, attempt);
    // `final` stays the first payment when there is one.
    const first = change.session.completedAttemptId === null;
    const charged = {
      finalAmountMinor: taken.amountMinor,
      finalCurrency: taken.currency,
      finalizedAt: change.now,
    };
    recordConflict(change, 'receive_second_payment', first ? charged : {});
  });
  await closeOrphanedObject(deps, caller, attempt.proxySessionId);
  return true;
}
