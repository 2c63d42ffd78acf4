import type { AttemptRecord } from '@parley/db';
import { DomainError } from '@parley/domain';
import { canTakeMoney, type ProviderRoot } from '@parley/provider';
import { type Caller, withoutIdempotency } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { changeIfAttemptUnchanged, changeSession } from '../session-change/change-session.ts';
import { TOO_MANY_DECLINES } from '../session-change/provider-check.ts';
import { boundRoot } from './bind-root.ts';
import { closeOwn } from './foreign-object.ts';
import { withRetryDeadline } from './retry-deadline.ts';
import { settleRoot } from './settle-attempt.ts';

/**
 * Closes an attempt's root object at the provider and records its state afterwards. A payment that
 * arrived before the object was closed counts. Does nothing for an attempt without a root object.
 * @returns the object afterwards; null if there is none
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function closeRoot(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
): Promise<ProviderRoot | null> {
  const object = boundRoot(attempt);
  if (!object) return null;
  const root = await closeOwn(deps, caller, attempt, object);
  if (!root) return null;
  await changeSession(deps, withoutIdempotency(caller), attempt.proxySessionId, async (change) => {
    settleRoot(change, await change.findAttempt(attempt.id), root);
  });
  return root;
}

/**
 * Closes the root object of an attempt that must not be paid any more, for example one that failed: it can be paid
 * again all the same. A payment that arrived before counts.
 * @throws DomainError payment_in_progress while it is being paid again or the provider has not closed it;
 *   provider_error, service_unavailable when the provider does not respond
 */
export async function closeUnpaid(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
): Promise<void> {
  const root = await withRetryDeadline(attempt, () => closeRoot(deps, caller, attempt));
  if (!root || !canTakeMoney(root.outcome)) return;
  throw new DomainError(
    'payment_in_progress',
    'The object of this attempt can still be paid, or is being paid again. Wait for the outcome, then send the request again.',
    { retryAfterSeconds: 2 },
  );
}

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
