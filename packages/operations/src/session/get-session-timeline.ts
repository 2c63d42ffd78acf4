import type { AcquisitionAttempt, MerchantSession } from '@parley/contract';
import type { Scope } from '@parley/db';
import { type CartLine, isOpen, parseCartLines } from '@parley/domain';
import type { Deps } from '../request/deps.ts';
import { attemptView } from '../session-change/attempt-view.ts';
import { loadSession } from '../session-change/load-session.ts';
import { handoffUrl, merchantSessionView } from '../session-change/session-view.ts';

/** One change of a session. */
interface TimelineEntry {
  readonly sequence: number;
  readonly at: string;
  readonly action: string;
  readonly subject: 'session' | 'attempt';
  readonly attempt_id: string | null;
  readonly from_status: string | null;
  readonly to_status: string | null;
  readonly reason: string | null;
  readonly actor_kind: string;
  readonly actor_id: string | null;
  readonly request_id: string | null;
}

interface SessionTimeline {
  readonly session: MerchantSession;
  readonly lines: readonly CartLine[];
  readonly attempts: readonly AcquisitionAttempt[];
  /** Oldest first. */
  readonly history: readonly TimelineEntry[];
  readonly events: readonly { id: string; type: string; sequence: number; created_at: string }[];
  /** The URL where a payer opens the session; null when it is not open or no publishable key exists. */
  readonly payer_url: string | null;
  readonly fulfillment: {
    readonly reference: string | null;
    readonly error_code: string | null;
    readonly error_message: string | null;
  };
}

/**
 * Retrieves a session with its lines, attempts, history and events.
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
  return {
    session: merchantSessionView(loaded),
    lines: parseCartLines(loaded.cartSnapshot),
    attempts: attempts.map(attemptView),
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
