import type { LoadedSession } from '@parley/db';
import { isOpen } from '@parley/domain';
import type { ProviderRoot } from '@parley/provider';
import { boundRoot } from '../attempt/bind-root.ts';
import { resolveOutcome } from '../attempt/resolve-unknown.ts';
import { startTrial } from '../attempt/start-trial.ts';
import { syncAttempt } from '../attempt/sync-attempt.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { loadSession } from '../session-change/load-session.ts';
import { isOutcomeUnknown } from '../session-change/provider-check.ts';
import { loadPayerSession, type PayerSession } from './load-payer-session.ts';
import { isPaymentBlocked, type PayerPage, payerPageView } from './payer-page.ts';
import type { PayerLink } from './payment-context.ts';
import { takesFinalCharge } from './plan-payment.ts';
import { preparePayment } from './prepare-payment.ts';

/**
 * Reads the payment from the provider and records its state, so that the payer does not have to wait
 * for the provider's event. A repeated call, or the event itself, changes nothing more.
 * @throws DomainError not_found, provider_error
 */
export async function syncPayment(
  deps: Deps,
  caller: Caller,
  input: PayerLink,
): Promise<PayerPage> {
  const { session, attempt, now } = await loadSession(deps, caller, input.id);
  if (isOutcomeUnknown(attempt, now)) {
    await resolveOutcome(deps, caller, input.id);
  } else if (attempt.providerRootObjectId) {
    await syncAttempt(deps, caller, { sessionId: session.id, attemptId: attempt.id });
  } else if (attempt.providerSetupIntentId) {
    // Once the card is saved, the trial can start, even if the payer would have to wait for another form.
    if (isPaymentBlocked(await loadPayerSession(deps, caller, input.id)))
      await startTrial(deps, caller, attempt);
    return (await preparePayment(deps, caller, input)).page;
  }
  return payerPageView(await loadPayerSession(deps, caller, input.id));
}

/**
 * Whether the payer may confirm the charge that the page shows; called right before the payment is
 * submitted. After declined payments it has to wait until the page's `retry_at`,
 * or to pass a challenge first.
 * @throws DomainError not_found
 */
export async function checkCharge(
  deps: Deps,
  caller: Caller,
  input: { id: string; cart_version: number; amount_minor: number; currency: string },
): Promise<{ payable: boolean; page: PayerPage }> {
  const loaded = await loadPayerSession(deps, caller, input.id);
  if (isPaymentBlocked(loaded)) return { payable: false, page: payerPageView(loaded) };
  const root = isConfirmed(loaded) ? await readBoundRoot(deps, caller, loaded) : null;
  const current = addTotal(loaded, root);
  const page = payerPageView(current, undefined, root?.adjustments);
  const payable =
    (isConfirmed(loaded) || isSavingCard(loaded)) &&
    (!root || takesFinalCharge(current, root)) &&
    !page.deadline_passed &&
    page.cart_version === input.cart_version &&
    page.amount_minor === input.amount_minor &&
    page.currency === input.currency;
  return { payable, page };
}

/** Another payment can have ended the session before the object of this attempt is closed. */
function isConfirmed({ attempt, session }: LoadedSession): boolean {
  const confirmed = attempt.status === 'confirmed' || attempt.status === 'action_required';
  const current = attempt.confirmedCartVersion === session.cartVersion;
  return confirmed && current && isOpen(session.status);
}

/** Whether the payer is saving a card for a trial of the reserved cart. */
function isSavingCard({ attempt, session }: LoadedSession): boolean {
  const saving = attempt.status === 'reserved' && attempt.providerSetupIntentId !== null;
  return saving && isOpen(session.status) && attempt.reservedCartVersion === session.cartVersion;
}

/** Reads the root object: the merchant's server may have changed its charge, and the provider may finalize it. */
async function readBoundRoot(
  deps: Deps,
  caller: Caller,
  { attempt }: LoadedSession,
): Promise<ProviderRoot | null> {
  const object = boundRoot(attempt);
  if (!object) return null;
  const provider = await getAttemptProvider(deps, caller, attempt);
  return provider.readRoot(object);
}

/** Under provider_finalized pricing, replaces the final charge with the provider's current total. */
function addTotal(loaded: PayerSession, root: ProviderRoot | null): PayerSession {
  const { attempt, session } = loaded;
  if (attempt.pricingMode === 'fixed' || !root?.charge || root.charge.amountMinor === 0)
    return loaded;
  const { amountMinor: finalAmountMinor, currency: finalCurrency } = root.charge;
  return { ...loaded, session: { ...session, finalAmountMinor, finalCurrency } };
}
