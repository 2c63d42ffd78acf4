import type { AttemptRecord, PaymentRecord } from '@parley/db';
import {
  getPaymentStatus,
  hasConflict,
  isFulfillmentReported,
  isInquiry,
  isKept,
  type PaymentEventType,
} from '@parley/domain';
import type { ProviderPayment, ProviderPaymentState, ProviderRoot } from '@parley/provider';
import { isSameDispute, nextDispute, noDispute } from './dispute-columns.ts';
import { paymentView } from './payment-view.ts';
import type { SessionChange } from './session-change.ts';

/**
 * Records a payment of the session unless it is recorded already. Payments are identified by their
 * payment intent, so that a payment which is read through two objects is recorded once.
 * @param taken the payment as just read from the provider
 * @param root the object through which it was read
 * @returns whether the payment is new
 */
export function recordPayment(
  change: SessionChange,
  attempt: AttemptRecord,
  taken: ProviderPayment,
  root: Pick<ProviderRoot, 'type' | 'id' | 'intentIds'>,
): boolean {
  const { payments } = change.state;
  const named = {
    providerObjectId: taken.id,
    providerObjectType: taken.type,
    updatedAt: change.now,
  };
  if (payments.some(({ providerObjectId }) => providerObjectId === taken.id)) return false;
  // Recorded before the provider named the payment intent. What its subscription billed later is another payment.
  const unnamed = root.intentIds.includes(taken.id)
    ? payments.find(({ providerObjectId }) => providerObjectId === root.id)
    : undefined;
  if (unnamed) {
    putPayment(change, { ...unnamed, ...named }, unnamed);
    return false;
  }
  putPayment(change, {
    ...named,
    merchantId: attempt.merchantId,
    mode: attempt.mode,
    version: 1,
    proxySessionId: attempt.proxySessionId,
    attemptId: attempt.id,
    rootObjectId: root.id,
    rootObjectType: root.type,
    amountMinor: taken.amountMinor,
    currency: taken.currency,
    refundedMinor: 0,
    disputedMinor: 0,
    ...noDispute,
    taxMinor: taken.adjustments?.taxMinor ?? null,
    shippingMinor: taken.adjustments?.shippingMinor ?? null,
    discountMinor: taken.adjustments?.discountMinor ?? null,
    capturedAt: taken.capturedAt,
    recordedAt: change.now,
  });
  return true;
}

/**
 * Records what the provider shows of a payment, with an event for each refund, and when a dispute is opened or
 * closed. The sums can decrease, because a refund can fail. A session that was canceled because its payments went
 * back is a conflict again then, and so is one that keeps another payment. A payment that was accepted is no conflict.
 * @param payment the recorded payment, which must have the version that it had before `state` was read
 * @param accepted the provider objects of the payments that the last resolution of a conflict accepted
 */
export function recordPaymentState(
  change: SessionChange,
  payment: PaymentRecord,
  state: ProviderPaymentState,
  accepted: readonly string[] = [],
): void {
  const after = {
    ...payment,
    providerObjectId: state.id,
    providerObjectType: state.type,
    amountMinor: state.amountMinor,
    currency: state.currency,
    refundedMinor: state.refundedMinor,
    disputedMinor: state.disputedMinor,
    ...nextDispute(payment, state.dispute, change.now),
    updatedAt: change.now,
  };
  const isSame =
    after.providerObjectId === payment.providerObjectId &&
    after.amountMinor === payment.amountMinor &&
    after.refundedMinor === payment.refundedMinor &&
    isSameDispute(after, payment);
  if (isSame) return;
  putPayment(change, after, payment);
  for (const type of getEvents(payment, after)) {
    change.emit(type, paymentView(after), paymentView(payment));
  }
  if (isKept(payment) || !isKept(after) || hasConflict(change.session)) return;
  if (accepted.includes(payment.providerObjectId)) return;
  const { payments, session } = change.state;
  // The merchant accepted only another payment, or returned all of a session that is fulfilled.
  const isSecond = isFulfillmentReported(session.status)
    ? payments.length > 1
    : payments.filter(isKept).length > 1;
  if (isSecond) change.applyFact('additional_object', change.attempt);
  else change.command('revert_refund');
}

/** The events of what happened to a payment between two states of it. */
function getEvents(before: PaymentRecord, after: PaymentRecord): PaymentEventType[] {
  const refunded = after.refundedMinor - before.refundedMinor;
  const wasOpen =
    before.disputeId === after.disputeId &&
    isOpenlyDisputed(before) &&
    // An inquiry that becomes a dispute keeps its id.
    hasInquiry(before) === hasInquiry(after);
  const { disputeClosedAt: closedAt } = after;
  const isNewlyClosed =
    closedAt !== null && closedAt.getTime() !== before.disputeClosedAt?.getTime();
  return [
    ...(refunded > 0 ? (['payment.refunded'] as const) : []),
    ...(refunded < 0 ? (['payment.refund_failed'] as const) : []),
    ...(isOpenlyDisputed(after) && !wasOpen ? (['payment.disputed'] as const) : []),
    ...(isNewlyClosed ? (['payment.dispute_closed'] as const) : []),
  ];
}

const isOpenlyDisputed = ({ disputeOpenedAt, disputeClosedAt }: PaymentRecord): boolean =>
  disputeOpenedAt !== null && disputeClosedAt === null;

const hasInquiry = ({ disputeStatus }: PaymentRecord): boolean =>
  disputeStatus !== null && isInquiry(disputeStatus);

/** Adds a payment to the change, or replaces the recorded one `before`. */
function putPayment(
  change: SessionChange,
  after: PaymentRecord,
  before: PaymentRecord | null = null,
): void {
  const { payments } = change.state;
  const replaced = payments.map((payment) => (payment === before ? after : payment));
  const recorded = before ? replaced : [...payments, after];
  change.state = { ...change.state, payments: recorded };
  const paymentStatus = getPaymentStatus(recorded);
  if (paymentStatus !== change.session.paymentStatus) change.patchSession({ paymentStatus });
}
