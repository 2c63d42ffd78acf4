import type { AttemptRecord, SessionState } from '@parley/db';
import { isOpen, isUnfinished } from '@parley/domain';
import { hasEndedUnpaid, isAwaitingPayer, isComplete, type ProviderRoot } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { changeIfAttemptUnchanged } from '../session-change/change-session.ts';
import { loadSession } from '../session-change/load-session.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import { boundRoot } from './bind-root.ts';
import { closeOwn } from './foreign-object.ts';
import { findCreatedRoot } from './resolve-unknown.ts';
import { withRetryDeadline } from './retry-deadline.ts';
import { settleNothingDue, settleRoot } from './settle-attempt.ts';
import { syncAttempt } from './sync-attempt.ts';

/** How often a joined reservation is completed before giving up because the attempt keeps changing. */
const MAX_TRIES = 3;

/** Whether the session is completed without a payment, so that no card can be tried with it. */
export const isFree = ({ session, attempt }: Pick<SessionState, 'session' | 'attempt'>): boolean =>
  session.finalAmountMinor === 0 &&
  attempt.commercialMode === 'one_time' &&
  attempt.pricingMode === 'fixed';

/** Whether the attempt can be completed without an object of the provider. */
export const needsNoObject = (state: Pick<SessionState, 'session' | 'attempt'>): boolean =>
  isFree(state) && state.attempt.integrationPath === 'payment_intent';

/** Completes a new reservation of a payment intent for a cart that costs nothing: it needs no object. */
export function completeFree(change: SessionChange): void {
  if (needsNoObject(change)) settleNothingDue(change, change.attempt);
}

/**
 * Completes an attempt whose cart costs nothing. Its object is closed first, even one that was
 * created under the attempt's keys and never attached, because a payer could still pay the previous
 * cart with it.
 * @returns `open` if the provider did not close the object, `stale` if the attempt was written meanwhile
 * @throws DomainError provider_error, service_unavailable
 */
export async function settleFreeCart(
  deps: Deps,
  caller: Caller,
  { attempt, session }: Pick<SessionState, 'attempt' | 'session'>,
): Promise<'settled' | 'open' | 'stale'> {
  const root = await withRetryDeadline(attempt, () => closeAttemptObject(deps, caller, attempt));
  if (root && isAwaitingPayer(root.outcome)) return 'open';
  if (root && isComplete(root.outcome)) {
    const where = { sessionId: attempt.proxySessionId, attemptId: attempt.id };
    const result = await syncAttempt(deps, caller, where, { objectId: root.id });
    return result === 'overtaken' || result === 'other_root' ? 'stale' : 'settled';
  }
  return changeIfAttemptUnchanged(deps, caller, attempt, (change, unchanged) => {
    const { status, cartVersion } = change.session;
    const isUnchanged =
      isOpen(status) && !change.deadlinePassed && cartVersion === session.cartVersion;
    if (isUnchanged && (!root || hasEndedUnpaid(root.outcome))) settleNothingDue(change, unchanged);
    else if (root) settleRoot(change, unchanged, root);
    return 'settled' as const;
  });
}

/** Closes the attempt's object and returns it; null when there is none. */
async function closeAttemptObject(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
): Promise<ProviderRoot | null> {
  const provider = await getAttemptProvider(deps, caller, attempt);
  const object = boundRoot(attempt) ?? (await findCreatedRoot(provider, attempt));
  return object && closeOwn(deps, caller, attempt, object);
}

/** Completes a joined reservation, again when another write was faster. */
export async function settleJoined(
  deps: Deps,
  caller: Caller,
  joined: SessionState,
): Promise<void> {
  let state = joined;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if ((await settleFreeCart(deps, caller, state)) !== 'stale') return;
    state = await loadSession(deps, caller, joined.session.id);
    if (state.session.finalAmountMinor > 0 || !isUnfinished(state.attempt.status)) return;
  }
}
