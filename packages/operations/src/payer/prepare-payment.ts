import { type AttemptOptions, DomainError } from '@parley/domain';
import { canTakeMoney } from '@parley/provider';
import { settleFreeCart } from '../attempt/free-cart.ts';
import { attemptOptions, defaultOptions, reserve } from '../attempt/reservation.ts';
import { resolveOutcome } from '../attempt/resolve-unknown.ts';
import { supersede } from '../attempt/supersede-attempt.ts';
import { closeRoot } from '../attempt/sync-attempt.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { fingerprint } from '../request/fingerprint.ts';
import {
  changeIfAttemptUnchanged,
  changeIfSessionUnchanged,
} from '../session-change/change-session.ts';
import { requirePayable } from '../session-change/preconditions.ts';
import { addCard, advancePayment } from './advance-payment.ts';
import { loadPayerSession, rememberNetwork } from './load-payer-session.ts';
import {
  type PayerLink,
  type PreparationContext,
  type PreparedPayment,
  showPage,
  waitForMerchant,
} from './payment-context.ts';
import { planStored } from './plan-payment.ts';

/** Reserve, create, attach and confirm, with room for steps that concurrent writes made stale. */
const MAX_STEPS = 12;

/**
 * Brings the provider's side of a session to where the payer can pay exactly the current cart, on
 * the reserved integration path. Every step can be repeated: a second page, or this one after a
 * crash, continues where the first stopped.
 * @throws DomainError not_found, provider_error
 */
export async function preparePayment(
  deps: Deps,
  caller: Caller,
  link: PayerLink,
): Promise<PreparedPayment> {
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const loaded = await loadPayerSession(deps, caller, link.id);
    const prepared = await step({ deps, caller, link, loaded }, steps === 0);
    if (prepared) return prepared;
  }
  throw new DomainError('service_unavailable', undefined, { retryAfterSeconds: 1 });
}

/** @returns null when the session has to be read again */
async function step(
  context: PreparationContext,
  isFirst: boolean,
): Promise<PreparedPayment | null> {
  const { deps, caller, link, loaded } = context;
  switch (planStored(loaded, isFirst)) {
    case 'resolve_outcome':
      await resolveOutcome(deps, caller, link.id);
      return null;
    case 'remember_network':
      await rememberNetwork(deps, caller, link.id);
      return null;
    case 'show':
      return showPage(loaded);
    case 'wait':
      return waitForMerchant(context);
    case 'reserve':
      await changeIfSessionUnchanged(deps, caller, loaded, (change) =>
        reserve(change, hostedOptions(link.id)),
      );
      return null;
    case 'supersede':
      return startNextAttempt(context);
    case 'complete_free':
      return (await settleFreeCart(deps, caller, loaded)) === 'open'
        ? waitForMerchant(context)
        : null;
    case 'add_card':
      return addCard(context);
    case 'observe':
      return advancePayment(context);
  }
}

/** Supersedes an attempt that ended without a payment. */
async function startNextAttempt(context: PreparationContext): Promise<PreparedPayment | null> {
  const { deps, caller, loaded } = context;
  const { attempt } = loaded;
  if (attempt.status === 'failed') {
    const root = await closeRoot(deps, caller, attempt);
    // The payer may be paying again.
    if (root && canTakeMoney(root.outcome)) return waitForMerchant(context);
  }
  await changeIfAttemptUnchanged(deps, caller, attempt, (change, unchanged) => {
    requirePayable(change);
    const options = { ...attemptOptions(attempt), merchandiseSubtotalMinor: null };
    const { providerCustomerId } = attempt;
    const reason = 'payer_tries_again';
    supersede(deps, change, unchanged, { options, reason, providerCustomerId });
  });
  return null;
}

/** The options that the payer page reserves with when the merchant has not reserved. */
const hostedOptions = (sessionId: string): AttemptOptions => ({
  ...defaultOptions,
  providerOptionsFingerprint: fingerprint({ hosted_page: sessionId }),
});
