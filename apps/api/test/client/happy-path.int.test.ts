import { afterAll, expect, it } from 'vitest';
import { hex } from '../api.ts';
import { sessionReaches, startPayments } from '../provider.ts';
import * as client from './merchant-client.ts';

const payments = await startPayments();
client.defaults.baseUrl = `${payments.api.url}/v1`;
client.defaults.headers = { authorization: `Bearer ${payments.api.merchant.secretKey}` };
afterAll(() => payments.stop());

/** The data of a successful response, by the types of the client. */
function done<A extends { status: number; data: unknown }>(
  response: A,
): Extract<A, { status: 200 }>['data'] {
  expect(response).toMatchObject({ status: 200 });
  return response.data as Extract<A, { status: 200 }>['data'];
}

it('a client generated from the OpenAPI document takes a session from its cart to fulfillment', async () => {
  const { api, stripe } = payments;
  const cart = { lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 4200 }] };
  const order: client.CreateSessionWithHandoffRequest = {
    amount_minor: 3900,
    currency: 'EUR',
    buyer_reference: 'customer_8412',
    cart_snapshot: cart,
    publishable_key: api.merchant.publishableKey,
    payer_contact: { email: 'ada@example.com' },
  };
  const created = done(await client.createSessionWithHandoff(order, { idempotencyKey: 'order-1' }));
  const again = done(await client.createSessionWithHandoff(order, { idempotencyKey: 'order-1' }));
  expect(again).toEqual(created);
  const { id } = created;
  expect(created.handoff_url).toContain(id);

  const replaced = done(
    await client.replaceCart(id, {
      amount_minor: 4200,
      currency: 'eur',
      cart_snapshot: cart,
      expected_cart_version: 1,
    }),
  );
  expect(replaced.cart_version).toBe(2);
  expect(done(await client.issuePayerHandoff(id)).status).toBe('payer_handoff_pending');
  const opened = done(await client.recordPayerOpened(id));
  expect(opened).toMatchObject({ status: 'payer_opened', amount_minor: 4200 });

  const { acquisition_attempt: attempt, provider } = done(
    await client.reserveAttempt(id, {
      commercial_mode: 'one_time',
      integration_path: 'payment_intent',
      pricing_mode: 'fixed',
      provider_options_fingerprint: hex('a'),
      expected_cart_version: replaced.cart_version,
    }),
  );
  const intent = await stripe.paymentIntents.create(
    {
      amount: opened.amount_minor,
      currency: opened.currency,
      metadata: provider.metadata,
    },
    { idempotencyKey: provider.idempotency_keys.root },
  );
  const attached = done(
    await client.attachProviderObject(id, attempt.id, {
      role: 'root',
      object_type: 'payment_intent',
      object_id: intent.id,
      expected_version: attempt.version,
    }),
  );
  const confirmed = done(
    await client.confirmProviderCart(id, attempt.id, {
      amount_minor: opened.amount_minor,
      currency: opened.currency,
      cart_version: opened.cart_version,
      evidence_sha256: hex('e'),
      expected_version: attached.version,
    }),
  );
  expect(confirmed).toMatchObject({ status: 'confirmed', provider_confirmed_amount_minor: 4200 });
  expect(done(await client.listAttempts(id)).data).toEqual([confirmed]);

  await stripe.paymentIntents.confirm(intent.id, {
    payment_method: 'pm_card_visa',
    return_url: 'https://shop.test/return',
  });
  await sessionReaches(api, id, { status: 'paid' });
  const safe = done(await client.getSession(id, { pk: api.merchant.publishableKey }));
  expect(safe).toMatchObject({ status: 'paid', final: { amount_minor: 4200, currency: 'eur' } });

  const reported = done(
    await client.reportProvisioned(id, { fulfillment_reference: 'shipment_77120' }),
  );
  expect(reported.status).toBe('provisioned');
  const merchantView = done(await client.getMerchantSession(id));
  expect(merchantView).toMatchObject({
    status: 'provisioned',
    completed_acquisition_attempt_id: attempt.id,
    actionable_next_step: 'none',
  });
});

it('a client generated from the OpenAPI document receives the error code of a refused request', async () => {
  const response = await client.getMerchantSession('psess_unknown');
  if (response.status !== 404) throw new Error(`unexpected status ${response.status}`);
  expect(response.data.error.code).toBe('not_found');
});
