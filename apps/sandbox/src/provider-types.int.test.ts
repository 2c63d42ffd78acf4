import { waitFor } from '@parley/testing';
import { expect, it } from 'vitest';
import { control, startForTests } from '../test/start.ts';

const { sandbox, stripe, traffic } = await startForTests();

const address = { line1: 'Hauptstr. 1', city: 'Kiel', country: 'DE' };
const metadata = { order: '1' };
const page = { success_url: 'https://shop.test/done' };

async function newCustomer() {
  return stripe.customers.create({
    name: 'Ada',
    email: 'ada@example.test',
    address,
    shipping: { name: 'Ada', address },
    payment_method: 'pm_card_visa',
    metadata,
  });
}

async function catalog() {
  const product = await stripe.products.create({ name: 'Coffee', metadata });
  const once = { currency: 'eur', unit_amount: 900, product: product.id };
  const price = await stripe.prices.create(once);
  const monthly = await stripe.prices.create({ ...once, recurring: { interval: 'month' } });
  return { product, price, monthly };
}

it('every operation returns objects and events as the provider declares them', async () => {
  const customer = await newCustomer();
  const { data: cards } = await stripe.paymentMethods.list({ customer: customer.id });
  const card = cards[0]?.id ?? '';
  const { product, price, monthly } = await catalog();
  await stripe.customers.update(customer.id, {
    address: { line1: 'Hauptstr. 2' },
    invoice_settings: { default_payment_method: card },
  });
  await stripe.customers.retrieve(customer.id);
  await stripe.customers.list();
  await stripe.customers.search({ query: "email:'ada@example.test'" });
  await stripe.paymentMethods.retrieve(card);
  const other = await stripe.paymentMethods.create({
    type: 'card',
    card: { token: 'tok_mastercard' },
  });
  await stripe.paymentMethods.attach(other.id, { customer: customer.id });
  await stripe.products.update(product.id, { description: 'Ground' });
  await stripe.products.retrieve(product.id);
  await stripe.products.list();
  await stripe.products.search({ query: 'active:"true"' });
  await stripe.prices.retrieve(price.id);
  await stripe.prices.list();
  await stripe.prices.search({ query: 'active:"true"' });
  await stripe.accounts.retrieveCurrent();

  // Payments, refunds and disputes.
  const confirmed = { confirm: true, return_url: 'https://shop.test/done' };
  const money = { amount: 4_200, currency: 'eur', metadata };
  const paid = await stripe.paymentIntents.create({
    ...money,
    ...confirmed,
    customer: customer.id,
    payment_method: card,
    shipping: { name: 'Ada', address },
    expand: ['latest_charge', 'customer', 'payment_method'],
  });
  await stripe.paymentIntents.list();
  await stripe.paymentIntents.search({ query: "metadata['order']:'1'" });
  const authenticated = await stripe.paymentIntents.create({
    ...money,
    ...confirmed,
    payment_method: 'pm_card_authenticationRequired',
  });
  await control(
    sandbox,
    `challenges/${authenticated.next_action?.redirect_to_url?.url?.match(/source=(\w+)/)?.[1]}`,
    { outcome: 'succeeded' },
  );
  await stripe.paymentIntents.retrieve(authenticated.id, { expand: ['latest_charge'] });
  const declined = await stripe.paymentIntents.create({
    ...money,
    allowed_payment_method_types: ['card'],
  });
  await expect(
    stripe.paymentIntents.confirm(declined.id, { payment_method: 'pm_card_chargeDeclined' }),
  ).rejects.toThrow();
  await stripe.paymentIntents.retrieve(declined.id, { expand: ['latest_charge'] });
  await stripe.paymentIntents.confirm(declined.id, { payment_method: 'pm_card_settlesLater' });
  await control(sandbox, `payment_intents/${declined.id}/settle`);
  const open = await stripe.paymentIntents.create(money);
  await stripe.paymentIntents.update(open.id, { amount: 4_300 });
  await stripe.paymentIntents.cancel(open.id, { cancellation_reason: 'abandoned' });
  const charge = paid.latest_charge;
  const chargeId = typeof charge === 'string' ? charge : (charge?.id ?? '');
  await stripe.charges.retrieve(chargeId, { expand: ['refunds'] });
  await stripe.charges.list();
  await stripe.charges.search({ query: "currency:'eur'" });
  const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 100 });
  await stripe.refunds.retrieve(refund.id);
  await stripe.refunds.list();
  const failing = await stripe.paymentIntents.create({
    ...money,
    ...confirmed,
    payment_method: 'pm_card_refundFail',
  });
  await stripe.refunds.create({ payment_intent: failing.id });
  await stripe.paymentIntents.create({
    ...money,
    ...confirmed,
    payment_method: 'pm_card_createDispute',
  });
  const dispute = await waitFor(
    async () => (await stripe.events.list({ type: 'charge.dispute.created' })).data[0]?.data.object,
    { what: 'the dispute' },
  );
  const disputeId = 'id' in dispute ? String(dispute.id) : '';
  await stripe.disputes.list();
  await stripe.disputes.retrieve(disputeId, { expand: ['charge'] });
  await stripe.disputes.update(disputeId, { evidence: { uncategorized_text: 'Delivered.' } });

  // Setup.
  const setup = await stripe.setupIntents.create({
    customer: customer.id,
    payment_method: 'pm_card_visa',
    ...confirmed,
    expand: ['latest_attempt'],
  });
  await stripe.setupIntents.retrieve(setup.id, { expand: ['payment_method'] });
  await stripe.setupIntents.list();
  await stripe.setupAttempts.list({ setup_intent: setup.id });
  const later = await stripe.setupIntents.create({ allowed_payment_method_types: ['card'] });
  await stripe.setupIntents.update(later.id, { description: 'Later' });
  await expect(
    stripe.setupIntents.confirm(later.id, { payment_method: 'pm_card_chargeDeclined' }),
  ).rejects.toThrow();
  await stripe.setupIntents.confirm(later.id, { payment_method: 'pm_card_authenticationRequired' });
  await stripe.setupIntents.cancel(later.id);

  // Checkout.
  const items = [{ price: price.id, quantity: 2 }];
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: items,
    ...page,
    allowed_payment_method_types: ['card'],
    expand: ['line_items'],
  });
  await stripe.checkout.sessions.list();
  await stripe.checkout.sessions.retrieve(session.id);
  await stripe.checkout.sessions.update(session.id, { metadata });
  await stripe.checkout.sessions.listLineItems(session.id);
  await stripe.checkout.sessions.expire(session.id);
  await stripe.checkout.sessions.create({
    mode: 'setup',
    currency: 'eur',
    ui_mode: 'embedded_page',
    return_url: 'https://shop.test',
  });
  const subscribing = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: monthly.id, quantity: 1 }],
    ...page,
  });
  const confirmPage = (id: string) =>
    fetch(`${sandbox.url}/v1/payment_pages/${id}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        key: 'pk_test_sandboxtests0001',
        payment_method: 'pm_card_visa',
        email: 'ada@example.test',
      }),
    });
  expect((await confirmPage(subscribing.id)).status).toBe(200);
  await stripe.checkout.sessions.retrieve(subscribing.id, {
    expand: ['subscription', 'invoice', 'customer'],
  });

  // Subscriptions and invoices.
  const create = { customer: customer.id, items: [{ price: monthly.id }], metadata };
  const subscription = await stripe.subscriptions.create({
    ...create,
    expand: [
      'latest_invoice.payments',
      'latest_invoice.confirmation_secret',
      'pending_setup_intent',
    ],
  });
  await stripe.subscriptions.create({ ...create, trial_period_days: 7 });
  await stripe.subscriptions.list();
  await stripe.subscriptions.search({ query: "metadata['order']:'1'" });
  await stripe.subscriptions.retrieve(subscription.id, { expand: ['default_payment_method'] });
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  await stripe.subscriptionItems.list({ subscription: subscription.id });
  await stripe.subscriptions.cancel(subscription.id);
  const unpaid = await stripe.subscriptions.create({
    ...create,
    payment_behavior: 'default_incomplete',
  });
  const invoice = String(unpaid.latest_invoice);
  await stripe.invoices.retrieve(invoice);
  await stripe.invoices.list();
  await stripe.invoices.search({ query: "status:'open'" });
  await stripe.invoicePayments.list({ invoice, expand: ['data.payment.payment_intent'] });
  await stripe.invoices.pay(invoice, { payment_method: card });
  const voided = await stripe.subscriptions.create({
    ...create,
    payment_behavior: 'default_incomplete',
  });
  await stripe.invoices.voidInvoice(String(voided.latest_invoice));
  const sent = await stripe.subscriptions.create({
    ...create,
    collection_method: 'send_invoice',
    days_until_due: 14,
  });
  await stripe.invoices.finalizeInvoice(String(sent.latest_invoice));

  // Time and events.
  const clock = await stripe.testHelpers.testClocks.create({
    frozen_time: Math.floor(Date.now() / 1000),
    name: 'Renewals',
  });
  await stripe.testHelpers.testClocks.retrieve(clock.id);
  await stripe.testHelpers.testClocks.list();
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: clock.frozen_time + 60 });
  await stripe.testHelpers.testClocks.del(clock.id);
  const endpoint = await stripe.webhookEndpoints.create({
    url: 'http://127.0.0.1:9/events',
    enabled_events: ['charge.expired'],
  });
  await stripe.webhookEndpoints.retrieve(endpoint.id);
  await stripe.webhookEndpoints.list();
  await stripe.webhookEndpoints.del(endpoint.id);
  const [event] = (await stripe.events.list({ limit: 1 })).data;
  await stripe.events.retrieve(event?.id ?? '');
  await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });

  const fromBrowser = /payment_pages/;
  expect(traffic.uncalled().filter((route) => !fromBrowser.test(route))).toEqual([]);
  expect(traffic.violations()).toEqual([]);
});
