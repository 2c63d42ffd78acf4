import type { ObjectRole } from '@parley/domain';
import type { ProviderRoot } from '@parley/provider';
import { attach } from '../attempt/attach-provider-object.ts';
import { type PlannedCart, planReservedCart } from '../attempt/checkout-plan.ts';
import { createSubscription, declineOf, recordSetupDecline } from '../attempt/start-trial.ts';
import { attemptIdentity } from '../session-change/attempt-view.ts';
import { changeIfUnchanged } from '../session-change/change-session.ts';
import { handoffUrl } from '../session-change/session-view.ts';
import { type PaymentContext, paymentForm, reload, type Step, waiting } from './payment-context.ts';
import { termsOfCart } from './payment-terms.ts';

/** The lifetime of a provider checkout session must be between these, from its creation. */
const MIN_LIFETIME_MS = 31 * 60_000;
const MAX_LIFETIME_MS = 24 * 3_600_000;

/**
 * Creates the attempt's root object under the reserved idempotency key.
 * @returns the object, or the step that must come first
 */
export async function createRoot(payment: PaymentContext): Promise<ProviderRoot | Step> {
  const { deps, caller, provider, loaded } = payment;
  const { attempt, session } = loaded;
  const cart = await planReservedCart(deps, caller, loaded);
  if (!cart) return waiting;
  const { idempotencyKeys, metadata } = attemptIdentity(attempt);
  const creation = { idempotencyKey: idempotencyKeys.root, metadata };
  const { amountMinor, currency } = cart;
  switch (attempt.integrationPath) {
    case 'payment_intent':
      return provider.createPaymentIntent({
        ...creation,
        charge: { amountMinor, currency },
        // A fact of the session and not the setting: a repeated creation must have the same parameters.
        ...(session.payerEmail && !session.emailsReceipt
          ? { receiptEmail: session.payerEmail }
          : {}),
        ...(attempt.commercialMode === 'subscription' ? { reusable: true } : {}),
      });
    case 'checkout_session':
      return provider.createCheckoutSession({
        ...creation,
        ...cart.plan,
        currency,
        mode: attempt.commercialMode === 'subscription' ? 'subscription' : 'payment',
        // By default the payer stays on the payer page.
        uiMode: attempt.checkoutUiMode ?? 'embedded',
        ...returnUrls(payment),
        expiresAt: providerExpiry(session.expiresAt, loaded.now),
        ...(attempt.providerCustomerId
          ? { customerId: attempt.providerCustomerId }
          : emailOf(payment)),
      });
    case 'direct_subscription':
      return createDirectSubscription(payment, cart);
  }
}

const emailOf = ({ loaded: { session } }: PaymentContext) =>
  session.payerEmail ? { email: session.payerEmail } : {};

function returnUrls({ deps, link }: PaymentContext) {
  const cancelUrl = handoffUrl(deps, link.id, link.pk);
  return { cancelUrl, returnUrl: `${cancelUrl}&redirect_status=returned` };
}

/** The session's deadline, if the provider accepts it; otherwise null for the provider's default. */
function providerExpiry(expiresAt: Date, now: Date): Date | null {
  const lifetime = expiresAt.getTime() - now.getTime();
  // Stryker disable next-line EqualityOperator: MIN has a margin, and MAX is the provider's default.
  return lifetime >= MIN_LIFETIME_MS && lifetime < MAX_LIFETIME_MS ? expiresAt : null;
}

async function createDirectSubscription(
  payment: PaymentContext,
  cart: PlannedCart,
): Promise<ProviderRoot | Step> {
  const { deps, caller, provider, loaded } = payment;
  const { attempt, session } = loaded;
  const usesSavedCard = attempt.directSubscriptionSource === 'saved_payment_method';
  const customerId = attempt.providerCustomerId;
  if (customerId === null) {
    // The merchant has to name the customer whose saved card is charged.
    if (usesSavedCard) return waiting;
    const { metadata } = attemptIdentity(attempt);
    const idempotencyKey = `${attempt.id}:customer`;
    const created = { idempotencyKey, metadata, ...emailOf(payment) };
    return attachRelatedObject(payment, 'customer', await provider.createCustomer(created));
  }
  if (cart.plan.trialDays === null) {
    return createSubscription(provider, attempt, cart, { customerId });
  }
  // A trial with a saved card would start as soon as the payer opens the page. A trial of the provider's own prices
  // would start without the payer having seen what follows.
  if (usesSavedCard || termsOfCart(loaded) === null) return waiting;
  // The payer now sees another cart than the one that was reserved.
  if (attempt.reservedCartVersion !== session.cartVersion) {
    await changeIfUnchanged(deps, caller, attempt, (change, unchanged) =>
      change.attemptCommand('cancel', {}, { of: unchanged, reason: 'cart_changed' }),
    );
    return reload;
  }
  return createTrial(payment, cart, customerId);
}

/**
 * Creates the subscription of a trial once the payer's card is saved. The card comes first, because
 * a trial starts with the creation of its subscription.
 */
async function createTrial(
  payment: PaymentContext,
  cart: PlannedCart,
  customerId: string,
): Promise<ProviderRoot | Step> {
  const { deps, caller, provider, config, loaded } = payment;
  const { attempt } = loaded;
  if (attempt.providerSetupIntentId === null) {
    const { idempotencyKeys, metadata } = attemptIdentity(attempt);
    // Stryker disable next-line StringLiteral: only the setup_intent source, which has this key, gets here
    const idempotencyKey = idempotencyKeys.setupIntent ?? '';
    const created = await provider.createSetupIntent({ idempotencyKey, metadata, customerId });
    return attachRelatedObject(payment, 'setup_intent', created.id);
  }
  const setup = await provider.readSetupIntent(attempt.providerSetupIntentId);
  if (setup?.status === 'succeeded' && setup.paymentMethodId) {
    // A card that the merchant's own server requested is the merchant's to use.
    if (attempt.setupIntentCreatedBy !== 'payer_page') return waiting;
    const { paymentMethodId } = setup;
    return createSubscription(provider, attempt, cart, { customerId, paymentMethodId });
  }
  const declined = setup && (await recordSetupDecline(deps, caller, attempt, declineOf(setup)));
  if (declined && declined !== 'none') return reload;
  if (!setup || setup.status === 'canceled' || setup.clientSecret === null) return waiting;
  const mount = { kind: 'setup', clientSecret: setup.clientSecret } as const;
  return { kind: 'form', form: paymentForm(config, mount), terms: termsOfCart(loaded) };
}

/** Attaches a customer or setup intent, unless the attempt has changed since it was read. */
async function attachRelatedObject(
  { deps, caller, loaded }: PaymentContext,
  role: Exclude<ObjectRole, 'root'>,
  id: string,
): Promise<Step> {
  await changeIfUnchanged(deps, caller, loaded.attempt, (change, attempt) =>
    attach(change, attempt, { role, type: role, id }),
  );
  return reload;
}
