import type { SessionTimeline } from '@parley/contract';
import type { HistoryRecord, PaymentRecord } from '@parley/db';

/** The payments of a session, with what is to be refunded. */
export function paymentViews(
  payments: readonly PaymentRecord[],
  history: readonly HistoryRecord[],
): SessionTimeline['payments'] {
  const fulfilledAt = history.find(({ toStatus }) => isFulfilled(toStatus))?.at ?? null;
  return payments.map((payment) => ({
    provider_object_id: payment.providerObjectId,
    attempt_id: payment.attemptId,
    amount_minor: payment.amountMinor,
    currency: payment.currency,
    refunded_minor: payment.refundedMinor,
    disputed_minor: payment.disputedMinor,
    refund_due:
      fulfilledAt !== null &&
      payment.recordedAt > fulfilledAt &&
      payment.refundedMinor < payment.amountMinor,
    captured_at: payment.capturedAt.toISOString(),
    recorded_at: payment.recordedAt.toISOString(),
  }));
}

/** Whether the merchant has reported the fulfillment, successful or not. */
const isFulfilled = (status: string | null): boolean =>
  status === 'provisioned' || status === 'provisioning_failed';

export function historyEntryView(entry: HistoryRecord): SessionTimeline['history'][number] {
  return {
    sequence: entry.sequence,
    at: entry.at.toISOString(),
    action: entry.action,
    subject: entry.attemptId ? 'attempt' : 'session',
    attempt_id: entry.attemptId,
    from_status: entry.fromStatus,
    to_status: entry.toStatus,
    reason: entry.reason,
    actor_kind: entry.actorKind,
    actor_id: entry.actorId,
    request_id: entry.requestId,
  };
}
