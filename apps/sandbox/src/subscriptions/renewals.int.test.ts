import { waitFor } from '@parley/testing';
import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { control, startForTests } from '../../test/start.ts';

const { sandbox, stripe } = await startForTests();
const price = await stripe.prices.create({
  product_data: { name: 'Pro' },
  currency: 'eur',
  unit_amount: 900,
  recurring: { interval: 'month' },
});

const readTypes = async (id: string) =>
  (await stripe.events.list({ limit: 100 })).data
    .filter(({ data }) => (data.object as { id?: string }).id === id)
    .map(({ type }) => type)
    .reverse();

/** A subscription whose trial has ended, with a card of the given kind. */
async function renewed(method: string) {
  const customer = await stripe.customers.create({ payment_method: method });
  const { data } = await stripe.paymentMethods.list({ customer: customer.id });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: data[0]?.id ?? '',
    trial_period_days: 7,
  });
  await control(sandbox, `subscriptions/${subscription.id}/advance`);
  return stripe.subscriptions.retrieve(subscription.id, {
    expand: ['latest_invoice.payments.data.payment.payment_intent'],
  });
}

it('a renewal that needs authentication waits for the payer', async () => {
  const subscription = await renewed('pm_card_authenticationRequired');
  expect(subscription.status).toBe('past_due');
  const invoice = subscription.latest_invoice as Stripe.Invoice;
  const intent = invoice.payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent;
  expect(intent).toMatchObject({ status: 'requires_action', last_payment_error: null });
  expect(await readTypes(invoice.id ?? '')).toEqual([
    'invoice.created',
    'invoice.finalized',
    'invoice.payment_action_required',
    'invoice.payment_failed',
  ]);
  const sdk = intent.next_action?.use_stripe_sdk as { source: string } | undefined;
  await control(sandbox, `challenges/${sdk?.source}`, { outcome: 'succeeded' });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
});

it('a subscription is no longer past due once its latest invoice is void', async () => {
  const { id, latest_invoice: latest } = await renewed('pm_card_authenticationRequired');
  await stripe.invoices.voidInvoice((latest as Stripe.Invoice).id ?? '');
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
});

it('a paid renewal announces its invoice payment and has a hosted invoice page', async () => {
  const { latest_invoice: latest } = await renewed('pm_card_visa');
  const invoice = latest as Stripe.Invoice;
  const payment = invoice.payments?.data[0];
  expect(await readTypes(payment?.id ?? '')).toEqual(['invoice_payment.paid']);
  const page = await fetch(invoice.hosted_invoice_url ?? '');
  expect(await page.text()).toContain('paid: 0 of 900 due');
});

it('a canceled subscription keeps everything but its metadata', async () => {
  const { id } = await renewed('pm_card_visa');
  await stripe.subscriptions.cancel(id);
  const kept = await stripe.subscriptions.update(id, { metadata: { left: 'yes' } });
  expect(kept).toMatchObject({ status: 'canceled', metadata: { left: 'yes' } });
  await expect(
    stripe.subscriptions.update(id, { description: 'x', metadata: { left: 'no' } }),
  ).rejects.toMatchObject({ code: 'invalid_canceled_subscription_fields' });
});

it('a test clock advances its subscriptions', async () => {
  const frozen_time = Math.floor(Date.now() / 1000);
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time });
  const customer = await stripe.customers.create({
    payment_method: 'pm_card_visa',
    test_clock: clock.id,
  });
  const { data } = await stripe.paymentMethods.list({ customer: customer.id });
  const created = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: data[0]?.id ?? '',
  });
  expect(created.test_clock).toBe(clock.id);
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: frozen_time + 32 * 86_400 });
  await waitFor(
    async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status === 'ready',
  );
  const invoices = await stripe.invoices.list({ subscription: created.id });
  expect(
    invoices.data.map((invoice) => [invoice.billing_reason, invoice.status, invoice.test_clock]),
  ).toEqual([
    ['subscription_cycle', 'paid', clock.id],
    ['subscription_create', 'paid', clock.id],
  ]);
});
