import { createHash } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { demo } from './demo.ts';
import { merchantServer } from './merchant.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Creates a session of €42.00 for which the provider captures another amount, in minor units. */
export async function createConflict(
  request: APIRequestContext,
  captured: number,
): Promise<{ id: string; intent: string }> {
  const server = merchantServer(request);
  const { id } = await server.createSession();
  const attempts = `${demo.api_url}/proxy_sessions/${id}/acquisition_attempts`;
  const reserved = await post(request, attempts, demo.secret_key, {
    data: {
      commercial_mode: 'one_time',
      integration_path: 'payment_intent',
      pricing_mode: 'fixed',
      provider_options_fingerprint: sha256('e2e'),
    },
  });
  const metadata = Object.entries(reserved.provider.metadata).map(([name, value]) => [
    `metadata[${name}]`,
    String(value),
  ]);
  const intent = await provider(request, '/payment_intents', {
    amount: '4200',
    currency: 'eur',
    ...Object.fromEntries(metadata),
  });
  await post(
    request,
    `${attempts}/${reserved.acquisition_attempt.id}/provider_objects`,
    demo.secret_key,
    {
      data: {
        role: 'root',
        object_type: 'payment_intent',
        object_id: intent.id,
        expected_version: reserved.acquisition_attempt.version,
        provider_confirmation: {
          amount_minor: 4200,
          currency: 'eur',
          cart_version: 1,
          evidence_sha256: sha256(intent.id),
        },
      },
    },
  );
  await provider(request, `/payment_intents/${intent.id}`, { amount: String(captured) });
  await provider(request, `/payment_intents/${intent.id}/confirm`, {
    payment_method: 'pm_card_visa',
    return_url: 'https://shop.test/return',
  });
  await server.waitForStatus(id, 'payment_conflicted');
  return { id, intent: intent.id };
}

/** Captures a payment at the provider that belongs to no session; returns its payment intent. */
export async function payWithoutSession(request: APIRequestContext): Promise<string> {
  const { id } = await provider(request, '/payment_intents', { amount: '900', currency: 'eur' });
  await provider(request, `/payment_intents/${id}/confirm`, {
    payment_method: 'pm_card_visa',
    return_url: 'https://shop.test/return',
  });
  return id;
}

/** Refunds a payment in full at the provider. */
export async function refundAll(request: APIRequestContext, intent: string): Promise<void> {
  await provider(request, '/refunds', { payment_intent: intent });
}

/** Cancels a payment intent at the provider, as a merchant's team can in the provider's own dashboard. */
export async function cancelIntent(request: APIRequestContext, intent: string): Promise<void> {
  await provider(request, `/payment_intents/${intent}/cancel`, {});
}

const provider = (request: APIRequestContext, path: string, form: Record<string, string>) =>
  post(request, `${demo.sandbox_url}/v1${path}`, demo.provider_secret_key, { form });

async function post(
  request: APIRequestContext,
  url: string,
  key: string,
  body: { data: object } | { form: Record<string, string> },
) {
  const headers = { authorization: `Bearer ${key}` };
  const response = await request.post(url, { headers, ...body });
  expect(response.status(), await response.text()).toBe(200);
  return response.json();
}
