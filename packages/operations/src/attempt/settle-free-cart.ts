import type { AttemptRecord, SessionState } from '@parley/db';
import { isOpen } from '@parley/domain';
import { hasEndedUnpaid, isAwaitingPayer, type ProviderRoot } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { changeIfAttemptUnchanged } from '../session-change/change-session.ts';
import { boundRoot } from './bind-root.ts';
import { findCreatedRoot } from './resolve-unknown.ts';
import { withRetryDeadline } from './retry-deadline.ts';
import { settleNothingDue, settleRoot } from './settle-attempt.ts';

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
  return object && provider.closeRoot(object);
}
