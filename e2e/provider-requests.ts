import { createHash } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { demo } from './demo.ts';
import { merchantServer } from './merchant.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A card that pays. */
export const visa = { payment_method: 'pm_card_visa' };

/** Where the provider would redirect a payer who has none of our pages open. */
const return_url = 'https://shop.test/return';

/**
 * Reserves an attempt of a session of €42.00 and returns the fields that mark the provider's objects as its own, and
 * how the merchant's server attaches them.
 */
async function reserve(request: APIRequestContext, sessionId: string, options: object) {
  const attempts = `${demo.api_url}/proxy_sessions/${sessionId}/acquisition_attempts`;
  const data = { commercial_mode: 'one_time', pricing_mode: 'fixed', ...options };
  const { acquisition_attempt: attempt, provider: created } = await post(
    request,
    attempts,
    demo.secret_key,
    { data: { provider_options_fingerprint: sha256('e2e'), ...data } },
  );
  let { version } = attempt;
  return {
    metadata: Object.fromEntries(
      Object.entries(created.metadata).map(([name, value]) => [`metadata[${name}]`, String(value)]),
    ),
    attach: async (role: string, object_type: string, object_id: string, more: object = {}) => {
      const object = { role, object_type, object_id, expected_version: version, ...more };
      const path = `${attempts}/${attempt.id}/provider_objects`;
      ({ version } = await post(request, path, demo.secret_key, { data: object }));
    },
  };
}

/** The confirmation that the provider's object charges the cart. */
const confirmed = (id: string, currency = 'eur') => ({
  provider_confirmation: {
    amount_minor: 4200,
    currency,
    cart_version: 1,
    evidence_sha256: sha256(id),
  },
});

/** Creates the payment intent of a session, as the merchant's server does; returns its id. */
export async function createIntent(
  request: APIRequestContext,
  sessionId: string,
  currency: 'eur' | 'gbp' = 'eur',
): Promise<string> {
  const { metadata, attach } = await reserve(request, sessionId, {
    integration_path: 'payment_intent',
  });
  const fields = { amount: '4200', currency, ...metadata };
  const { id } = await provider(request, '/payment_intents', fields);
  await attach('root', 'payment_intent', id, confirmed(id, currency));
  return id;
}

/** Starts the trial of a session without a card, as the merchant's server does. */
export async function startTrial(request: APIRequestContext, sessionId: string): Promise<void> {
  const { metadata, attach } = await reserve(request, sessionId, {
    integration_path: 'direct_subscription',
    commercial_mode: 'subscription',
  });
  const { id: customer } = await provider(request, '/customers', { name: 'Ada Lovelace' });
  await attach('customer', 'customer', customer);
  const { id: product } = await provider(request, '/products', { name: 'Filter coffee' });
  const { id } = await provider(request, '/subscriptions', {
    customer,
    'items[0][price_data][currency]': 'eur',
    'items[0][price_data][unit_amount]': '4200',
    'items[0][price_data][product]': product,
    'items[0][price_data][recurring][interval]': 'month',
    payment_behavior: 'default_incomplete',
    trial_period_days: '14',
    ...metadata,
  });
  await attach('root', 'subscription', id, confirmed(id));
}

/** Confirms a payment intent with the fields of a payment method, as a payer does. */
export const confirmIntent = (
  request: APIRequestContext,
  intent: string,
  method: Record<string, string>,
) => provider(request, `/payment_intents/${intent}/confirm`, { return_url, ...method });

/** The same with a test card that the bank declines. */
export const declineIntent = (request: APIRequestContext, intent: string) =>
  provider(
    request,
    `/payment_intents/${intent}/confirm`,
    { return_url, payment_method: 'pm_card_chargeDeclined' },
    402,
  );

/** Confirms a setup intent with a card. */
export const confirmSetup = (request: APIRequestContext, intent: string) =>
  provider(request, `/setup_intents/${intent}/confirm`, { return_url, ...visa });

/** Creates a session of €42.00 for which the provider captures another amount, in minor units. */
export async function createConflict(
  request: APIRequestContext,
  captured: number,
): Promise<{ id: string; url: string; intent: string }> {
  const server = merchantServer(request);
  const { id, handoff_url: url } = await server.createSession();
  const intent = await createIntent(request, id);
  await provider(request, `/payment_intents/${intent}`, { amount: String(captured) });
  await confirmIntent(request, intent, visa);
  await server.waitForStatus(id, 'payment_conflicted');
  return { id, url, intent };
}

/** Captures a payment at the provider that belongs to no session; returns its payment intent. */
export async function payWithoutSession(request: APIRequestContext): Promise<string> {
  const { id } = await provider(request, '/payment_intents', { amount: '900', currency: 'eur' });
  await confirmIntent(request, id, visa);
  return id;
}

/**
 * Refunds a payment at the provider.
 * @param amount minor units; in full without it
 */
export async function refund(
  request: APIRequestContext,
  intent: string,
  amount?: number,
): Promise<void> {
  const part: Record<string, string> = amount === undefined ? {} : { amount: String(amount) };
  await provider(request, '/refunds', { payment_intent: intent, ...part });
}

/**
 * Bills the next period of a subscription at the provider, and disputes its payment.
 * @param subscription the provider's id
 */
export async function disputeRenewal(
  request: APIRequestContext,
  subscription: string,
): Promise<void> {
  const control = (path: string) =>
    post(request, `${demo.sandbox_url}/_sandbox${path}`, demo.provider_secret_key, { form: {} });
  const list = async (path: string) => {
    const headers = { authorization: `Bearer ${demo.provider_secret_key}` };
    const response = await request.get(`${demo.sandbox_url}/v1${path}`, { headers });
    return (await response.json()).data;
  };
  await control(`/subscriptions/${subscription}/advance`);
  const findIntent = async (): Promise<string | null> => {
    const [invoice] = await list(`/invoices?subscription=${subscription}&limit=1`);
    if (invoice?.billing_reason !== 'subscription_cycle') return null;
    const [paid] = await list(`/invoice_payments?invoice=${invoice.id}&limit=1`);
    return paid?.payment.payment_intent ?? null;
  };
  await expect.poll(findIntent).not.toBeNull();
  await control(`/payment_intents/${await findIntent()}/dispute`);
}

/** Cancels a payment intent at the provider, as a merchant's team can in the provider's own dashboard. */
export async function cancelIntent(request: APIRequestContext, intent: string): Promise<void> {
  await provider(request, `/payment_intents/${intent}/cancel`, {});
}

const provider = (
  request: APIRequestContext,
  path: string,
  form: Record<string, string>,
  status = 200,
) => post(request, `${demo.sandbox_url}/v1${path}`, demo.provider_secret_key, { form }, status);

async function post(
  request: APIRequestContext,
  url: string,
  key: string,
  body: { data: object } | { form: Record<string, string> },
  status = 200,
) {
  const headers = { authorization: `Bearer ${key}` };
  const response = await request.post(url, { headers, ...body });
  expect(response.status(), await response.text()).toBe(status);
  return response.json();
}
