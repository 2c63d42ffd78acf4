import type { Payment, PaymentSummary } from '@parley/contract';
import type { PaymentRecord, SessionRecord } from '@parley/db';
import { rankDispute } from '@parley/domain';
import type { DisputeColumns } from './dispute-columns.ts';

/** A payment as `data.object` of an event. */
export function paymentView(payment: PaymentRecord): Payment & Record<string, unknown> {
  return {
    id: payment.providerObjectId,
    proxy_session_id: payment.proxySessionId,
    acquisition_attempt_id: payment.attemptId,
    amount_minor: payment.amountMinor,
    currency: payment.currency,
    refunded_minor: payment.refundedMinor,
    disputed_minor: payment.disputedMinor,
    dispute: disputeView(payment),
    captured_at: payment.capturedAt.toISOString(),
    updated_at: payment.updatedAt.toISOString(),
  };
}

/** The dispute of a payment that matters most; null without any. */
export function disputeView(columns: DisputeColumns): Payment['dispute'] {
  const { disputeId, disputeStatus, disputeReason, disputeDueBy, disputeOpenedAt } = columns;
  if (!disputeId || !disputeStatus || !disputeOpenedAt) return null;
  return {
    id: disputeId,
    status: disputeStatus,
    reason: disputeReason,
    due_by: disputeDueBy?.toISOString() ?? null,
    opened_at: disputeOpenedAt.toISOString(),
    closed_at: columns.disputeClosedAt?.toISOString() ?? null,
  };
}

/** The money of a session. Payments in another currency than the final charge are not added up. */
export function paymentSummaryView(
  session: Pick<SessionRecord, 'paymentStatus' | 'finalCurrency'>,
  payments: readonly PaymentRecord[],
): PaymentSummary {
  const { paymentStatus: status, finalCurrency: currency } = session;
  const counted = payments.filter((payment) => payment.currency === currency);
  const sum = (getAmount: (payment: PaymentRecord) => number) =>
    counted.reduce((total, payment) => total + getAmount(payment), 0);
  const [dispute = null] = payments
    .flatMap((payment) => disputeView(payment) ?? [])
    .sort((a, b) => rankDispute(a.status) - rankDispute(b.status));
  return {
    status,
    currency,
    received_minor: sum(({ amountMinor }) => amountMinor),
    refunded_minor: sum(({ refundedMinor }) => refundedMinor),
    disputed_minor: sum(({ disputedMinor }) => disputedMinor),
    dispute,
  };
}
