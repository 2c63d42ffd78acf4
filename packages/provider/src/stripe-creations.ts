import { DAY_MS, type PlanItem } from '@parley/domain';
import Stripe from 'stripe';
import { asciiEmail } from './ascii-email.ts';
import type {
  Creation,
  NewCheckoutSession,
  NewCustomer,
  NewPaymentIntent,
  NewSetupIntent,
  NewSubscription,
} from './creation-inputs.ts';
import { declineOfSetup, fromCheckoutSession, fromPaymentIntent, getId } from './normalize.ts';
import { fromSubscription } from './normalize-subscription.ts';
import type { ProviderRoot, ProviderSetup } from './port.ts';
import { rootKinds } from './stripe-objects.ts';

/** The provider's names of the UI modes. */
const uiModes = { hosted: 'hosted_page', embedded: 'embedded_page', custom: 'elements' } as const;
/** How long the provider stores an idempotency key. */
const KEY_LIFETIME_MS = DAY_MS;

const under = ({ idempotencyKey }: Creation) => ({ idempotencyKey });

export function createPaymentIntent(
  stripe: Stripe,
  input: NewPaymentIntent,
): Promise<ProviderRoot> {
  const receiptEmail = input.receiptEmail && asciiEmail(input.receiptEmail);
  return createOrFind(stripe, 'payment_intent', input.metadata, async () =>
    fromPaymentIntent(
      await stripe.paymentIntents.create(
        {
          amount: input.charge.amountMinor,
          currency: input.charge.currency,
          metadata: input.metadata,
          automatic_payment_methods: { enabled: true },
          ...(receiptEmail ? { receipt_email: receiptEmail } : {}),
          ...(input.reusable ? { setup_future_usage: 'off_session' } : {}),
        },
        under(input),
      ),
    ),
  );
}

export function createCheckoutSession(
  stripe: Stripe,
  input: NewCheckoutSession,
): Promise<ProviderRoot> {
  const { metadata, trialDays, returnUrl, cancelUrl } = input;
  const returnParams = {
    hosted: { success_url: returnUrl, cancel_url: cancelUrl },
    embedded: { return_url: returnUrl, redirect_on_completion: 'if_required' },
    custom: { return_url: returnUrl },
  } as const;
  return createOrFind(stripe, 'checkout.session', metadata, async () =>
    fromCheckoutSession(
      await stripe.checkout.sessions.create(
        {
          mode: input.mode,
          ui_mode: uiModes[input.uiMode],
          ...returnParams[input.uiMode],
          metadata,
          line_items: input.items.map((item) => lineItem(item, input.currency)),
          ...collectedThrough(input.mode, metadata, trialDays),
          ...(input.expiresAt ? { expires_at: Math.floor(input.expiresAt.getTime() / 1000) } : {}),
          ...payer(input),
        },
        under(input),
      ),
    ),
  );
}

/** The metadata of what collects the money, so that its events name the attempt too. */
function collectedThrough(
  mode: NewCheckoutSession['mode'],
  metadata: Readonly<Record<string, string>>,
  trialDays: number | null,
): Pick<Stripe.Checkout.SessionCreateParams, 'payment_intent_data' | 'subscription_data'> {
  if (mode === 'payment') return { payment_intent_data: { metadata } };
  const trial = trialDays === null ? {} : { trial_period_days: trialDays };
  return { subscription_data: { metadata, ...trial } };
}

const payer = ({ customerId, email }: NewCheckoutSession) => {
  if (customerId) return { customer: customerId };
  const customerEmail = email && asciiEmail(email);
  return customerEmail ? { customer_email: customerEmail } : {};
};

function lineItem(item: PlanItem, currency: string): Stripe.Checkout.SessionCreateParams.LineItem {
  const { quantity, priceId } = item;
  return priceId === null
    ? { quantity, price_data: { ...priceData(item, currency), product_data: { name: item.name } } }
    : { quantity, price: priceId };
}

function priceData({ unitAmountMinor, recurring }: PlanItem, currency: string) {
  return {
    currency,
    unit_amount: unitAmountMinor ?? 0,
    ...(recurring
      ? { recurring: { interval: recurring.interval, interval_count: recurring.intervalCount } }
      : {}),
  };
}

export async function createSubscription(
  stripe: Stripe,
  input: NewSubscription,
): Promise<ProviderRoot> {
  const { metadata, trialDays, customerId, paymentMethodId } = input;
  const prices = await getPrices(stripe, input);
  return createOrFind(stripe, 'subscription', metadata, async () =>
    fromSubscription(
      await stripe.subscriptions.create(
        {
          customer: customerId,
          metadata,
          items: prices,
          payment_behavior: 'default_incomplete',
          payment_settings: { save_default_payment_method: 'on_subscription' },
          expand: ['latest_invoice'],
          ...(trialDays === null ? {} : { trial_period_days: trialDays }),
          ...(paymentMethodId ? { default_payment_method: paymentMethodId } : {}),
        },
        under(input),
      ),
    ),
  );
}

/** The provider's price of each item: the item's own, or one created from the item's amount. */
function getPrices(stripe: Stripe, input: NewSubscription) {
  return Promise.all(
    input.items.map(async (item, index) => {
      const { quantity, priceId } = item;
      if (priceId !== null) return { quantity, price: priceId };
      const price = await stripe.prices.create(
        { ...priceData(item, input.currency), product_data: { name: item.name } },
        { idempotencyKey: `${input.idempotencyKey}:price:${index}` },
      );
      return { quantity, price: price.id };
    }),
  );
}

export async function createCustomer(stripe: Stripe, input: NewCustomer): Promise<string> {
  const { metadata } = input;
  const email = input.email && asciiEmail(input.email);
  const customer = await stripe.customers.create(
    { metadata, ...(email ? { email } : {}) },
    under(input),
  );
  return customer.id;
}

export async function createSetupIntent(
  stripe: Stripe,
  input: NewSetupIntent,
): Promise<ProviderSetup> {
  const { metadata, customerId } = input;
  const params = {
    customer: customerId,
    metadata,
    usage: 'off_session',
    automatic_payment_methods: { enabled: true },
  } as const;
  return toSetup(await stripe.setupIntents.create(params, under(input)));
}

export function toSetup(setup: Stripe.SetupIntent): ProviderSetup {
  const isCanceled = setup.status === 'canceled';
  const isSaved = setup.status === 'succeeded';
  return {
    id: setup.id,
    clientSecret: setup.client_secret,
    isCanceled,
    paymentMethodId: isSaved ? getId(setup.payment_method) : null,
    decline: isCanceled || isSaved ? null : declineOfSetup(setup),
  };
}

/**
 * Creates an object, or finds the existing one when the provider refuses the idempotency key because
 * it was used with other parameters, such as another link of the same session or another email address.
 */
async function createOrFind(
  stripe: Stripe,
  type: 'payment_intent' | 'checkout.session' | 'subscription',
  metadata: Readonly<Record<string, string>>,
  create: () => Promise<ProviderRoot>,
): Promise<ProviderRoot> {
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
    const kind = rootKinds[type];
    const attempt = metadata.proxy_acquisition_attempt_id ?? '';
    const until = new Date();
    const from = new Date(until.getTime() - KEY_LIFETIME_MS);
    const id = await kind?.findByAttempt(stripe, attempt, { from, until });
    if (!kind || !id) throw error;
    return kind.read(stripe, id);
  }
}
