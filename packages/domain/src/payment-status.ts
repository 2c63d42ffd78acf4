import type { SessionStatus } from './session.ts';

/**
 * What became of the money that was taken for a session. The status of a session does not change when money
 * goes back, so this is shown with it.
 */
export const paymentStatuses = [
  /** No money was taken. */
  'unpaid',
  /** The merchant has the whole amount of every payment that it keeps. */
  'paid',
  /** A part went back, by a refund or a dispute that was lost, and the merchant keeps the rest. */
  'partially_refunded',
  /** The bank asks about a payment and waits for the merchant's response. The merchant still has the money. */
  'inquiry',
  /** Everything went back, by refunds alone. */
  'refunded',
  /** A dispute is open and waits for the merchant's response. */
  'disputed',
  /** A dispute is open, and the bank decides about it. */
  'dispute_under_review',
  /** Everything went back, at least a part of it by a dispute that was lost. */
  'dispute_lost',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * Those with which an order must not be fulfilled, by the status of its session: the money went back, or may go
 * back.
 */
export const unfulfillablePaymentStatuses: Readonly<
  Record<'paid' | 'provisionable', readonly PaymentStatus[]>
> = {
  paid: ['refunded', 'disputed', 'dispute_under_review', 'dispute_lost'],
  // Nothing is due now, so a payment that went back was not the one for the order.
  provisionable: ['disputed', 'dispute_under_review'],
};

/** Whether the merchant has yet to report the fulfillment of a session that needs no further payment. */
export const isAwaitingFulfillment = (
  status: SessionStatus,
): status is keyof typeof unfulfillablePaymentStatuses => status in unfulfillablePaymentStatuses;

/** Whether an order can be fulfilled now: only for money that the merchant has and keeps. */
export const isFulfillable = (status: SessionStatus, payment: PaymentStatus): boolean =>
  isAwaitingFulfillment(status) && !unfulfillablePaymentStatuses[status].includes(payment);

/**
 * The status without the question of a bank, which concerns only the merchant and says nothing of what was refunded.
 * @param refundedMinor of all payments
 */
export function withoutInquiry(
  status: PaymentStatus,
  refundedMinor: number,
): Exclude<PaymentStatus, 'inquiry'> {
  if (status !== 'inquiry') return status;
  return refundedMinor > 0 ? 'partially_refunded' : 'paid';
}

/** The provider's statuses of a dispute after which the merchant has the money. */
const wonDisputes: readonly string[] = ['won', 'warning_closed', 'prevented'];
/** Those in which the bank decides; the merchant cannot or need not respond. */
export const disputesUnderReview: readonly string[] = ['under_review', 'warning_under_review'];

/**
 * Whether a dispute is an inquiry: the payer's bank asks about the payment, and withdraws no money. It can become a
 * dispute, which then has another status.
 */
export const isInquiry = (status: string): boolean => status.startsWith('warning_');

/** Whether a dispute was closed in the merchant's favor. */
export const isDisputeWon = (status: string): boolean => wonDisputes.includes(status);

/** Whether a dispute is not decided. A status that the provider adds later counts as open. */
export const isDisputeOpen = (status: string): boolean =>
  status !== 'lost' && !isDisputeWon(status);

/** Whether an open dispute waits for the merchant's response. */
export const needsDisputeResponse = (status: string): boolean =>
  isDisputeOpen(status) && !disputesUnderReview.includes(status);

/**
 * How much a dispute matters to the merchant, for a sort: first one that waits for a response, then an inquiry that
 * does, then other open ones, lost ones and won ones.
 */
export function rankDispute(status: string): number {
  if (needsDisputeResponse(status)) return isInquiry(status) ? 1 : 0;
  if (isDisputeOpen(status)) return 2;
  return isDisputeWon(status) ? 4 : 3;
}

/** What went back of a payment; minor units. */
export interface ReturnedMoney {
  readonly amountMinor: number;
  readonly refundedMinor: number;
  /** Of the disputes that are open or lost. An inquiry withdraws nothing. */
  readonly disputedMinor: number;
  /** The provider's status of the dispute that matters most; null if it is not known. */
  readonly disputeStatus: string | null;
}

/** Whether a part of the payment was neither refunded nor disputed. */
export const isKept = ({ refundedMinor, disputedMinor, amountMinor }: ReturnedMoney): boolean =>
  refundedMinor + disputedMinor < amountMinor;

const isLost = ({ disputeStatus, disputedMinor }: ReturnedMoney): boolean =>
  disputeStatus === 'lost' && disputedMinor > 0;

const isAskedAbout = ({ disputeStatus: status }: ReturnedMoney): boolean =>
  status !== null && isInquiry(status) && needsDisputeResponse(status);

/**
 * What became of the payments of a session. An open dispute comes first, because it has a deadline. A payment
 * that went back in full does not count while another one is kept. An inquiry matters only for a payment that is
 * kept: the bank ends one about a refunded payment.
 */
export function getPaymentStatus(payments: readonly ReturnedMoney[]): PaymentStatus {
  if (payments.length === 0) return 'unpaid';
  const open = payments.filter((one) => one.disputedMinor > 0 && !isLost(one));
  if (open.length > 0) {
    const needsResponse = open.some(
      ({ disputeStatus: status }) => status === null || needsDisputeResponse(status),
    );
    return needsResponse ? 'disputed' : 'dispute_under_review';
  }
  const kept = payments.filter(isKept);
  if (kept.length === 0) return payments.some(isLost) ? 'dispute_lost' : 'refunded';
  if (kept.some(isAskedAbout)) return 'inquiry';
  const isWhole = kept.every((one) => one.refundedMinor + one.disputedMinor === 0);
  return isWhole ? 'paid' : 'partially_refunded';
}
