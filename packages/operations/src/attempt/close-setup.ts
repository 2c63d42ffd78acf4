import type { AttemptRecord } from '@parley/db';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { changeIfAttemptUnchanged } from '../session-change/change-session.ts';
import { TOO_MANY_DECLINES } from '../session-change/provider-check.ts';

/**
 * Cancels the setup intent with which an attempt saves the card of a trial. Its secret is in the
 * payer's browser, so cards could be tried with it.
 * @param endsAttempt whether the attempt ends too, unless a card was saved before. Such a card starts
 *   the trial, as a payment that arrives counts.
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function closeSetup(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
  endsAttempt: boolean,
): Promise<void> {
  const { providerSetupIntentId: id } = attempt;
  if (id === null) return;
  const provider = await getAttemptProvider(deps, caller, attempt);
  await provider.cancelSetupIntent(id);
  if (!endsAttempt) return;
  const setup = await provider.readSetupIntent(id);
  if (setup && !setup.isCanceled) return;
  await changeIfAttemptUnchanged(deps, caller, attempt, (change, unchanged) => {
    change.attemptCommand('cancel', {}, { of: unchanged, reason: TOO_MANY_DECLINES });
  });
}
