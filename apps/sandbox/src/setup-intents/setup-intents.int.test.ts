import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { browser, card, startForTests } from '../../test/start.ts';

const { sandbox, stripe } = await startForTests();
const customer = await stripe.customers.create({
  email: 'ada@example.com',
  metadata: { tier: 'gold' },
});

const create = () => stripe.setupIntents.create({ customer: customer.id, metadata: { a: 'b' } });

async function confirm(setup: Stripe.SetupIntent, number: string) {
  const response = await browser(sandbox, 'POST', `/v1/setup_intents/${setup.id}/confirm`, {
    client_secret: setup.client_secret ?? '',
    ...card(number),
  });
  return { status: response.status, body: response.body as Stripe.SetupIntent };
}

it('a confirmed setup intent attaches the card to the customer', async () => {
  const setup = await create();
  expect(setup).toMatchObject({
    status: 'requires_payment_method',
    usage: 'off_session',
    metadata: { a: 'b' },
  });
  const done = await confirm(setup, '4242424242424242');
  expect(done.body.status).toBe('succeeded');
  expect(done.body).not.toHaveProperty('customer');
  const methods = await stripe.paymentMethods.list({ customer: customer.id });
  expect(methods.data[0]?.id).toBe(done.body.payment_method);
  await expect(stripe.setupIntents.cancel(setup.id)).rejects.toMatchObject({
    code: 'setup_intent_unexpected_state',
  });
  const types = (
    await stripe.events.list({
      types: ['setup_intent.created', 'setup_intent.succeeded', 'payment_method.attached'],
    })
  ).data;
  expect(types.map((event) => event.type)).toEqual([
    'setup_intent.succeeded',
    'payment_method.attached',
    'setup_intent.created',
  ]);
});

it('a declined setup intent has a last_setup_error', async () => {
  const setup = await create();
  expect((await confirm(setup, '4000000000000002')).status).toBe(402);
  const after = await stripe.setupIntents.retrieve(setup.id);
  expect(after).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { decline_code: 'generic_decline' },
  });
});

/** Creates a setup intent whose card requires authentication, and ends the authentication. */
async function authenticate(outcome: 'succeeded' | 'failed') {
  const setup = await create();
  const { body } = await confirm(setup, '4000002500003155');
  expect(body.status).toBe('requires_action');
  const sdk = body.next_action?.use_stripe_sdk as { source: string } | undefined;
  await browser(sandbox, 'POST', `/elements/challenge/${sdk?.source}`, { outcome });
  return stripe.setupIntents.retrieve(setup.id);
}

it('a failed authentication leaves the setup intent without a payment method', async () => {
  expect((await authenticate('failed')).status).toBe('requires_payment_method');
});

it('a card that was authenticated at setup is charged off-session', async () => {
  const after = await authenticate('succeeded');
  expect(after.status).toBe('succeeded');
  const paid = await stripe.paymentIntents.create({
    amount: 900,
    currency: 'eur',
    customer: customer.id,
    payment_method: String(after.payment_method),
    off_session: true,
    confirm: true,
    return_url: 'https://shop.test/return',
  });
  expect(paid.status).toBe('succeeded');
});

it('a canceled setup intent cannot be confirmed', async () => {
  const setup = await create();
  const canceled = await stripe.setupIntents.cancel(setup.id, { cancellation_reason: 'abandoned' });
  expect(canceled.status).toBe('canceled');
  expect((await confirm(setup, '4242424242424242')).status).toBe(400);
});

it('a payment method can be created and attached to one customer', async () => {
  const made = await browser(sandbox, 'POST', '/v1/payment_methods', {
    type: 'card',
    'card[number]': '5555555555554444',
    'card[exp_month]': '1',
    'card[exp_year]': '40',
    'card[cvc]': '999',
    'billing_details[name]': 'Ada',
  });
  const method = made.body as Stripe.PaymentMethod;
  expect(method).toMatchObject({
    card: { brand: 'mastercard', last4: '4444', exp_year: 2040 },
    billing_details: { name: 'Ada' },
  });
  const attached = await stripe.paymentMethods.attach(method.id, { customer: customer.id });
  expect(attached.customer).toBe(customer.id);
  const stranger = await stripe.customers.create();
  await expect(
    stripe.paymentMethods.attach(method.id, { customer: stranger.id }),
  ).rejects.toMatchObject({ statusCode: 400 });
  await expect(
    stripe.paymentIntents.create({
      amount: 900,
      currency: 'eur',
      customer: stranger.id,
      payment_method: method.id,
      confirm: true,
      return_url: 'https://shop.test/return',
    }),
  ).rejects.toMatchObject({ param: 'payment_method' });
});

it('an update of a customer changes only the given fields', async () => {
  const updated = await stripe.customers.update(customer.id, {
    name: 'Ada',
    metadata: { tier: '', plan: 'x' },
  });
  expect(updated).toMatchObject({ name: 'Ada', email: 'ada@example.com', metadata: { plan: 'x' } });
  await expect(stripe.customers.create({ email: 'nonsense' })).rejects.toMatchObject({
    code: 'email_invalid',
    param: 'email',
  });
});
