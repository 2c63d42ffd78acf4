import type { SessionTimeline } from '@parley/contract';
import type { Scope } from '@parley/db';
import { isOpen, parseCartLines } from '@parley/domain';
import type { Deps } from '../request/deps.ts';
import { attemptView } from '../session-change/attempt-view.ts';
import { loadSession } from '../session-change/load-session.ts';
import { handoffUrl, sessionDetailView } from '../session-change/session-view.ts';

/**
 * Retrieves a session with its lines, attempts, payments, history and events.
 * @throws DomainError not_found
 */
export async function getSessionTimeline(
  deps: Deps,
  scope: Scope,
  input: { id: string },
): Promise<SessionTimeline> {
  const loaded = await loadSession(deps, scope, input.id);
  const { session } = loaded;
  const repositories = deps.database.forScope(scope);
  const [attempts, history, events, publishableKey] = await Promise.all([
    repositories.attempts.listReserved(session.id),
    repositories.history.list(session.id),
    repositories.outbox.listBySession(session.id),
    isOpen(session.status) ? repositories.apiKeys.findPublishable() : null,
  ]);
  const fulfilledAt = history.find(({ toStatus }) => isFulfilled(toStatus))?.at ?? null;
  return {
    session: sessionDetailView(loaded),
    lines: parseCartLines(loaded.cartSnapshot),
    attempts: attempts.map(attemptView),
    payments: loaded.payments.map((payment) => ({
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
    })),
    history: history.map((entry) => ({
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
    })),
    events: events.map((event) => ({
      id: event.id,
      type: event.type,
      sequence: event.sequence,
      created_at: event.createdAt.toISOString(),
    })),
    payer_url: publishableKey ? handoffUrl(deps, session.id, publishableKey) : null,
    fulfillment: {
      reference: session.fulfillmentReference,
      error_code: session.failureCode,
      error_message: session.failureMessage,
    },
  };
}

/** Whether the merchant has reported the fulfillment, successful or not. */
const isFulfilled = (status: string | null): boolean =>
  status === 'provisioned' || status === 'provisioning_failed';
