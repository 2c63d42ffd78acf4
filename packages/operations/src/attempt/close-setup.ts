import type { AttemptRecord } from '@parley/db';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';

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
