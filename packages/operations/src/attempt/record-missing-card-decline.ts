import type { AttemptRecord } from '@parley/db';
import { isDeclinedTooOften } from '@parley/domain';
import type { ProviderDecline } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { changeIfUnchanged } from '../session-change/change-session.ts';
import { recordDeclines } from '../session-change/record-declines.ts';

/**
 * Records a declined card of a trial that has started without one. After too many, the setup intent of the
 * subscription is canceled. When the provider does not respond, the same decline can be passed again.
 * @returns `stale` when another write changed the attempt in the meantime
 * @throws DomainError provider_error, service_unavailable
 */
export async function recordMissingCardDecline(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
  { setupIntentId, decline }: { setupIntentId: string; decline: ProviderDecline },
): Promise<'recorded' | 'stale'> {
  const result = await changeIfUnchanged(deps, caller, attempt, async (change, unchanged) => {
    await recordDeclines(change, unchanged, [decline], 'setup');
    return isDeclinedTooOften(change.session) && unchanged.isCurrent ? 'too_often' : 'recorded';
  });
  if (result !== 'too_often') return result;
  const provider = await getAttemptProvider(deps, caller, attempt);
  await provider.cancelSetupIntent(setupIntentId);
  return 'recorded';
}
