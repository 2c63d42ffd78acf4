import type { ProviderRoot } from '@parley/provider';
import { handoffUrl } from '../session/handoff-url.ts';
import { attachBeside } from './attach-beside.ts';
import { collectCard } from './collect-card.ts';
import { endAttempt } from './end-attempt.ts';
import { identityOf, type PagePayment, type Step, waiting } from './page-payment.ts';
import { type Sale, saleOf } from './sale.ts';

/** A checkout session of the provider lives between these, from when it is created. */
const MIN_LIFE_MS = 31 * 60_000;
const MAX_LIFE_MS = 24 * 3_600_000;

/**
 * The attempt's root object, created under the reserved key with what was reserved; or the step
 * that comes before it can be.
 */
export async function createRoot(payment: PagePayment): Promise<ProviderRoot | Step> {
  const { provider, loaded } = payment;
  const { attempt, session } = loaded;
  const { idempotencyKeys, metadata } = identityOf(payment);
  const cart = await cartToSell(payment);
  if (!cart) return waiting;
  const { sale, currency, amountMinor } = cart;
  const creation = { idempotencyKey: idempotencyKeys.root, metadata };
  const email = session.payerEmail ? { email: session.payerEmail } : {};
  switch (attempt.integrationPath) {
    case 'payment_intent':
      return provider.createPaymentIntent({
        ...creation,
        charge: { amountMinor, currency },
        ...(session.payerEmail ? { receiptEmail: session.payerEmail } : {}),
        ...(attempt.commercialMode === 'subscription' ? { reusable: true } : {}),
      });
    case 'checkout_session':
      return provider.createCheckoutSession({
        ...creation,
        ...sale,
        currency,
        mode: attempt.commercialMode === 'subscription' ? 'subscription' : 'payment',
        // Left open by the reservation, the payer need not leave this page.
        uiMode: attempt.checkoutUiMode ?? 'embedded',
        ...returnUrls(payment),
        expiresAt: providerExpiry(session.expiresAt, loaded.now),
        ...(attempt.providerCustomerId ? { customerId: attempt.providerCustomerId } : email),
      });
    case 'direct_subscription':
      return subscribe(payment, sale, currency);
  }
}

/**
 * What to sell: the cart that was reserved, because a repeat must be equal to the first try to the
 * letter; the current one where nothing can have been created from that.
 */
async function cartToSell({ deps, caller, loaded }: PagePayment) {
  const { session, attempt, merchantName } = loaded;
  const versions = new Set([
    attempt.reservedCartVersion ?? session.cartVersion,
    session.cartVersion,
  ]);
  for (const version of versions) {
    const cart = await deps.database.forScope(caller).carts.find(session.id, version);
    const sale = saleOf(attempt, cart, merchantName);
    if (sale) return { sale, amountMinor: cart.amountMinor, currency: cart.currency };
  }
  return null;
}

function returnUrls({ deps, link }: PagePayment) {
  const cancelUrl = handoffUrl(deps, link.id, link.pk);
  return { cancelUrl, returnUrl: `${cancelUrl}&redirect_status=returned` };
}

/** The session's deadline, where the provider can keep to it. */
function providerExpiry(expiresAt: Date, now: Date): Date | null {
  const life = expiresAt.getTime() - now.getTime();
  return life >= MIN_LIFE_MS && life < MAX_LIFE_MS ? expiresAt : null;
}

async function subscribe(
  payment: PagePayment,
  sale: Sale,
  currency: string,
): Promise<ProviderRoot | Step> {
  const { provider, loaded } = payment;
  const { attempt, session } = loaded;
  const { idempotencyKeys, metadata } = identityOf(payment);
  const ours = attempt.directSubscriptionSource !== 'saved_payment_method';
  const customerId = attempt.providerCustomerId;
  if (customerId === null) {
    // Whose saved card it is, only the merchant knows.
    if (!ours) return waiting;
    const id = await provider.createCustomer({
      idempotencyKey: `${attempt.id}:customer`,
      metadata,
      ...(session.payerEmail ? { email: session.payerEmail } : {}),
    });
    return attachBeside(payment, 'customer', id);
  }
  let card: { paymentMethodId?: string } = {};
  if (sale.trialDays !== null) {
    // It would begin without the payer, who is only looking at the page.
    if (!ours) return waiting;
    // For another cart than the payer now sees, it must not begin at all.
    if (attempt.reservedCartVersion !== session.cartVersion) return endAttempt(payment, null);
    const collected = await collectCard(payment, customerId);
    if ('kind' in collected) return collected;
    card = collected;
  }
  const creation = { idempotencyKey: idempotencyKeys.root, metadata };
  return provider.createSubscription({ ...creation, ...sale, ...card, currency, customerId });
}
