import type { ReplaceCartInput } from '@parley/contract';
import { DomainError } from '@parley/domain';
import { setMerchandiseSubtotal } from '../attempt/set-merchandise-subtotal.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession } from '../session-change/change-session.ts';
import { requireCartVersion } from '../session-change/preconditions.ts';
import type { SessionChange } from '../session-change/session-change.ts';

/**
 * Replaces the cart and the charge. A confirmed attempt must be confirmed again.
 * Source: interface 4.4.
 * @throws DomainError not_found, cart_version_conflict, currency_locked, payment_in_progress,
 *   session_expired, session_state_conflict
 */
export async function replaceCart(deps: Deps, caller: Caller, input: ReplaceCartInput) {
  return changeSession(deps, caller, input.id, (change) => {
    requireCartVersion(change, input.expected_cart_version, 'expected_cart_version');
    requireSameCurrencyOnceAttached(change, input.currency);
    const cartVersion = change.session.cartVersion + 1;
    const charge = { amountMinor: input.amount_minor, currency: input.currency };
    // The attempt changes first, so that the session's event shows its new status.
    const { status } = change.attempt;
    if (status === 'confirmed') change.attemptCommand('replace_cart');
    change.command('replace_cart', {
      ...charge,
      cartVersion,
      quoteAmountMinor: charge.amountMinor,
      quoteCurrency: charge.currency,
      quoteCartVersion: cartVersion,
      quoteObservedAt: change.now,
      finalAmountMinor: charge.amountMinor,
      finalCurrency: charge.currency,
      finalCartVersion: cartVersion,
      finalizedAt: change.now,
    });
    change.setCart(input.cart_snapshot);
    // The merchandise subtotal belongs to the previous cart.
    if (status !== 'unreserved') setMerchandiseSubtotal(change, null);
    return { ...charged(charge), cart_version: cartVersion, cart_snapshot: input.cart_snapshot };
  });
}

const charged = (charge: { amountMinor: number; currency: string }) => ({
  amount_minor: charge.amountMinor,
  currency: charge.currency,
});

function requireSameCurrencyOnceAttached(change: SessionChange, currency: string): void {
  if (!change.attempt.providerRootObjectId || currency === change.session.currency) return;
  throw new DomainError(
    'currency_locked',
    `currency must stay ${change.session.currency}: a provider object is attached.`,
  );
}
