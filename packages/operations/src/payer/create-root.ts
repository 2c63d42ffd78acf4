import { getUiMode } from '@parley/domain';
import type { ProviderRoot } from '@parley/provider';
import type { PlannedCart } from '../attempt/checkout-plan.ts';
import { attemptIdentity } from '../session-change/attempt-view.ts';
import { handoffUrl } from '../session-change/session-view.ts';
import type { PaymentContext } from './payment-context.ts';

/** The lifetime of a provider checkout session must be between these, from its creation. */
const MIN_LIFETIME_MS = 31 * 60_000;
const MAX_LIFETIME_MS = 24 * 3_600_000;

/** Creates a payment intent or checkout session as the attempt's root object, under the reserved idempotency key. */
export function createRoot(
  { deps, link, provider, loaded }: PaymentContext,
  cart: PlannedCart,
): Promise<ProviderRoot> {
  const { attempt, session } = loaded;
  const { idempotencyKeys, metadata } = attemptIdentity(attempt);
  const creation = { idempotencyKey: idempotencyKeys.root, metadata };
  const { amountMinor, currency } = cart;
  const isSubscription = attempt.commercialMode === 'subscription';
  if (attempt.integrationPath === 'payment_intent') {
    // A fact of the session and not the setting: a repeated creation must have the same parameters.
    const receiptEmail = session.emailsReceipt ? null : session.payerEmail;
    return provider.createPaymentIntent({
      ...creation,
      charge: { amountMinor, currency },
      ...(receiptEmail ? { receiptEmail } : {}),
      ...(isSubscription ? { reusable: true } : {}),
    });
  }
  const cancelUrl = handoffUrl(deps, link.id, link.pk);
  const customerId = attempt.providerCustomerId;
  return provider.createCheckoutSession({
    ...creation,
    ...cart.plan,
    currency,
    mode: isSubscription ? 'subscription' : 'payment',
    // By default the payer stays on the payer page.
    uiMode: getUiMode(attempt),
    cancelUrl,
    returnUrl: `${cancelUrl}&redirect_status=returned`,
    expiresAt: providerExpiry(session.expiresAt, loaded.now),
    ...(customerId ? { customerId } : getEmail(session)),
  });
}

/** The payer's email address, if it is known. */
export const getEmail = ({ payerEmail }: { readonly payerEmail: string | null }) =>
  payerEmail ? { email: payerEmail } : {};

/** The session's deadline, if the provider accepts it; otherwise null for the provider's default. */
function providerExpiry(expiresAt: Date, now: Date): Date | null {
  const lifetime = expiresAt.getTime() - now.getTime();
  // Stryker disable next-line EqualityOperator: MIN has a margin, and MAX is the provider's default.
  return lifetime >= MIN_LIFETIME_MS && lifetime < MAX_LIFETIME_MS ? expiresAt : null;
}
