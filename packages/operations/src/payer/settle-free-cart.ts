import type { AttemptRecord, LoadedSession } from '@parley/db';
import { isOpen } from '@parley/domain';
import type { ProviderRoot } from '@parley/provider';
import { boundRoot } from '../attempt/bind-root.ts';
import { findCreatedRoot } from '../attempt/resolve-unknown.ts';
import { withRetryDeadline } from '../attempt/retry-deadline.ts';
import { settleAttempt, settleNothingDue } from '../attempt/settle-attempt.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { changeIfUnchanged } from '../session-change/change-session.ts';
import { reload, type Step, waiting } from './payment-context.ts';

/**
 * Completes an attempt whose cart costs nothing. Its object is closed first, even one that was
 * created under the attempt's keys and never attached, because a payer could still pay the previous
 * cart with it.
 * @throws DomainError provider_error, service_unavailable
 */
export async function settleFreeCart(
  deps: Deps,
  caller: Caller,
  { attempt, session }: LoadedSession,
): Promise<Step> {
  const root = await withRetryDeadline(attempt, () => closeAttemptObject(deps, caller, attempt));
  if (root?.outcome.kind === 'awaiting_payment') return waiting;
  await changeIfUnchanged(deps, caller, attempt, (change, unchanged) => {
    const { status, cartVersion } = change.session;
    const isFree = isOpen(status) && !change.deadlinePassed && cartVersion === session.cartVersion;
    if (isFree && (!root || isClosed(root))) settleNothingDue(change, unchanged);
    else if (root) settleAttempt(change, unchanged, root);
  });
  return reload;
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

/** Whether the object ended without money and can take none any more. */
const isClosed = ({ outcome }: ProviderRoot): boolean =>
  outcome.kind === 'canceled' || outcome.kind === 'expired' || outcome.kind === 'failed';
