import type { LoadedSession } from '@parley/db';
import { isOpen } from '@parley/domain';
import { isOutcomeUnknown, resolveOutcome } from '../attempt/resolve-first.ts';
import { syncAttempt } from '../attempt/sync-attempt.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { providerOfAttempt } from '../request/provider-of.ts';
import { loadSession } from '../session/get-session.ts';
import type { PayerLink } from './page-payment.ts';
import { type PayerPage, payerPageView } from './payer-page.ts';
import { preparePayment } from './prepare-payment.ts';

/**
 * Asks the provider how the payment stands and records it, so that the payer need not wait for the
 * provider's event. Asking again, or the event itself, changes nothing more.
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
    // With the card there, what the payer agreed to can begin.
    return (await preparePayment(deps, caller, input)).page;
  }
  return payerPageView(await loadSession(deps, caller, input.id));
}

/**
 * Whether the payer may confirm the charge that was shown, asked right before the card is charged.
 * @throws DomainError not_found
 */
export async function checkCharge(
  deps: Deps,
  caller: Caller,
  input: { id: string; cart_version: number; amount_minor: number; currency: string },
): Promise<{ payable: boolean; page: PayerPage }> {
  const loaded = await loadSession(deps, caller, input.id);
  const page = payerPageView(await withCurrentTotal(deps, caller, loaded));
  const payable =
    (isConfirmed(loaded) || collectsCard(loaded)) &&
    !page.deadline_passed &&
    page.cart_version === input.cart_version &&
    page.amount_minor === input.amount_minor &&
    page.currency === input.currency;
  return { payable, page };
}

function isConfirmed({ attempt, session }: LoadedSession): boolean {
  const standing = attempt.status === 'confirmed' || attempt.status === 'action_required';
  return standing && attempt.confirmedCartVersion === session.cartVersion;
}

/** Before a trial begins there is only a card to keep, for the cart that was reserved. */
function collectsCard({ attempt, session }: LoadedSession): boolean {
  const collecting = attempt.status === 'reserved' && attempt.providerSetupIntentId !== null;
  return (
    collecting && isOpen(session.status) && attempt.reservedCartVersion === session.cartVersion
  );
}

/** Where the provider finalizes the price, its total of this moment is the one that counts. */
async function withCurrentTotal(
  deps: Deps,
  caller: Caller,
  loaded: LoadedSession,
): Promise<LoadedSession> {
  const { attempt, session } = loaded;
  const { providerRootObjectId: id, providerRootObjectType: type } = attempt;
  if (attempt.pricingMode === 'fixed' || !id || !type || !isConfirmed(loaded)) return loaded;
  const provider = await providerOfAttempt(deps, caller, attempt);
  const root = await provider?.readRoot({ id, type });
  if (!root?.charge || root.charge.amountMinor === 0) return loaded;
  const { amountMinor: finalAmountMinor, currency: finalCurrency } = root.charge;
  return { ...loaded, session: { ...session, finalAmountMinor, finalCurrency } };
}
