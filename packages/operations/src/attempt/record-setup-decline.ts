import type { AttemptRecord } from '@parley/db';
import type { ProviderDecline, ProviderSetup } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeIfUnchanged } from '../session-change/change-session.ts';
import { hasDeclinedSetup } from '../session-change/provider-check.ts';
import { recordDeclines } from '../session-change/record-declines.ts';
import { closeDeclinedSetup } from './close-setup.ts';
import { isProviderOutage } from './retry-deadline.ts';

/** The declined card that a setup intent shows, unless a later one was saved. */
export const declineOf = ({ status, decline }: ProviderSetup): ProviderDecline | null =>
  status === 'canceled' || status === 'succeeded' ? null : decline;

/**
 * Records a declined card of a trial. With the decline after which the session accepts no further payment,
 * the attempt and the setup intent are canceled: a client with its secret could continue without the payer page.
 * @returns `none` if there is no decline or it was recorded before, `stale` when another write changed the
 *   attempt in the meantime
 */
export async function recordSetupDecline(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
  decline: ProviderDecline | null,
): Promise<'recorded' | 'none' | 'stale'> {
  if (!decline?.id) return 'none';
  if (await deps.database.forScope(caller).history.hasDecline(decline.id)) return 'none';
  const result = await changeIfUnchanged(deps, caller, attempt, async (change, unchanged) => {
    await recordDeclines(change, unchanged, [decline]);
    return hasDeclinedSetup(change.session, unchanged) ? 'too_often' : 'recorded';
  });
  if (result !== 'too_often') return result;
  // It is recorded. When closing fails, a sweep tries again.
  await closeDeclinedSetup(deps, caller, attempt).catch((error: unknown) => {
    if (!isProviderOutage(error)) throw error;
  });
  return 'recorded';
}
