import type { ObjectRef } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { providerOfAttempt } from '../request/provider-of.ts';
import { loadSession } from '../session-change/load-session.ts';
import { recordPaymentState } from '../session-change/record-payment.ts';
import { changeSession } from '../session-change/session-change.ts';
import { applyPayment } from './apply-payment.ts';
import type { MatchedEvent } from './find-event-objects.ts';

/**
 * Records what was refunded or disputed of a payment, and adds the event to the session's history,
 * once. It changes no status: what it means for the fulfillment is the merchant's decision. The refund
 * of a renewal is only in the history, because a renewal is no payment of the session.
 * @returns `overtaken` when another write changed the attempt while the provider was read
 * @throws DomainError provider_error, service_unavailable
 */
export async function recordReturnedMoney(
  deps: Deps,
  caller: Caller,
  matched: MatchedEvent,
): Promise<'recorded' | 'overtaken'> {
  const { event, notification, attempt } = matched;
  const { proxySessionId } = attempt;
  const provider = await providerOfAttempt(deps, caller, attempt);
  const object = { type: notification.objectType, id: event.objectId };
  const owners = matched.owners.length ? matched.owners : await provider?.findOwners(object);
  const intent = owners?.find(isPaymentIntent);
  const state = (intent && (await provider?.readPayment(intent))) ?? null;
  const { payments } = await loadSession(deps, caller, proxySessionId);
  if (state && !payments.some(({ providerObjectId }) => providerObjectId === state.id)) {
    // The event of the payment itself may arrive later, and would not read what went back.
    const payment = {
      event: { ...event, objectId: state.id },
      notification: { ...notification, objectType: state.type, relatedSubscriptionId: null },
      attempt,
      owners: owners?.filter((owner) => !isPaymentIntent(owner)) ?? [],
    };
    if ((await applyPayment(deps, caller, payment)) === 'overtaken') return 'overtaken';
  }
  const action = notification.topic === 'refund' ? 'provider_refunded' : 'provider_disputed';
  const { amount } = notification;
  const reason = amount && `${amount.amountMinor} ${amount.currency}`;
  await changeSession(deps, caller, proxySessionId, async (change) => {
    const payment = change.loaded.payments.find((one) => one.providerObjectId === state?.id);
    if (payment && state) recordPaymentState(change, payment, state);
    const { providerEvents } = change.tx;
    if (await providerEvents.markRecorded(event.pspConfigId, event.eventId)) {
      change.note(action, reason, await change.findAttempt(attempt.id));
    }
  });
  return 'recorded';
}

const isPaymentIntent = ({ type }: ObjectRef): boolean => type === 'payment_intent';
