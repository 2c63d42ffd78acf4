import type { AttemptRecord } from '@parley/db';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { changeIfUnchanged } from '../session-change/change-session.ts';
import { TOO_MANY_DECLINES } from '../session-change/provider-check.ts';

/**
 * Cancels the setup intent with which an attempt saves the card of a trial, if there is one. Its secret is in
 * the payer's browser, so cards could be tried with it after the attempt has ended.
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function closeSetup(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
): Promise<void> {
  if (attempt.providerSetupIntentId === null) return;
  const provider = await getAttemptProvider(deps, caller, attempt);
  await provider.cancelSetupIntent(attempt.providerSetupIntentId);
}

/**
 * The same after too many declines: the attempt ends too, unless a card was saved before. Such a card starts
 * the trial, as a payment that arrives counts.
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function closeDeclinedSetup(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
): Promise<void> {
  await closeSetup(deps, caller, attempt);
  const provider = await getAttemptProvider(deps, caller, attempt);
  const setup = await provider.readSetupIntent(attempt.providerSetupIntentId ?? '');
  if (setup && setup.status !== 'canceled') return;
  await changeIfUnchanged(deps, caller, attempt, (change, unchanged) => {
    change.attemptCommand('cancel', {}, { of: unchanged, reason: TOO_MANY_DECLINES });
  });
}
