import type { AttemptRecord, LeasedProviderEvent, ProviderEventOutcome } from '@parley/db';
import { DomainError, PROXY_CONTRACT_VERSION, rootForms } from '@parley/domain';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { syncAttempt } from './sync-attempt.ts';

/** The events that can change an attempt, by the kind of object they are about. */
const handled = /^(payment_intent|checkout\.session|customer\.subscription)\./;
/** Tries of one event before a person has to look at it. */
const MAX_TRIES = 10;

/** What came of an event, and what stood in the way, for the log. */
export type AppliedEvent = ProviderEventOutcome & { readonly error?: unknown };

/**
 * Applies a kept provider event. The event only says where to look: what counts is the object as
 * the provider shows it when it is read again, so duplicates and any order do no harm.
 */
export async function applyProviderEvent(
  deps: Deps,
  event: LeasedProviderEvent,
): Promise<AppliedEvent> {
  if (!handled.test(event.type)) {
    return { status: 'ignored', note: `${event.type} changes no session`, proxySessionId: null };
  }
  const caller = providerCaller(event);
  const attempt = await findSubject(deps, caller, event);
  if (!attempt) {
    return { status: 'parked', note: 'matches no attempt yet', proxySessionId: null };
  }
  const { proxySessionId } = attempt;
  try {
    const result = await syncAttempt(
      deps,
      caller,
      { sessionId: proxySessionId, attemptId: attempt.id },
      rootCandidate(attempt, event),
    );
    if (result === 'applied') return { status: 'applied', note: null, proxySessionId };
    if (result === 'not_found') {
      return { status: 'parked', note: 'the provider has no such object', proxySessionId };
    }
    return retry(event, 'the attempt kept changing', proxySessionId);
  } catch (error) {
    const note =
      error instanceof DomainError ? `${error.code}: ${error.message}` : 'internal error';
    return retry(event, note, proxySessionId, error);
  }
}

function providerCaller(event: LeasedProviderEvent): Caller {
  return {
    merchantId: event.merchantId,
    mode: event.mode,
    actor: { kind: 'provider', id: event.eventId },
    requestId: null,
  };
}

/** By metadata first, then by the object's id. */
async function findSubject(
  deps: Deps,
  caller: Caller,
  event: LeasedProviderEvent,
): Promise<AttemptRecord | null> {
  const { attempts } = deps.database.of(caller);
  const metadata = eventObject(event).metadata as Record<string, unknown> | null | undefined;
  const sessionId = metadata?.proxy_session_id;
  const attemptId = metadata?.proxy_acquisition_attempt_id;
  if (
    metadata?.proxy_contract_version === PROXY_CONTRACT_VERSION &&
    typeof sessionId === 'string' &&
    typeof attemptId === 'string'
  ) {
    const named = await attempts.find(sessionId, attemptId);
    if (named) return named;
  }
  return attempts.findByObject(event.objectId);
}

/** The object of the event, where it is of the kind this attempt's root has to be. */
function rootCandidate(attempt: AttemptRecord, event: LeasedProviderEvent): string | undefined {
  const { prefix } = rootForms[attempt.integrationPath];
  return event.objectId.startsWith(prefix) ? event.objectId : undefined;
}

function eventObject(event: LeasedProviderEvent): Record<string, unknown> {
  const data = event.payload.data as { object?: Record<string, unknown> } | undefined;
  return data?.object ?? {};
}

/** Later and later, then not at all until a person asks for it. */
function retry(
  event: LeasedProviderEvent,
  note: string,
  proxySessionId: string,
  error?: unknown,
): AppliedEvent {
  if (event.attempts >= MAX_TRIES) return { status: 'failed', note, proxySessionId, error };
  const retryInSeconds = Math.min(2 ** event.attempts, 600);
  return { status: 'waiting', note, proxySessionId, retryInSeconds, error };
}
