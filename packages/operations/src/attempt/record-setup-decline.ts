import type { AttemptRecord } from '@parley/db';
import { isDeclinedTooOften } from '@parley/domain';
import type { Provider, ProviderSetup } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeIfUnchanged } from '../session-change/change-session.ts';
import { loadSession } from '../session-change/load-session.ts';
import { recordDeclines } from '../session-change/record-declines.ts';

/**
 * Records the declined card that a setup intent shows. With the decline after which the session accepts no
 * further payment, the setup intent is canceled: who has its secret could go on without the payer page.
 * @returns false if it shows none, or one that was recorded before
 * @throws DomainError provider_error, service_unavailable
 */
export async function recordSetupDecline(
  deps: Deps,
  caller: Caller,
  provider: Pick<Provider, 'cancelSetupIntent'>,
  attempt: AttemptRecord,
  { id, status, decline }: ProviderSetup,
): Promise<boolean> {
  if (!decline?.id || status === 'canceled' || status === 'succeeded') return false;
  if (await deps.database.forScope(caller).history.hasDecline(decline.id)) return false;
  const { session } = await loadSession(deps, caller, attempt.proxySessionId);
  // Canceled before the decline is recorded, so that a failure is tried again.
  const declineCount = session.declineCount + 1;
  if (isDeclinedTooOften({ declineCount })) await provider.cancelSetupIntent(id);
  await changeIfUnchanged(deps, caller, attempt, (change, unchanged) =>
    recordDeclines(change, unchanged, [decline]),
  );
  return true;
}
