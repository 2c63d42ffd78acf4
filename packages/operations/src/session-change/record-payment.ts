import type { AttemptRecord, PaymentRecord } from '@parley/db';
import type { ObjectRef, ProviderPayment, ProviderPaymentState } from '@parley/provider';
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
  root: ObjectRef,
): boolean {
  const { payments } = change.loaded;
  const named = {
    providerObjectId: taken.id,
    providerObjectType: taken.type,
    updatedAt: change.now,
  };
  if (payments.some(({ providerObjectId }) => providerObjectId === taken.id)) return false;
  // Recorded before the provider named the payment intent.
  const unnamed = payments.find(({ providerObjectId }) => providerObjectId === root.id);
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
    taxMinor: taken.adjustments?.taxMinor ?? null,
    shippingMinor: taken.adjustments?.shippingMinor ?? null,
    discountMinor: taken.adjustments?.discountMinor ?? null,
    capturedAt: taken.capturedAt,
    recordedAt: change.now,
  });
  return true;
}

/** Whether a part of the payment was neither refunded nor disputed. */
export const isKept = ({ refundedMinor, disputedMinor, amountMinor }: PaymentRecord): boolean =>
  refundedMinor + disputedMinor < amountMinor;

/**
 * Records what the provider shows of a payment. The sums can decrease, because a refund can fail. A session that was
 * canceled because its payments went back is a conflict again then, and so is one that keeps another payment.
 * @param payment the recorded payment, which must have the version that it had before `state` was read
 */
export function recordPaymentState(
  change: SessionChange,
  payment: PaymentRecord,
  state: ProviderPaymentState,
): void {
  const after = {
    ...payment,
    providerObjectId: state.id,
    providerObjectType: state.type,
    amountMinor: state.amountMinor,
    currency: state.currency,
    refundedMinor: state.refundedMinor,
    disputedMinor: state.disputedMinor,
  };
  const isSame =
    after.providerObjectId === payment.providerObjectId &&
    after.amountMinor === payment.amountMinor &&
    after.refundedMinor === payment.refundedMinor &&
    after.disputedMinor === payment.disputedMinor;
  if (isSame) return;
  putPayment(change, { ...after, updatedAt: change.now }, payment);
  if (isKept(payment) || !isKept(after) || change.session.status === 'payment_conflicted') return;
  // The merchant accepted only the other payment.
  const isSecond = change.loaded.payments.filter(isKept).length > 1;
  if (isSecond) change.settle('additional_object', change.attempt);
  else change.command('revert_refund');
}

/** Adds a payment to the change, or replaces the recorded one `before`. */
function putPayment(
  change: SessionChange,
  after: PaymentRecord,
  before: PaymentRecord | null = null,
): void {
  const { payments } = change.loaded;
  const replaced = payments.map((payment) => (payment === before ? after : payment));
  change.loaded = { ...change.loaded, payments: before ? replaced : [...payments, after] };
}

/** The payments as text, e.g. "pi_1 4200 eur, pi_2 100 eur"; amounts in minor units. */
export function describePayments(payments: readonly PaymentRecord[]): string {
  return payments
    .map((one) => `${one.providerObjectId} ${one.amountMinor} ${one.currency}`)
    .join(', ');
}
