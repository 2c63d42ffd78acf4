import type { Clients } from './clients.ts';

/** The amount of every session, in minor units. */
export const AMOUNT = 4200;

/** A root object at the provider. */
export interface Root {
  readonly id: string;
  readonly latest_invoice?: string;
}

/** Sends requests of the merchant's server to the provider. */
export type ProviderClient = Pick<Clients, 'provider'>;

/** What an object is created for. */
interface Order {
  /** In minor units. */
  readonly amountMinor: number;
  readonly metadata: object;
  /** The idempotency key of the root object. */
  readonly key: string;
}

/** One way to integrate: how the merchant's server creates and pays a root object. */
export interface IntegrationPath {
  readonly name: string;
  readonly options: {
    readonly commercial_mode: 'one_time' | 'subscription';
    readonly integration_path: string;
    readonly direct_subscription_source?: string;
  };
  /** The type of the root object. */
  readonly type: string;
  create(client: ProviderClient, order: Order): Promise<Root>;
  /** Returns the payment intent of the root object; null if there is none yet. */
  getIntent(client: ProviderClient, root: Root): Promise<string | null>;
  /** Submits the provider's hosted page, if the path has one. */
  submit?(client: ProviderClient, root: Root): Promise<void>;
  /** Ends the root object at the provider, as a user of its dashboard would. */
  end(client: ProviderClient, root: Root): Promise<void>;
}

const createPrice = (amountMinor: number) => ({ currency: 'eur', unit_amount: amountMinor });
const createMonthlyPrice = (amountMinor: number) => ({
  ...createPrice(amountMinor),
  recurring: { interval: 'month' },
});

const paymentIntent: IntegrationPath = {
  name: 'payment_intent',
  options: { commercial_mode: 'one_time', integration_path: 'payment_intent' },
  type: 'payment_intent',
  create: ({ provider }, { amountMinor: amount, metadata, key }) =>
    provider('POST', '/v1/payment_intents', { amount, currency: 'eur', metadata }, key),
  getIntent: async (_, root) => root.id,
  end: async ({ provider }, root) => {
    await provider('POST', `/v1/payment_intents/${root.id}/cancel`);
  },
};

const checkout = (mode: 'payment' | 'subscription'): IntegrationPath => ({
  name: `checkout_session for a ${mode}`,
  options: {
    commercial_mode: mode === 'payment' ? 'one_time' : 'subscription',
    integration_path: 'checkout_session',
  },
  type: 'checkout.session',
  create: ({ provider }, { amountMinor, metadata, key }) => {
    const price_data = {
      ...(mode === 'payment' ? createPrice : createMonthlyPrice)(amountMinor),
      product_data: { name: 'Coffee' },
    };
    const body = {
      mode,
      metadata,
      success_url: 'https://shop.test/thanks',
      line_items: [{ quantity: 1, price_data }],
    };
    return provider('POST', '/v1/checkout/sessions', body, key);
  },
  async getIntent({ provider }, root) {
    const page = await provider<{ payment_intent?: { id: string } }>(
      'GET',
      `/v1/payment_pages/${root.id}`,
    );
    return page.payment_intent?.id ?? null;
  },
  submit: async ({ provider }, root) => {
    const body = { email: 'ada@example.com', payment_method: 'pm_card_visa' };
    await provider('POST', `/v1/payment_pages/${root.id}/confirm`, body);
  },
  end: async ({ provider }, root) => {
    await provider('POST', `/v1/checkout/sessions/${root.id}/expire`);
  },
});

const directSubscription: IntegrationPath = {
  name: 'direct_subscription',
  options: {
    commercial_mode: 'subscription',
    integration_path: 'direct_subscription',
    direct_subscription_source: 'saved_payment_method',
  },
  type: 'subscription',
  async create({ provider }, { amountMinor, metadata, key }) {
    const customer = await provider<Root>('POST', '/v1/customers', { email: 'ada@example.com' });
    const product = await provider<Root>('POST', '/v1/products', { name: 'Coffee' });
    const body = {
      customer: customer.id,
      metadata,
      items: [{ price_data: { ...createMonthlyPrice(amountMinor), product: product.id } }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
    };
    return provider('POST', '/v1/subscriptions', body, key);
  },
  async getIntent({ provider }, root) {
    const { data } = await provider<{ data: { payment: { payment_intent: string } }[] }>(
      'GET',
      '/v1/invoice_payments',
      { invoice: root.latest_invoice },
    );
    return data[0]?.payment.payment_intent ?? null;
  },
  end: async ({ provider }, root) => {
    await provider('DELETE', `/v1/subscriptions/${root.id}`);
  },
};

export const integrationPaths: readonly IntegrationPath[] = [
  paymentIntent,
  checkout('payment'),
  checkout('subscription'),
  directSubscription,
];

export const pick = <T>(list: readonly T[]): T => {
  const one = list[Math.floor(Math.random() * list.length)];
  if (one === undefined) throw new Error('pick() needs a list with an element');
  return one;
};
