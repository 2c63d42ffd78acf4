import { waitFor } from '@parley/testing';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { browser, card, control, startForTests } from '../../test/start.ts';

const { sandbox, stripe, databaseUrl } = await startForTests({ settleDelayMs: 60_000 });

const line = (amount: number, recurring?: { interval: 'month' }) => ({
  quantity: 2,
  price_data: {
    currency: 'eur',
    unit_amount: amount,
    product_data: { name: 'Field notes' },
    ...(recurring ? { recurring } : {}),
  },
});

const create = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [line(2100)],
    success_url: 'https://shop.example/done?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://shop.example/cart',
    metadata: { order: '7' },
    ...more,
  });

interface Page {
  status: string;
  payment_status: string;
  redirect_url: string | null;
  payment_intent: { status: string; next_action: { use_stripe_sdk: { source: string } } } | null;
  error?: { code: string };
}

async function confirm(id: string, number: string, more: Record<string, string> = {}) {
  const response = await browser(sandbox, 'POST', `/v1/payment_pages/${id}/confirm`, {
    email: 'ada@example.com',
    ...card(number),
    ...more,
  });
  return { status: response.status, body: response.body as Page };
}

const readEvents = async (id: string) => {
  const events = await stripe.events.list({ limit: 100 });
  return events.data
    .filter((event) => (event.data.object as { id: string }).id === id)
    .map((event) => event.type)
    .reverse();
};

describe('a payment session', () => {
  it('has a total with tax under the scenario taxes', async () => {
    expect(await create({ metadata: { sandbox_scenario: 'taxes' } })).toMatchObject({
      amount_subtotal: 4200,
      amount_total: 4998,
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 798 },
    });
  });

  it('is open, with its line items, when created', async () => {
    const session = await create({
      expand: ['line_items'],
      payment_intent_data: { metadata: { a: 'b' } },
    });
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 4200,
      currency: 'eur',
      payment_intent: null,
      ui_mode: 'hosted_page',
      client_secret: null,
    });
    expect(session.id).toMatch(/^cs_test_/);
    expect(session.url).toBe(`${sandbox.url}/c/pay/${session.id}`);
    expect(session.line_items?.data[0]).toMatchObject({
      description: 'Field notes',
      quantity: 2,
      amount_total: 4200,
    });
    const items = await stripe.checkout.sessions.listLineItems(session.id);
    expect(items.data).toHaveLength(1);
    const page = await fetch(session.url ?? '');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await page.text()).toContain('€42.00');
  });

  it('can be paid after a declined attempt', async () => {
    const session = await create({ payment_intent_data: { metadata: { attempt: 'x' } } });
    const declined = await confirm(session.id, '4000000000009995');
    expect(declined.status).toBe(402);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    const paid = await confirm(session.id, '4242424242424242');
    expect(paid.body).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      redirect_url: `https://shop.example/done?session=${session.id}`,
    });
    const after = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent'],
    });
    expect(after).toMatchObject({ status: 'complete', url: null, customer: null });
    expect(after.customer_details?.email).toBe('ada@example.com');
    expect(after.payment_intent).toMatchObject({
      status: 'succeeded',
      amount_received: 4200,
      metadata: { attempt: 'x' },
    });
    expect(await readEvents(session.id)).toEqual(['checkout.session.completed']);
    expect((await confirm(session.id, '4242424242424242')).status).toBe(400);
  });

  it('stays open until the payer has authenticated', async () => {
    const session = await create();
    const challenged = await confirm(session.id, '4000000000003220');
    expect(challenged.body.status).toBe('open');
    const source = challenged.body.payment_intent?.next_action.use_stripe_sdk.source ?? '';
    await control(sandbox, `challenges/${source}`, { outcome: 'succeeded' });
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
  });

  it.each([
    ['succeeded', 'paid', 'checkout.session.async_payment_succeeded'],
    ['failed', 'unpaid', 'checkout.session.async_payment_failed'],
  ])(
    'completes before an asynchronous payment, which %s',
    async (outcome, paymentStatus, event) => {
      const session = await create();
      const accepted = await confirm(session.id, '4000000000006116');
      expect(accepted.body).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
      const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id);
      await control(sandbox, `payment_intents/${String(payment_intent)}/settle`, { outcome });
      expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe(
        paymentStatus,
      );
      expect(await readEvents(session.id)).toEqual(['checkout.session.completed', event]);
    },
  );

  it('cancels its intent when it expires', async () => {
    const session = await create();
    await confirm(session.id, '4000000000000002');
    const expired = await stripe.checkout.sessions.expire(session.id, {
      expand: ['payment_intent'],
    });
    expect(expired).toMatchObject({
      status: 'expired',
      url: null,
      payment_intent: { status: 'canceled' },
    });
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      statusCode: 400,
    });
    expect((await confirm(session.id, '4242424242424242')).status).toBe(400);
  });

  it('rejects a cancellation of its intent', async () => {
    const session = await create();
    await confirm(session.id, '4000000000000002');
    const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id);
    await expect(stripe.paymentIntents.cancel(String(payment_intent))).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  it.each([
    [{ mode: undefined }, 'mode'],
    [{ success_url: undefined }, 'success_url'],
    [{ line_items: undefined }, 'line_items'],
    [{ ui_mode: 'embedded_page' as const }, 'success_url'],
    [{ expires_at: 1 }, 'expires_at'],
    [{ line_items: [line(100, { interval: 'month' })] }, 'line_items'],
    [
      { subscription_data: {} as never, line_items: [{ ...line(100), nope: 1 }] as never },
      'line_items[0][nope]',
    ],
  ])('rejects parameters %j', async (more, param) => {
    await expect(create(more as never)).rejects.toMatchObject({ statusCode: 400, param });
  });

  it('returns the ui_mode names of the requested API version', async () => {
    const embedded = {
      ui_mode: 'embedded' as const,
      success_url: undefined,
      cancel_url: undefined,
      return_url: 'https://shop.example/back',
    };
    const now = await create(embedded as never);
    expect(now.ui_mode).toBe('embedded_page');
    expect(now.client_secret).toContain(now.id);
    expect(now.url).toBeNull();
    const then = await stripe.checkout.sessions.retrieve(
      now.id,
      {},
      { apiVersion: '2025-09-30.clover' },
    );
    expect(then.ui_mode).toBe('embedded');
    expect((await confirm(now.id, '4242424242424242')).status).toBe(400);
    const paid = await confirm(now.id, '4242424242424242', {
      client_secret: now.client_secret ?? '',
    });
    expect(paid.body.status).toBe('complete');
  });
});

describe('a subscription session', () => {
  it('creates a subscription when it is paid', async () => {
    const session = await create({
      mode: 'subscription',
      line_items: [line(900, { interval: 'month' })],
      subscription_data: { metadata: { plan: 'pro' } },
    });
    expect((await confirm(session.id, '4000000000000002')).status).toBe(402);
    expect((await confirm(session.id, '4242424242424242')).body.payment_status).toBe('paid');
    const after = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription', 'invoice', 'customer'],
    });
    expect(after.subscription).toMatchObject({ status: 'active', metadata: { plan: 'pro' } });
    expect(after.invoice).toMatchObject({ status: 'paid', amount_paid: 1800 });
    expect(after.customer).toMatchObject({ email: 'ada@example.com' });
    const subscriptions = await stripe.subscriptions.list({
      customer: (after.customer as Stripe.Customer).id,
    });
    expect(subscriptions.data).toHaveLength(1);
  });

  it('starts a trial without a payment', async () => {
    const session = await create({
      mode: 'subscription',
      line_items: [line(900, { interval: 'month' })],
      subscription_data: { trial_period_days: 14 },
    });
    expect(session).toMatchObject({ amount_total: 0, payment_status: 'no_payment_required' });
    expect((await confirm(session.id, '4242424242424242')).body.status).toBe('complete');
    const after = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
    expect(after.subscription).toMatchObject({ status: 'trialing' });
    expect((after.subscription as Stripe.Subscription).default_payment_method).toMatch(/^pm_/);
  });
});

it('a setup session attaches a card to the customer', async () => {
  const customer = await stripe.customers.create();
  const session = await create({
    mode: 'setup',
    line_items: undefined as never,
    customer: customer.id,
    setup_intent_data: { metadata: { x: 'y' } },
  });
  expect(session.setup_intent).toMatch(/^seti_/);
  expect((await confirm(session.id, '4242424242424242')).body.status).toBe('complete');
  const setup = await stripe.setupIntents.retrieve(String(session.setup_intent), {
    expand: ['payment_method'],
  });
  expect(setup).toMatchObject({ status: 'succeeded', payment_method: { customer: customer.id } });
});

it('a session expires at expires_at', async () => {
  const session = await create();
  const { default: pg } = await import('pg');
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  await db.query(
    "UPDATE timer SET due_at = now() - interval '1 millisecond' WHERE action = 'expire_checkout' AND object_id = $1",
    [session.id],
  );
  await db.end();
  const expired = await waitFor(async () => {
    const seen = await stripe.checkout.sessions.retrieve(session.id);
    return seen.status === 'expired' && seen;
  });
  expect(await readEvents(expired.id)).toEqual(['checkout.session.expired']);
});
