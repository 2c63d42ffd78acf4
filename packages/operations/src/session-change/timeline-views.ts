import type { SessionTimeline } from '@parley/contract';
import type {
  CartRecord,
  DeliveryOfEvent,
  HistoryRecord,
  LoadedSession,
  OutboxRecord,
  ProviderEventSummary,
} from '@parley/db';
import { isFulfillmentReported, readCart } from '@parley/domain';
import { eventDeliveryView } from '../event/event-delivery-view.ts';
import { disputeView } from './payment-view.ts';
import { isLastRefundFailed } from './refund-history.ts';

/** The payments of a session, with what is to be refunded. */
export function paymentViews(
  { session, payments }: Pick<LoadedSession, 'session' | 'payments'>,
  history: readonly HistoryRecord[],
): SessionTimeline['payments'] {
  const fulfilledAt = history.find(({ toStatus }) => isFulfillmentReported(toStatus))?.at ?? null;
  return payments.map((payment) => ({
    provider_object_id: payment.providerObjectId,
    attempt_id: payment.attemptId,
    amount_minor: payment.amountMinor,
    currency: payment.currency,
    refunded_minor: payment.refundedMinor,
    disputed_minor: payment.disputedMinor,
    dispute: disputeView(payment),
    refund_due:
      session.conflictSince !== null &&
      fulfilledAt !== null &&
      payment.recordedAt > fulfilledAt &&
      payment.refundedMinor < payment.amountMinor,
    refund_failed:
      payment.refundedMinor < payment.amountMinor && isLastRefundFailed(history, payment.attemptId),
    captured_at: payment.capturedAt.toISOString(),
    recorded_at: payment.recordedAt.toISOString(),
  }));
}

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

export function cartView(cart: CartRecord): SessionTimeline['carts'][number] {
  const { lines, omitted } = readCart(cart.cartSnapshot, cart);
  return {
    cart_version: cart.cartVersion,
    amount_minor: cart.amountMinor,
    currency: cart.currency,
    lines: [...lines],
    omitted_lines: omitted,
    created_at: cart.createdAt.toISOString(),
  };
}

export function providerEventView(
  event: ProviderEventSummary,
): SessionTimeline['provider_events'][number] {
  return {
    id: event.eventId,
    psp_config_id: event.providerConfigId,
    type: event.type,
    object_id: event.objectId,
    status: event.status,
    note: event.note,
    occurred_at: event.occurredAt.toISOString(),
    received_at: event.receivedAt.toISOString(),
  };
}

/** The events of a session, each with its deliveries and their number in each condition. */
export function eventViews(
  events: readonly OutboxRecord[],
  deliveries: readonly DeliveryOfEvent[],
): SessionTimeline['events'] {
  const byEvent = Map.groupBy(deliveries, ({ eventId }) => eventId);
  return events.map((event) => {
    const listed = byEvent.get(event.id) ?? [];
    return {
      id: event.id,
      type: event.type,
      sequence: event.sequence,
      created_at: event.createdAt.toISOString(),
      deliveries: listed.map(eventDeliveryView),
      delivery_counts: countDeliveries(listed),
    };
  });
}

/** Each delivery has the number of those in its condition, of which at least one is listed. */
function countDeliveries(
  listed: readonly DeliveryOfEvent[],
): SessionTimeline['events'][number]['delivery_counts'] {
  const counts = { failed: 0, retrying: 0, held: 0, waiting: 0, succeeded: 0, canceled: 0 };
  for (const { condition, conditionCount } of listed) counts[condition] = conditionCount;
  return { ...counts, total: Object.values(counts).reduce((sum, count) => sum + count, 0) };
}
