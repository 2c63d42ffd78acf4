import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { browser, card, control, startForTests } from '../../test/start.ts';

const { sandbox, stripe } = await startForTests();
const product = await stripe.products.create({ name: 'Pro' });
const price = await stripe.prices.create({
  product: product.id,
  currency: 'eur',
  unit_amount: 900,
  recurring: { interval: 'month' },
});

const customerWith = async (method: string) => {
  const customer = await stripe.customers.create({ payment_method: method });
  const { data } = await stripe.paymentMethods.list({ customer: customer.id });
  return stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: data[0]?.id ?? '' },
  });
};

const subscribe = async (
  customer: Stripe.Customer,
  more: Partial<Stripe.SubscriptionCreateParams> = {},
) =>
  stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id, quantity: 2 }],
    metadata: { a: 'b' },
    ...more,
  });

it('a subscription is active once its first invoice is paid', async () => {
  const subscription = await subscribe(await customerWith('pm_card_visa'), {
    expand: ['latest_invoice.payments'],
  });
  expect(subscription.status).toBe('active');
  const invoice = subscription.latest_invoice as Stripe.Invoice;
  expect(invoice).toMatchObject({
    status: 'paid',
    amount_paid: 1800,
    billing_reason: 'subscription_create',
  });
  expect(invoice.payments?.data[0]).toMatchObject({
    status: 'paid',
    payment: { type: 'payment_intent' },
  });
  expect(price.unit_amount_decimal?.toString()).toBe('900');
});

it('a trial ends with a paid invoice and an active subscription', async () => {
  const customer = await customerWith('pm_card_visa');
  const subscription = await subscribe(customer, { trial_period_days: 7 });
  expect(subscription).toMatchObject({ status: 'trialing' });
  expect(subscription.trial_end).toBe(subscription.items.data[0]?.current_period_end);
  const created = await stripe.events.list({ type: 'customer.subscription.created' });
  expect(created.data[0]?.data.object).toMatchObject({ id: subscription.id, status: 'trialing' });
  const advanced = await control(sandbox, `subscriptions/${subscription.id}/advance`);
  expect(advanced.body.status).toBe('active');
  const invoices = await stripe.invoices.list({ subscription: subscription.id });
  expect(
    invoices.data.map((invoice) => [invoice.billing_reason, invoice.status, invoice.total]),
  ).toEqual([
    ['subscription_cycle', 'paid', 1800],
    ['subscription_create', 'paid', 0],
  ]);
});

it('the pending setup intent of a trial collects a default payment method', async () => {
  const customer = await stripe.customers.create();
  const subscription = await subscribe(customer, {
    trial_period_days: 7,
    expand: ['pending_setup_intent'],
  });
  const setup = subscription.pending_setup_intent as Stripe.SetupIntent;
  const done = await browser(sandbox, 'POST', `/v1/setup_intents/${setup.id}/confirm`, {
    client_secret: setup.client_secret ?? '',
    ...card('4242424242424242'),
  });
  expect(done.status).toBe(200);
  const after = await stripe.subscriptions.retrieve(subscription.id);
  expect(after.pending_setup_intent).toBeNull();
  expect(after.default_payment_method).toMatch(/^pm_/);
});

it('default_incomplete waits for a confirmation in the browser', async () => {
  const customer = await stripe.customers.create();
  const subscription = await subscribe(customer, {
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.confirmation_secret'],
  });
  expect(subscription.status).toBe('incomplete');
  const secret =
    (subscription.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? '';
  const intent = secret.split('_secret_')[0];
  const confirm = (number: string) =>
    browser(sandbox, 'POST', `/v1/payment_intents/${intent}/confirm`, {
      client_secret: secret,
      ...card(number),
    });
  expect((await confirm('4000000000000002')).status).toBe(402);
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete');
  expect((await confirm('4242424242424242')).status).toBe(200);
  const after = await stripe.subscriptions.retrieve(subscription.id);
  expect(after.status).toBe('active');
  expect(after.default_payment_method).toMatch(/^pm_/);
  const types = (await stripe.events.list({ limit: 100 })).data.map((event) => event.type);
  expect(types).toEqual(
    expect.arrayContaining([
      'invoice.payment_failed',
      'invoice.paid',
      'customer.subscription.updated',
    ]),
  );
});

it('error_if_incomplete creates nothing if the payment is declined', async () => {
  const customer = await customerWith('pm_card_chargeCustomerFail');
  await expect(
    subscribe(customer, { payment_behavior: 'error_if_incomplete' }),
  ).rejects.toMatchObject({ statusCode: 402 });
  expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual(
    [],
  );
});

it('a failed renewal makes a subscription past due until its invoice is paid', async () => {
  const customer = await customerWith('pm_card_visa');
  const subscription = await subscribe(customer);
  const { data } = await stripe.paymentMethods.list({ customer: customer.id });
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: customer.id,
  });
  await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id });
  const advanced = await control(sandbox, `subscriptions/${subscription.id}/advance`);
  expect(advanced.body.status).toBe('past_due');
  await stripe.invoices.pay(String(advanced.body.latest_invoice), {
    payment_method: data[0]?.id ?? '',
  });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
});

it('a subscription can be updated and canceled', async () => {
  const subscription = await subscribe(await customerWith('pm_card_visa'));
  const item = subscription.items.data[0]?.id ?? '';
  const changed = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, quantity: 5 }],
    proration_behavior: 'none',
    cancel_at_period_end: true,
  });
  expect(changed).toMatchObject({
    cancel_at_period_end: true,
    items: { data: [{ id: item, quantity: 5 }] },
  });
  expect(changed.cancel_at).toBe(changed.items.data[0]?.current_period_end);
  const ended = await stripe.subscriptions.cancel(subscription.id);
  expect(ended.status).toBe('canceled');
  await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
    code: 'resource_missing',
  });
  const deleted = await stripe.events.list({ type: 'customer.subscription.deleted' });
  expect(deleted.data[0]?.data.object).toMatchObject({ id: subscription.id });
});

it('creation without a payment method, with an unknown price or without items is rejected', async () => {
  const customer = await stripe.customers.create();
  await expect(subscribe(customer)).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(subscribe(customer, { items: [{ price: 'price_none' }] })).rejects.toMatchObject({
    param: 'items[0][price]',
  });
  await expect(subscribe(customer, { items: undefined as never })).rejects.toMatchObject({
    code: 'parameter_missing',
    param: 'items',
  });
});
