import { connectStripe, type Provider } from '@parley/provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lineItem } from './paths.ts';
import { control, type Payments, startPayments } from './provider.ts';

let payments: Payments;
let provider: Provider;
beforeAll(async () => {
  payments = await startPayments({ worker: 'none' });
  provider = connectStripe(payments.account);
});
afterAll(() => payments.stop());

/**
 * A checkout session that the payer has completed with a debit that settles later, and its payment intent.
 * @param trial what is due at once is a fee before a trial
 */
async function completed(mode: 'payment' | 'subscription', trial = false) {
  const { stripe, account } = payments;
  const { id } = await stripe.checkout.sessions.create({
    mode,
    success_url: 'https://shop.test/thanks',
    line_items: [lineItem(mode === 'subscription'), ...(trial ? [lineItem(false)] : [])],
    ...(trial ? { subscription_data: { trial_period_days: 14 } } : {}),
  });
  const submitted = await fetch(`${account.apiUrl}/v1/payment_pages/${id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: account.publishableKey,
      email: 'ada@example.com',
      payment_method: 'pm_card_settlesLater',
    }),
  });
  const page = (await submitted.json()) as { payment_intent: { id: string } };
  return { id, intentId: page.payment_intent.id };
}

const readStatus = async (intentId: string) =>
  (await payments.stripe.paymentIntents.retrieve(intentId)).status;

it.each(['payment', 'subscription'] as const)(
  'closing a checkout session whose %s failed after its completion leaves nothing to pay',
  async (mode) => {
    const { id, intentId } = await completed(mode);
    const close = () => provider.closeRoot({ type: 'checkout.session', id });
    expect(await readStatus(intentId)).toBe('processing');
    // A payment that may still succeed is left alone.
    expect((await close())?.outcome.kind).toBe('processing');
    expect(await readStatus(intentId)).toBe('processing');

    await control(payments, `payment_intents/${intentId}/settle`, { outcome: 'failed' });
    expect(await readStatus(intentId)).toBe('requires_payment_method');
    expect((await close())?.outcome.kind).toBe('failed');
    expect(await readStatus(intentId)).toBe('canceled');
    expect((await close())?.outcome.kind).toBe('failed');
  },
);

it.each(['checkout.session', 'subscription'])(
  'closing a %s ends a trial that runs although the fee before it was not paid',
  async (type) => {
    const { stripe } = payments;
    const { id, intentId } = await completed('subscription', true);
    const { subscription } = await stripe.checkout.sessions.retrieve(id);
    const subscriptionId = String(subscription);
    const readTrial = () =>
      stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] });
    const close = () =>
      provider.closeRoot({ type, id: type === 'subscription' ? subscriptionId : id });
    expect((await close())?.outcome.kind).toBe('processing');
    expect((await readTrial()).status).toBe('trialing');

    await control(payments, `payment_intents/${intentId}/settle`, { outcome: 'failed' });
    expect((await readTrial()).status).toBe('past_due');
    const outcome = type === 'subscription' ? 'canceled' : 'failed';
    for (let times = 0; times < 2; times++) expect((await close())?.outcome.kind).toBe(outcome);
    expect(await readTrial()).toMatchObject({
      status: 'canceled',
      latest_invoice: { status: 'void' },
    });
  },
);

it.each([
  ['past_due', 'checkout.session', null],
  ['past_due', 'subscription', null],
  ['active', 'subscription', 'pm_card_visa'],
])(
  'closing a subscription that renewed and is %s, although its first invoice is not paid, ends it: %s',
  async (status, type, card) => {
    const { stripe } = payments;
    const checkout = await completed('subscription', true);
    const session = await stripe.checkout.sessions.retrieve(checkout.id);
    const subscription = String(session.subscription);
    await control(payments, `payment_intents/${checkout.intentId}/settle`, { outcome: 'failed' });
    if (card !== null) {
      const { id } = await stripe.paymentMethods.attach(card, {
        customer: String(session.customer),
      });
      await stripe.subscriptions.update(subscription, { default_payment_method: id });
    }
    await control(payments, `subscriptions/${subscription}/advance`);
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe(status);

    const object = { type, id: type === 'subscription' ? subscription : checkout.id };
    const { outcome } = (await provider.readRoot(object)) ?? {};
    expect(outcome?.kind).toBe(type === 'subscription' ? 'awaiting_payment' : 'failed');
    await provider.closeRoot(object);
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('canceled');
    const { data } = await stripe.invoices.list({ subscription });
    const renewal = card === null ? 'void' : 'paid';
    expect(data.map((invoice) => invoice.status)).toEqual([renewal, 'void']);
  },
);
