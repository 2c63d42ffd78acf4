import type { AttemptRecord } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { withoutIdempotency } from './close-root.ts';
import { loseAttempt } from './lose-attempt.ts';
import { resolveUnknown } from './resolve-unknown.ts';

/** Thrown where something would be built on a reservation whose outcome nobody knows yet. */
export class OutcomeUnknown extends DomainError {
  constructor() {
    super(
      'payment_in_progress',
      'Whether the provider object of this attempt was created is unknown, and the provider does not show it yet. Repeat this, or attach the object if you know its id.',
      { retryAfterSeconds: 60 },
    );
  }
}

/** Whether only the provider can say what became of a reservation: its keys have run out. */
export function isOutcomeUnknown(attempt: AttemptRecord, now: Date): boolean {
  if (attempt.status === 'unknown') return true;
  const { providerRetryNotAfter: until, providerRootObjectId } = attempt;
  return (
    attempt.status === 'reserved' && providerRootObjectId === null && until !== null && until <= now
  );
}

/**
 * Asks the provider what became of a session's reservation, where nobody knows it; nothing else.
 * @param objectId the object somebody says it is
 * @throws DomainError not_found, provider_error, service_unavailable
 */
export async function resolveOutcome(
  deps: Deps,
  caller: Caller,
  sessionId: string,
  objectId?: string,
): Promise<void> {
  const { sessions } = deps.database.forScope(caller);
  const before = await sessions.find(sessionId);
  if (!before || !isOutcomeUnknown(before.attempt, before.now)) return;
  // No longer a question of time: the same keys could create a second object from now on.
  await loseAttempt(deps, withoutIdempotency(caller), sessionId);
  const lost = await sessions.find(sessionId);
  if (lost?.attempt.status !== 'unknown') return;
  await resolveUnknown(deps, caller, lost.attempt, objectId);
}

/**
 * Does `work`; where it meets a reservation whose outcome nobody knows, once more after the provider
 * was asked.
 * @throws DomainError payment_in_progress where the provider could not tell either, provider_error,
 *   service_unavailable, and whatever `work` throws
 */
export async function resolvingOutcome<T>(
  deps: Deps,
  caller: Caller,
  about: { readonly sessionId: string; readonly objectId?: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    await resolveOutcome(deps, caller, about.sessionId, about.objectId);
    return work();
  }
}

/**
 * The version to hold an attempt against: that after the provider has told what became of it, where
 * the caller had seen the one before.
 * @throws DomainError provider_error, service_unavailable
 */
export async function versionOnceResolved(
  deps: Deps,
  caller: Caller,
  about: {
    readonly proxy_session_id: string;
    readonly acquisition_attempt_id: string;
    readonly expected_version: number;
  },
  objectId?: string,
): Promise<number> {
  const { sessions } = deps.database.forScope(caller);
  const before = await sessions.find(about.proxy_session_id);
  if (
    before?.attempt.id !== about.acquisition_attempt_id ||
    before.attempt.version !== about.expected_version ||
    !isOutcomeUnknown(before.attempt, before.now)
  ) {
    return about.expected_version;
  }
  await resolveOutcome(deps, caller, about.proxy_session_id, objectId);
  const after = await sessions.find(about.proxy_session_id);
  return after?.attempt.id === before.attempt.id ? after.attempt.version : about.expected_version;
}
