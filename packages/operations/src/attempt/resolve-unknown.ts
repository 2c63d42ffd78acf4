import type { AttemptRecord } from '@parley/db';
import { DomainError, rootObjectFormats } from '@parley/domain';
import type { Provider, ProviderRoot } from '@parley/provider';
import { type Caller, withoutIdempotency } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { changeIfAttemptUnchanged, changeSession } from '../session-change/change-session.ts';
import { loadSession } from '../session-change/load-session.ts';
import { isOutcomeUnknown, isRetryDeadlinePassed } from '../session-change/provider-check.ts';
import { syncAttempt } from './sync-attempt.ts';

/** Milliseconds to allow for clock skew and for a delay of the provider's search. */
const CLOCK_SKEW_MS = 10 * 60_000;

/** Thrown when an operation depends on a reservation whose outcome is unknown. */
export class OutcomeUnknownError extends DomainError {
  constructor() {
    super(
      'payment_in_progress',
      'It is unknown whether the provider object of this attempt was created, and the provider does not return it yet. Repeat the request, or attach the object if you know its id.',
      { retryAfterSeconds: 60 },
    );
  }
}

/**
 * Marks the session's current attempt as unknown when it is still reserved, without a root object,
 * after its retry deadline.
 * @returns whether the attempt changed
 */
export async function markAttemptUnknown(
  deps: Deps,
  caller: Caller,
  sessionId: string,
): Promise<boolean> {
  return changeSession(deps, caller, sessionId, (change) => {
    if (!isOutcomeUnknown(change.attempt, change.now)) return false;
    return change.attemptCommand('mark_unknown') === 'changed';
  });
}

export type ResolveResult = 'found' | 'never_created' | 'still_unknown';

/**
 * Resolves an attempt in status unknown from the provider: by the object's id if the caller names
 * one, otherwise by the metadata that the object must carry. "Never created" is concluded only
 * after the idempotency keys of the reservation have expired.
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function resolveUnknownAttempt(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
  objectId?: string,
): Promise<ResolveResult> {
  const step = withoutIdempotency(caller);
  const provider = await getAttemptProvider(deps, caller, attempt);
  const id = await findRoot(provider, attempt, objectId);
  if (id) {
    const where = { sessionId: attempt.proxySessionId, attemptId: attempt.id };
    const result = await syncAttempt(deps, step, where, { objectId: id });
    return result === 'applied' ? 'found' : 'still_unknown';
  }
  const result = await changeIfAttemptUnchanged(deps, step, attempt, (change, unchanged) => {
    const byProviderClock = new Date(change.now.getTime() - CLOCK_SKEW_MS);
    if (!isRetryDeadlinePassed(unchanged, byProviderClock)) return 'still_unknown';
    change.attemptCommand('cancel', {}, { of: unchanged, reason: 'never_created' });
    return 'never_created';
  });
  return result === 'stale' ? 'still_unknown' : result;
}

/** The id of the root object that was created for this attempt; null when there is none. */
async function findRoot(
  provider: Provider,
  attempt: AttemptRecord,
  objectId: string | undefined,
): Promise<string | null> {
  const { type } = rootObjectFormats[attempt.integrationPath];
  const named = objectId ? await provider.readRoot({ type, id: objectId }) : null;
  if (named?.metadata.attemptId === attempt.id) return named.id;
  const found = await findCreatedRoot(provider, attempt);
  return found?.id ?? null;
}

/**
 * The root object whose metadata names this attempt, attached or not; null when none was created before the
 * idempotency keys of its reservation expired.
 */
export function findCreatedRoot(
  provider: Provider,
  attempt: AttemptRecord,
): Promise<ProviderRoot | null> {
  const { type } = rootObjectFormats[attempt.integrationPath];
  const now = Date.now();
  // The list of what the account created must not grow while the outcome is unknown.
  const deadline = Math.min(attempt.providerRetryNotAfter?.getTime() ?? now, now);
  return provider.findByAttempt(type, attempt.id, {
    from: new Date(attempt.createdAt.getTime() - CLOCK_SKEW_MS),
    until: new Date(deadline + CLOCK_SKEW_MS),
  });
}

/**
 * Resolves the session's current attempt from the provider if its outcome is unknown.
 * @param objectId the root object's id, if the caller names one
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
  // From here on the reservation's keys could create a second object.
  await markAttemptUnknown(deps, withoutIdempotency(caller), sessionId);
  const marked = await sessions.find(sessionId);
  if (marked?.attempt.status !== 'unknown') return;
  await resolveUnknownAttempt(deps, caller, marked.attempt, objectId);
}

/**
 * Runs `work`. If it throws OutcomeUnknownError, resolves the outcome of the current attempt from the provider
 * and runs `work` once more. `work` has to replay a stored outcome before it throws.
 * @param about the session, and the root object's id if the caller names one
 * @param work receives null at first, and then the current attempt after the resolution. A caller who named the
 *   version before it means the version after it
 * @throws DomainError provider_error, service_unavailable, and whatever `work` throws: payment_in_progress when
 *   it needs an outcome that the provider does not return either
 */
export async function withOutcomeResolved<T>(
  deps: Deps,
  caller: Caller,
  about: { readonly sessionId: string; readonly objectId?: string | undefined },
  work: (resolved: AttemptRecord | null) => Promise<T>,
): Promise<T> {
  try {
    return await work(null);
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    await resolveOutcome(deps, caller, about.sessionId, about.objectId);
    return work((await loadSession(deps, caller, about.sessionId)).attempt);
  }
}
