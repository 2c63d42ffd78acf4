import type { IntegrationPath, PricingMode } from '@parley/domain';
import type Stripe from 'stripe';
import { expect } from 'vitest';
import { confirmation, hex, order, type TestApi } from './api.ts';
import type { Payments } from './provider.ts';

/** An integration path on which a merchant's own server takes a payment. */
export interface Path {
  readonly name: string;
  readonly integration_path: IntegrationPath;
  readonly commercial_mode: 'one_time' | 'subscription';
  readonly direct_subscription_source?: 'setup_intent' | 'saved_payment_method';
  /** Creates the provider's objects with what was reserved. */
  create(payments: Payments, made: Reserved): Promise<Created>;
}

interface Reserved {
  readonly metadata: Record<string, string>;
  readonly idempotencyKey: string;
  readonly setupKey: string | undefined;
  /** Attaches another object than the root. */
  attach(role: 'customer' | 'setup_intent', id: string): Promise<void>;
}

interface Created {
  readonly type: string;
  readonly id: string;
  /** Pays with a card. */
  pay(card: string): Promise<void>;
}

/** A line item of €42.00 of a checkout session. */
export const lineItem = (recurring: boolean) => ({
  quantity: 1,
  price_data: {
    currency: 'eur',
    unit_amount: 4200,
    product_data: { name: 'Coffee' },
    ...(recurring ? { recurring: { interval: 'month' as const } } : {}),
  },
});

const paymentIntent: Path = {
  name: 'payment_intent',
  integration_path: 'payment_intent',
  commercial_mode: 'one_time',
  async create({ stripe }, { metadata, idempotencyKey }) {
    const intent = await stripe.paymentIntents.create(
      { amount: 4200, currency: 'eur', metadata },
      { idempotencyKey },
    );
    return {
      type: 'payment_intent',
      id: intent.id,
      pay: (card) =>
        attempt(
          stripe.paymentIntents.confirm(intent.id, { payment_method: card, use_stripe_sdk: true }),
        ),
    };
  },
};

/** The payer submits the provider's own page. */
async function submitPage(payments: Payments, id: string, card: string): Promise<void> {
  const { account } = payments;
  await fetch(`${account.apiUrl}/v1/payment_pages/${id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: account.publishableKey,
      email: 'ada@example.com',
      payment_method: card,
    }),
  });
}

const checkout = (mode: 'payment' | 'subscription', trialDays?: number): Path => ({
  name: `checkout_session for a ${trialDays ? 'trial' : mode}`,
  integration_path: 'checkout_session',
  commercial_mode: mode === 'payment' ? 'one_time' : 'subscription',
  async create(payments, { metadata, idempotencyKey }) {
    const session = await payments.stripe.checkout.sessions.create(
      {
        mode,
        metadata,
        success_url: 'https://shop.test/thanks',
        line_items: [lineItem(mode === 'subscription')],
        ...(trialDays ? { subscription_data: { trial_period_days: trialDays } } : {}),
      },
      { idempotencyKey },
    );
    return {
      type: 'checkout.session',
      id: session.id,
      pay: (card) => submitPage(payments, session.id, card),
    };
  },
});

const direct = (source: 'setup_intent' | 'saved_payment_method', trialDays?: number): Path => ({
  name: `direct_subscription by ${source}${trialDays ? ', a trial' : ''}`,
  integration_path: 'direct_subscription',
  commercial_mode: 'subscription',
  direct_subscription_source: source,
  async create({ stripe }, { metadata, idempotencyKey, setupKey, attach }) {
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    await attach('customer', customer.id);
    if (source === 'setup_intent') {
      const setup = await stripe.setupIntents.create(
        { customer: customer.id, metadata },
        { idempotencyKey: setupKey ?? '' },
      );
      await attach('setup_intent', setup.id);
      await stripe.setupIntents.confirm(setup.id, {
        payment_method: 'pm_card_visa',
        use_stripe_sdk: true,
      });
    }
    const subscription = await createSubscription(stripe, customer.id, {
      metadata,
      idempotencyKey,
      trialDays,
    });
    const invoice = subscription.latest_invoice;
    return {
      type: 'subscription',
      id: subscription.id,
      pay: async (card) => {
        if (trialDays || typeof invoice !== 'string') return;
        const payments = await stripe.invoicePayments.list({ invoice });
        const intent = payments.data[0]?.payment.payment_intent as string;
        await attempt(stripe.paymentIntents.confirm(intent, { payment_method: card }));
      },
    };
  },
});

/** Creates a monthly subscription of €42.00 whose first payment the payer confirms. */
export async function createSubscription(
  stripe: Stripe,
  customer: string,
  {
    metadata,
    idempotencyKey,
    trialDays = 0,
  }: { metadata: Stripe.MetadataParam; idempotencyKey: string; trialDays?: number | undefined },
) {
  const { id: product } = await stripe.products.create({ name: 'Coffee, monthly' });
  const recurring = { interval: 'month' } as const;
  return stripe.subscriptions.create(
    {
      customer,
      metadata,
      items: [{ price_data: { currency: 'eur', unit_amount: 4200, product, recurring } }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      ...(trialDays > 0 ? { trial_period_days: trialDays } : {}),
    },
    { idempotencyKey },
  );
}

/** A declined card makes the provider's client throw. */
async function attempt(call: Promise<unknown>): Promise<void> {
  await call.catch((error: Stripe.errors.StripeError) => {
    if (error.type !== 'StripeCardError') throw error;
  });
}

export const paths: readonly Path[] = [
  paymentIntent,
  checkout('payment'),
  checkout('subscription'),
  direct('saved_payment_method'),
  direct('setup_intent'),
];

export const trialPaths: readonly Path[] = [
  checkout('subscription', 14),
  direct('saved_payment_method', 14),
];

/**
 * Returns a function that attaches objects to an attempt, one after the other.
 * @param attempt as it was reserved
 */
export function createAttach(
  api: TestApi,
  attempt: { id: string; proxy_session_id: string; version: number },
) {
  let { version } = attempt;
  const path = `/proxy_sessions/${attempt.proxy_session_id}/acquisition_attempts/${attempt.id}`;
  return async (role: string, type: string, id: string, more: object = {}): Promise<void> => {
    const response = await api.post(`${path}/provider_objects`, {
      role,
      object_type: type,
      object_id: id,
      expected_version: version,
      ...more,
    });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    version = response.body.version;
  };
}

/** The confirmation of the order's cart, sent with its root object. */
export const buildConfirmation = (finalized: boolean) => ({
  provider_confirmation: {
    ...confirmation,
    ...(finalized ? { merchandise_subtotal_minor: 4200 } : {}),
  },
});

/** A session on a path, up to where the payer can pay. */
export async function prepared(
  payments: Payments,
  path: Path,
  {
    pricing = 'fixed' as PricingMode,
    scenario = undefined as string | undefined,
    change = {} as object,
    attached = true,
  } = {},
) {
  const { api } = payments;
  const { id } = (await api.post('/proxy_sessions', { ...order, ...change })).body;
  await api.post(`/proxy_sessions/${id}/payer_opened`);
  const attemptsPath = `/proxy_sessions/${id}/acquisition_attempts`;
  const finalized = pricing === 'provider_finalized';
  const { body } = await api.post(attemptsPath, {
    commercial_mode: path.commercial_mode,
    integration_path: path.integration_path,
    pricing_mode: pricing,
    provider_options_fingerprint: hex('a'),
    ...(path.direct_subscription_source
      ? { direct_subscription_source: path.direct_subscription_source }
      : {}),
    ...(finalized ? { merchandise_subtotal_minor: 4200 } : {}),
  });
  const attemptId = body.acquisition_attempt.id as string;
  const attemptPath = `${attemptsPath}/${attemptId}`;
  const attach = createAttach(api, body.acquisition_attempt);
  const created = await path.create(payments, {
    metadata: {
      ...body.provider.metadata,
      ...(scenario ? { sandbox_scenario: scenario } : {}),
    },
    idempotencyKey: body.provider.idempotency_keys.root,
    setupKey: body.provider.idempotency_keys.setup_intent,
    attach: (role, objectId) => attach(role, role, objectId),
  });
  if (attached) {
    await attach('root', created.type, created.id, buildConfirmation(finalized));
  }
  return { ...created, rootId: created.id, id: id as string, attemptId, attemptsPath, attemptPath };
}
