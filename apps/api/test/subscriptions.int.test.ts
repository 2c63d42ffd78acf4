import { waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { type Path, paths, prepared } from './paths.ts';
import { control, eventsOf, sessionReaches, startPayments } from './provider.ts';

const payments = await startPayments({
  workerEnv: { PROVIDER_POLL_SECONDS: '1', PROVIDER_SETTLE_SECONDS: '1' },
});
afterAll(() => payments.stop());

const direct = paths.find((path) => path.name === 'direct_subscription by saved_payment_method');
const DAY = 86_400;

/** A paid session and its subscription. */
async function subscribed(change: { card?: string } = {}) {
  const made = await prepared(payments, direct as Path);
  await made.pay(change.card ?? 'pm_card_visa');
  await sessionReaches(payments.api, made.id, { status: 'paid' });
  const { body } = await payments.api.get('/subscriptions?limit=1');
  const [own] = body.data;
  expect(own.original_proxy_session_id).toBe(made.id);
  return { ...made, subscriptionId: own.id as string };
}

/** Waits until the subscription matches and returns it. */
async function reaches(id: string, wanted: object) {
  let last: unknown;
  await waitFor(
    async () => {
      last = (await payments.api.get(`/subscriptions/${id}`)).body;
      try {
        expect(last).toMatchObject(wanted);
        return true;
      } catch {
        return false;
      }
    },
    { what: `the subscription to be ${JSON.stringify(wanted)}` },
  ).catch((error: unknown) => {
    expect(last, String(error)).toMatchObject(wanted);
  });
  return last as Record<string, unknown>;
}

const advance = (days: number) =>
  control(payments, 'clock/advance', { seconds: String(days * DAY) });

describe('a subscription', () => {
  it('is returned with all fields to its own merchant only', async () => {
    const { id, rootId, subscriptionId } = await subscribed();
    const shown = await reaches(subscriptionId, {
      status: 'active',
      latest_payment_status: 'paid',
      diagnostic: { last_event_id: expect.stringMatching(/^evt_/) },
    });
    expect(shown).toMatchObject({
      id: subscriptionId,
      original_proxy_session_id: id,
      buyer_reference: 'customer_8412',
      provider_subscription_id: rootId,
      provider_checkout_session_id: null,
      psp: 'provider',
      configuration_status: 'supported',
      configuration_reason: null,
      cancel_at: null,
      cancel_at_period_end: false,
      trial_end: null,
      ended_at: null,
      pause_collection_behavior: null,
      items_source_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      latest_invoice_id: expect.stringMatching(/^in_/),
      latest_invoice_amount_minor: 4200,
      latest_invoice_currency: 'eur',
      provider_customer_id: expect.stringMatching(/^cus_/),
      items: [
        {
          interval: 'month',
          interval_count: 1,
          provider_product_id: expect.stringMatching(/^prod_/),
          quantity: 1,
          usage_type: 'licensed',
          provider_price_id: expect.stringMatching(/^price_/),
        },
      ],
      // A scheduled check may have read it after the last event.
      diagnostic: { sync_source: expect.stringMatching(/^(event|sweep)$/), stale: false },
    });
    const { other } = payments.api;
    const hidden = await payments.api.get(`/subscriptions/${subscriptionId}`, {
      key: other.secretKey,
    });
    expect([hidden.status, hidden.body.error.code]).toEqual([404, 'not_found']);
    expect((await payments.api.get('/subscriptions', { key: other.secretKey })).body).toEqual({
      data: [],
      has_more: false,
      next_cursor: null,
    });
    expect(await eventsOf(payments.api, id)).toContain('subscription.created');
  });

  it('is listed page by page, newest first', async () => {
    const first = await subscribed();
    const second = await subscribed();
    const newest = (await payments.api.get('/subscriptions?limit=1')).body;
    expect(newest).toMatchObject({ data: [{ id: second.subscriptionId }], has_more: true });
    const next = await payments.api.get(`/subscriptions?limit=1&cursor=${newest.next_cursor}`);
    expect(next.body.data).toMatchObject([{ id: first.subscriptionId }]);
    const wrong = await payments.api.get('/subscriptions?cursor=nonsense');
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'invalid_request']);
  });

  it('follows changes at the provider', async () => {
    const { stripe } = payments;
    const { id, rootId, subscriptionId } = await subscribed();
    await stripe.subscriptions.update(rootId, { cancel_at_period_end: true });
    await reaches(subscriptionId, {
      cancel_at_period_end: true,
      cancel_at: expect.stringMatching(/^\d{4}-/),
    });
    await stripe.subscriptions.update(rootId, {
      cancel_at_period_end: false,
      pause_collection: { behavior: 'void' },
    });
    const before = await reaches(subscriptionId, { pause_collection_behavior: 'void' });
    const { data } = (await stripe.subscriptions.retrieve(rootId)).items;
    const product = await stripe.products.create({ name: 'Beans' });
    const price = (usage_type: 'metered' | 'licensed') =>
      stripe.prices.create({
        currency: 'eur',
        unit_amount: 100,
        product: product.id,
        recurring: { interval: 'month', usage_type },
      });
    const [metered, licensed] = [await price('metered'), await price('licensed')];
    await stripe.subscriptions.update(rootId, {
      items: [{ id: data[0]?.id ?? '', price: licensed.id, quantity: 3 }, { price: metered.id }],
    });
    const after = await reaches(subscriptionId, {
      items: [
        { provider_price_id: licensed.id, quantity: 3, usage_type: 'licensed' },
        { provider_price_id: metered.id, quantity: 1, usage_type: 'metered' },
      ],
      configuration_status: 'supported',
    });
    expect(after.items_source_hash).not.toBe(before.items_source_hash);
    expect(await eventsOf(payments.api, id)).toContain('subscription.updated');
  });

  it('is renewed, becomes past due, is retried and ends as time passes', async () => {
    const { stripe } = payments;
    const { id, rootId, subscriptionId } = await subscribed();
    const first = await reaches(subscriptionId, { status: 'active' });
    await advance(32);
    const renewed = await reaches(subscriptionId, { latest_payment_status: 'paid' });
    await waitFor(
      async () => (await reaches(subscriptionId, {})).latest_invoice_id !== first.latest_invoice_id,
      { what: 'the renewal' },
    );
    expect(renewed.status).toBe('active');
    const { customer } = await stripe.subscriptions.retrieve(rootId);
    const broken = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: customer as string,
    });
    await stripe.subscriptions.update(rootId, { default_payment_method: broken.id });
    await advance(32);
    await reaches(subscriptionId, { status: 'past_due', latest_payment_status: 'failed' });
    await advance(20);
    await reaches(subscriptionId, {
      status: 'canceled',
      ended_at: expect.stringMatching(/^\d{4}-/),
    });
    expect((await eventsOf(payments.api, id)).at(-1)).toBe('subscription.ended');
    // The first payment still counts, whatever happened to the subscription later.
    await sessionReaches(payments.api, id, { status: 'paid' });
  });
});
