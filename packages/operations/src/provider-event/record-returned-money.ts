import type { Repositories } from '@parley/db';
import { isKept } from '@parley/domain';
import type { ObjectRef, Provider, ProviderNotification } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { findAcceptedPayments } from '../session-change/accepted-payments.ts';
import { changeSession } from '../session-change/change-session.ts';
import { loadSession } from '../session-change/load-session.ts';
import { recordPaymentState } from '../session-change/record-payment.ts';
import { refundActions } from '../session-change/refund-history.ts';
import { recordRenewalDispute } from '../subscription/record-dispute.ts';
import { applyPayment } from './apply-payment.ts';
import type { MatchedEvent } from './find-event-objects.ts';

/** How often the payment is read before giving up because other events about it are applied. */
const MAX_READS = 5;

/** The history action of each topic; null for one that other events report in the history. */
const actions = {
  ...refundActions,
  refund_update: null,
  dispute: 'provider_disputed',
  dispute_update: null,
  dispute_win: 'provider_dispute_won',
  dispute_loss: 'provider_dispute_lost',
  inquiry: 'provider_inquired',
  inquiry_end: 'provider_inquiry_closed',
} as const;

/** Those of the dispute of a renewal, which is no payment of the session. */
const renewalActions: Partial<Record<keyof typeof actions, string>> = {
  dispute: 'provider_renewal_disputed',
  dispute_win: 'provider_renewal_dispute_won',
  dispute_loss: 'provider_renewal_dispute_lost',
  inquiry: 'provider_renewal_inquired',
  inquiry_end: 'provider_renewal_inquiry_closed',
};

/**
 * Records what was refunded or disputed of a payment, and adds the event to the session's history,
 * once. What it means for the fulfillment is the merchant's decision; only a payment that comes back and was not
 * accepted can be a conflict. A renewal is not a payment of the session: its dispute is recorded with the
 * subscription, and its refund is only in the history.
 * @returns `overtaken` when another write changed the attempt while the provider was read; `not_recorded` when the
 *   payment is not recorded yet
 * @throws DomainError provider_error, service_unavailable
 */
export async function recordReturnedMoney(
  deps: Deps,
  caller: Caller,
  matched: MatchedEvent,
  topic: keyof typeof actions,
): Promise<'recorded' | 'overtaken' | 'not_recorded'> {
  const { event, notification, attempt } = matched;
  const { proxySessionId } = attempt;
  const provider = await getAttemptProvider(deps, caller, attempt);
  const object = { type: notification.objectType, id: event.objectId };
  const owners = matched.owners.length ? matched.owners : await provider.findOwners(object);
  // The nearest owner of a charge, a refund or a dispute is its payment intent.
  const intent = owners[0];
  const findPayment = async () => {
    const { payments } = await loadSession(deps, caller, proxySessionId);
    return payments.find(({ providerObjectId }) => providerObjectId === intent?.id);
  };
  const readState = async () => (intent ? provider.readPayment(intent) : null);
  const state = await readState();
  if (state && !(await findPayment())) {
    // The event of the payment itself may arrive later, and would not read what went back.
    const payment = {
      event: { ...event, objectId: state.id },
      notification: {
        ...notification,
        objectType: state.type,
        relatedSubscriptionId: null,
        takenId: state.id,
      },
      attempt,
      owners: owners.slice(1),
    };
    if ((await applyPayment(deps, caller, payment)) === 'overtaken') return 'overtaken';
  }
  // The dispute of a session's payment is that of the payment, even if a subscription took it.
  const isUnrecorded = state && !(await findPayment());
  const renewedId = isUnrecorded ? await findRenewedId(provider, owners, state) : null;
  if (isUnrecorded && renewedId === null) return 'not_recorded';
  const findRenewed = async ({ subscriptions }: Repositories) =>
    renewedId === null ? null : subscriptions.findByProviderId(renewedId);
  for (let reads = 0; reads < MAX_READS; reads++) {
    const before = await findPayment();
    const renewedBefore = await findRenewed(deps.database.forScope(caller));
    const shown = await readState();
    // The stored subscription wins over what the metadata of its payment names.
    const owner = renewedBefore ?? { proxySessionId, attemptId: attempt.id };
    const isCurrent = await changeSession(deps, caller, owner.proxySessionId, async (change) => {
      const payment = change.state.payments.find((row) => row.providerObjectId === intent?.id);
      const renewed = payment ? null : await findRenewed(change.repositories);
      // Another event wrote what it read, which may be newer than this state.
      if (payment?.version !== before?.version) return false;
      if (renewed?.version !== renewedBefore?.version) return false;
      const action = (renewed && renewalActions[topic]) || actions[topic];
      const { providerEvents } = change.repositories;
      if (action && !(await providerEvents.isRecorded(event))) {
        change.writes.recordedEvent = event;
        const of = await change.findAttempt(owner.attemptId);
        change.addHistoryEntry(action, amountIn(notification), of);
      }
      if (payment && shown) {
        const accepted = isKept(payment) ? [] : await findAcceptedPayments(change);
        recordPaymentState(change, payment, shown, accepted);
      }
      if (renewed && shown) recordRenewalDispute(change, renewed, shown);
      return true;
    });
    if (isCurrent) return 'recorded';
  }
  return 'overtaken';
}

/** The subscription that a payment renewed; null if none took it, and for a payment of its first invoice. */
async function findRenewedId(
  provider: Provider,
  owners: readonly ObjectRef[],
  payment: ObjectRef,
): Promise<string | null> {
  const isSubscription = ({ type }: ObjectRef) => type === 'subscription';
  const named =
    owners.find(isSubscription) ?? (await provider.findOwners(payment)).find(isSubscription);
  const subscription = named && (await provider.readRoot(named));
  return named && !subscription?.intentIds.includes(payment.id) ? named.id : null;
}

const amountIn = ({ amount }: ProviderNotification): string | null =>
  amount && `${amount.amountMinor} ${amount.currency}`;
