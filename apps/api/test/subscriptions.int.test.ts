import { waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { type Path, paths, prepared, trialPaths } from './paths.ts';
import {
  control,
  readEvents,
  readIntentId,
  sessionReaches,
  settlePayment,
  startPayments,
} from './provider.ts';
import { readPayments } from './recorded-money.ts';

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

/** The subscription of a root object. */
async function readSubscriptionId(rootId: string): Promise<string> {
  if (!rootId.startsWith('cs_')) return rootId;
  const { subscription } = await payments.stripe.checkout.sessions.retrieve(rootId);
  return subscription as string;
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

/** The payment intents of the renewals of a subscription, newest first, once there are so many. */
async function readRenewals(providerId: string, count: number): Promise<string[]> {
  const { stripe } = payments;
  const find = async () => {
    const { data } = await stripe.invoices.list({ subscription: providerId, limit: 9 });
    const renewals = data.filter((invoice) => invoice.billing_reason === 'subscription_cycle');
    const paid = await Promise.all(
      renewals.map(({ id = '' }) => stripe.invoicePayments.list({ invoice: id, limit: 1 })),
    );
    return paid.flatMap(({ data: [first] }) => {
      const intent = first?.payment.payment_intent;
      return typeof intent === 'string' ? [intent] : [];
    });
  };
  return waitFor(
    async () => {
      const intents = await find();
      return intents.length >= count && intents;
    },
    { what: `${count} renewals` },
  );
}

/** The items of a kind that name a subscription. */
async function readItems(subscriptionId: string, kind: 'open_dispute' | 'closed_dispute') {
  const { database, merchant } = payments.api;
  const { attention } = database.forScope({ merchantId: merchant.id, mode: 'test' });
  const items = await attention.list(kind, { limit: 100 });
  return items.filter((item) => item.subscriptionId === subscriptionId);
}

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
    expect(await readEvents(payments.api, id)).toContain('subscription.created');
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
    expect(await readEvents(payments.api, id)).toContain('subscription.updated');
  });

  it.each(paths.filter(({ commercial_mode }) => commercial_mode === 'subscription'))(
    'that ends while its first payment is processing shows that payment once it succeeds: $name',
    async (path) => {
      const made = await prepared(payments, path, { scenario: 'settle_later' });
      await made.pay('pm_card_visa');
      await sessionReaches(payments.api, made.id, { status: 'payment_processing' });
      const intent = await readIntentId(payments, made.rootId);
      await payments.stripe.subscriptions.cancel(await readSubscriptionId(made.rootId));
      const [{ id } = { id: '' }] = (await payments.api.get('/subscriptions?limit=1')).body.data;
      await reaches(id, { status: 'canceled', latest_payment_status: 'void' });
      await settlePayment(payments, made.rootId, { outcome: 'succeeded' });
      await sessionReaches(payments.api, made.id, {
        status: 'paid',
        final: { amount_minor: 4200, currency: 'eur' },
      });
      expect(await readPayments(payments.api, made.id)).toMatchObject([
        { providerObjectId: intent, amountMinor: 4200 },
      ]);
    },
  );

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
    expect((await readEvents(payments.api, id)).at(-1)).toBe('subscription.ended');
    // The first payment still counts, whatever happened to the subscription later.
    await sessionReaches(payments.api, id, { status: 'paid' });
  });

  it('reports each dispute of its renewals, which are no payments of its session', async () => {
    const { api } = payments;
    const { id, rootId, subscriptionId } = await subscribed();
    await advance(32);
    await advance(32);
    const [second = '', first = ''] = await readRenewals(rootId, 2);
    const items = (kind: 'open_dispute' | 'closed_dispute') => readItems(subscriptionId, kind);
    await control(payments, `payment_intents/${first}/dispute`);
    await reaches(subscriptionId, {
      disputes: [
        {
          payment_id: first,
          status: 'needs_response',
          reason: 'fraudulent',
          amount_minor: 4200,
          currency: 'eur',
          disputed_minor: 4200,
          due_by: expect.any(String),
          closed_at: null,
        },
      ],
    });
    await control(payments, `payment_intents/${second}/dispute`);
    const { disputes } = (await reaches(subscriptionId, { disputes: [{}, {}] })) as {
      disputes: { due_by: string; payment_id: string }[];
    };
    const open = await items('open_dispute');
    expect(open.map((item) => item.id).toSorted()).toEqual([first, second].toSorted());
    for (const { id: paymentId, at, sessionId } of open) {
      const dispute = disputes.find((one) => one.payment_id === paymentId);
      expect([at.toISOString(), sessionId]).toEqual([dispute?.due_by, id]);
    }
    await control(payments, `payment_intents/${first}/close_dispute`, { outcome: 'lost' });
    await reaches(subscriptionId, {
      disputes: [
        { payment_id: second, status: 'needs_response' },
        { payment_id: first, status: 'lost', closed_at: expect.any(String) },
      ],
    });
    expect(await items('open_dispute')).toMatchObject([{ id: second }]);
    expect(await items('closed_dispute')).toMatchObject([{ id: first, reason: 'lost' }]);
    // The session keeps its own payment.
    await sessionReaches(api, id, {
      status: 'paid',
      actionable_next_step: 'provision',
      payment_summary: { status: 'paid', received_minor: 4200, disputed_minor: 0, dispute: null },
    });
    const { body } = await api.get(`/events?proxy_session_id=${id}&type=subscription.updated`);
    const events = body.data.filter(
      ({ data }: { data: { previous_attributes: object } }) =>
        'disputes' in data.previous_attributes,
    );
    expect(events).toHaveLength(3);
    expect(events[0].data).toMatchObject({
      object: { id: subscriptionId, disputes: [{ payment_id: second }, { payment_id: first }] },
      previous_attributes: { disputes: [{ status: 'needs_response' }, {}] },
    });
    expect((await readEvents(api, id)).filter((type) => type.startsWith('payment.'))).toEqual([]);
    const { history } = api.database.forScope({ merchantId: api.merchant.id, mode: 'test' });
    const noted = (await history.list(id)).map(({ action }) => action);
    expect(noted.filter((action) => action.includes('dispute'))).toEqual([
      'provider_renewal_disputed',
      'provider_renewal_disputed',
      'provider_renewal_dispute_lost',
    ]);
  });

  it('reports a dispute of the first charge after a trial', async () => {
    const [path] = trialPaths;
    const made = await prepared(payments, path as Path);
    await made.pay('pm_card_visa');
    await sessionReaches(payments.api, made.id, { status: 'provisionable' });
    const { body } = await payments.api.get('/subscriptions?limit=1');
    const [own] = body.data;
    expect(own.original_proxy_session_id).toBe(made.id);
    await advance(40);
    const [charge] = await readRenewals(own.provider_subscription_id, 1);
    await control(payments, `payment_intents/${charge}/dispute`);
    await reaches(own.id, { disputes: [{ payment_id: charge, status: 'needs_response' }] });
    expect(await readItems(own.id, 'open_dispute')).toMatchObject([
      { id: charge, sessionId: made.id },
    ]);
  });
});

describe('a subscription whose invoices are sent to the payer', () => {
  const sent: Path = {
    ...(direct as Path),
    async create({ stripe }, { metadata, idempotencyKey, attach }) {
      const customer = await stripe.customers.create({ payment_method: 'pm_card_visa' });
      await attach('customer', customer.id);
      const { id: product } = await stripe.products.create({ name: 'Coffee, monthly' });
      const recurring = { interval: 'month' } as const;
      const subscription = await stripe.subscriptions.create(
        {
          customer: customer.id,
          metadata,
          items: [{ price_data: { currency: 'eur', unit_amount: 4200, product, recurring } }],
          collection_method: 'send_invoice',
          days_until_due: 14,
        },
        { idempotencyKey },
      );
      const invoice = String(subscription.latest_invoice);
      const pay = async (card: string) => {
        await stripe.invoices.finalizeInvoice(invoice);
        await stripe.invoices.pay(invoice, { payment_method: card });
      };
      return { type: 'subscription', id: subscription.id, pay };
    },
  };

  /** A session whose subscription is active and not paid. */
  async function waiting() {
    const made = await prepared(payments, sent);
    await waitFor(
      async () => {
        const { body } = await payments.api.get('/subscriptions?limit=100');
        return body.data.some(
          (one: Record<string, unknown>) =>
            one.provider_subscription_id === made.rootId && one.latest_payment_status === 'draft',
        );
      },
      { what: 'the subscription to be recorded' },
    );
    await sessionReaches(payments.api, made.id, {
      status: 'payer_opened',
      current_acquisition_attempt: { status: 'confirmed' },
    });
    return made;
  }

  it('pays its session once the first invoice is paid', async () => {
    const made = await waiting();
    await made.pay('pm_card_visa');
    await sessionReaches(payments.api, made.id, { status: 'paid' });
    expect(await readPayments(payments.api, made.id)).toMatchObject([{ amountMinor: 4200 }]);
  });

  it('ends with its session, and its first invoice is void', async () => {
    const { stripe, api } = payments;
    const made = await waiting();
    const { body } = await api.post(`/proxy_sessions/${made.id}/cancel`);
    expect(body).toMatchObject({ status: 'canceled' });
    expect(
      await stripe.subscriptions.retrieve(made.rootId, { expand: ['latest_invoice'] }),
    ).toMatchObject({ status: 'canceled', latest_invoice: { status: 'void' } });
  });

  it('makes its canceled session a conflict if a renewal was paid although the first invoice was not', async () => {
    const { stripe, api } = payments;
    const made = await waiting();
    await control(payments, `subscriptions/${made.rootId}/advance`);
    const { data } = await stripe.invoices.list({ subscription: made.rootId });
    const renewal = data.find((invoice) => invoice.billing_reason === 'subscription_cycle');
    await stripe.invoices.finalizeInvoice(renewal?.id ?? '');
    await stripe.invoices.pay(renewal?.id ?? '', { payment_method: 'pm_card_visa' });
    const { body } = await api.post(`/proxy_sessions/${made.id}/cancel`);
    expect(body).toMatchObject({ status: 'canceled' });
    await sessionReaches(api, made.id, { status: 'payment_conflicted' });
    expect(await readPayments(api, made.id)).toMatchObject([{ amountMinor: 4200 }]);
    const ended = await stripe.invoices.list({ subscription: made.rootId });
    expect(ended.data.map(({ status }) => status)).toEqual(['paid', 'void']);
  });
});
