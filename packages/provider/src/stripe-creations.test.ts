import { DomainError } from '@parley/domain';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startFakeHost } from '../test/fake-host.ts';
import { checkoutSession, paymentIntent, subscription } from '../test/objects.ts';
import { connectStripe } from './stripe-provider.ts';

const host = await startFakeHost();
const provider = connectStripe({
  apiUrl: host.url,
  secretKey: 'sk_test_creations',
});
afterEach(() => host.forget());
afterAll(() => host.stop());

const ok = (body: object) => ({ status: 200, body });
const metadata = { proxy_acquisition_attempt_id: 'pspacq_1', proxy_session_id: 'psess_1' };
const creation = { idempotencyKey: 'pspacq_1:root', metadata, currency: 'eur' };
const coffee = {
  name: 'Coffee',
  quantity: 2,
  unitAmountMinor: 2100,
  priceId: null,
  recurring: null,
};
const monthly = { ...coffee, recurring: { interval: 'month', intervalCount: 3 } } as const;
const priced = { ...coffee, unitAmountMinor: null, priceId: 'price_1' };

const session = {
  ...creation,
  items: [coffee],
  trialDays: null,
  mode: 'payment',
  uiMode: 'embedded',
  returnUrl: 'https://pay.test/psess_1?done',
  cancelUrl: 'https://pay.test/psess_1',
  expiresAt: new Date('2026-11-21T09:00:00.000Z'),
} as const;

const decline = { id: 'setatt_1', code: 'card_declined', at: null };

const reused = {
  status: 400,
  body: { error: { type: 'idempotency_error', message: 'Keys for idempotent requests …' } },
};

it('a payment intent that was created before with another email address is found', async () => {
  const known = paymentIntent({ id: 'pi_known' });
  host.respondWith(reused, ok({ data: [known], has_more: false }), ok(known));
  const charge = { amountMinor: 4200, currency: 'eur' };
  const input = { ...creation, charge, receiptEmail: 'ada@example.com' };
  expect(await provider.createPaymentIntent(input)).toMatchObject({ id: 'pi_known' });
});

describe('a checkout session', () => {
  it('is created with its line items, return URLs and deadline', async () => {
    host.respondWith(ok(checkoutSession()));
    const root = await provider.createCheckoutSession({ ...session, email: 'ada@example.com' });
    expect(root).toMatchObject({ id: 'cs_1', type: 'checkout.session' });
    expect(host.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/checkout/sessions',
      headers: { 'idempotency-key': 'pspacq_1:root' },
      form: {
        mode: 'payment',
        ui_mode: 'embedded_page',
        return_url: 'https://pay.test/psess_1?done',
        redirect_on_completion: 'if_required',
        expires_at: '1795251600',
        customer_email: 'ada@example.com',
        'metadata[proxy_session_id]': 'psess_1',
        'line_items[0][quantity]': '2',
        'line_items[0][price_data][unit_amount]': '2100',
        'line_items[0][price_data][currency]': 'eur',
        'line_items[0][price_data][product_data][name]': 'Coffee',
      },
    });
  });

  it.each([
    [
      'hosted',
      { ui_mode: 'hosted_page', success_url: session.returnUrl, cancel_url: session.cancelUrl },
    ],
    ['custom', { ui_mode: 'elements', return_url: session.returnUrl }],
  ] as const)('has the return URL parameters of its UI mode: %s', async (uiMode, form) => {
    host.respondWith(ok(checkoutSession()));
    await provider.createCheckoutSession({ ...session, uiMode, expiresAt: null });
    const sent = host.requests[0]?.form ?? {};
    expect(sent).toMatchObject(form);
    expect(Object.keys(sent)).not.toContain('redirect_on_completion');
    expect(Object.keys(sent)).not.toContain('expires_at');
  });

  it('has recurring items, a trial and the provider’s own prices', async () => {
    host.respondWith(ok(checkoutSession()));
    await provider.createCheckoutSession({
      ...session,
      mode: 'subscription',
      items: [monthly, priced],
      trialDays: 14,
      customerId: 'cus_1',
    });
    expect(host.requests[0]?.form).toMatchObject({
      mode: 'subscription',
      customer: 'cus_1',
      'line_items[0][price_data][recurring][interval]': 'month',
      'line_items[0][price_data][recurring][interval_count]': '3',
      'line_items[1][price]': 'price_1',
      'subscription_data[trial_period_days]': '14',
      'subscription_data[metadata][proxy_session_id]': 'psess_1',
    });
  });

  it.each([
    ['payment', 'payment_intent_data', 'subscription_data'],
    ['subscription', 'subscription_data', 'payment_intent_data'],
  ] as const)('names its attempt in what collects a %s', async (mode, given, absent) => {
    host.respondWith(ok(checkoutSession()));
    await provider.createCheckoutSession({ ...session, mode, trialDays: null });
    const sent = host.requests[0]?.form ?? {};
    expect(sent[`${given}[metadata][proxy_session_id]`]).toBe('psess_1');
    expect(Object.keys(sent).join()).not.toContain(absent);
  });

  it('that was created before with other parameters is found', async () => {
    const known = checkoutSession({ id: 'cs_known' });
    host.respondWith(reused, ok({ data: [known], has_more: false }), ok(known));
    const root = await provider.createCheckoutSession(session);
    expect(root.id).toBe('cs_known');
  });

  it('that another request creates under the same key is returned once that request has ended', async () => {
    const inUse = {
      status: 409,
      body: { error: { type: 'idempotency_error', code: 'idempotency_key_in_use' } },
    };
    host.respondWith(inUse, inUse, inUse, inUse, ok(checkoutSession()));
    expect(await provider.createCheckoutSession(session)).toMatchObject({ id: 'cs_1' });
    const keys = host.requests.map((request) => request.headers['idempotency-key']);
    expect(keys).toEqual(Array(5).fill('pspacq_1:root'));
  });

  it('that was created before and is not found is an error', async () => {
    host.respondWith(reused, ok({ data: [], has_more: false }));
    const failure = await provider.createCheckoutSession(session).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DomainError);
    expect(failure).toMatchObject({ code: 'provider_error' });
  });
});

describe('a subscription', () => {
  const input = { ...creation, customerId: 'cus_1', trialDays: null };

  it('awaits its first payment and has a new price for each item without one', async () => {
    host.respondWith(ok({ id: 'price_made' }), ok(subscription({})));
    await provider.createSubscription({ ...input, items: [monthly] });
    expect(host.requests[0]).toMatchObject({
      path: '/v1/prices',
      headers: { 'idempotency-key': 'pspacq_1:root:price:0' },
      form: {
        currency: 'eur',
        unit_amount: '2100',
        'recurring[interval_count]': '3',
        'product_data[name]': 'Coffee',
      },
    });
    expect(host.requests[1]).toMatchObject({
      path: '/v1/subscriptions',
      headers: { 'idempotency-key': 'pspacq_1:root' },
      form: {
        customer: 'cus_1',
        'items[0][price]': 'price_made',
        'items[0][quantity]': '2',
        payment_behavior: 'default_incomplete',
        'payment_settings[save_default_payment_method]': 'on_subscription',
      },
    });
  });

  it('starts a trial with the saved card', async () => {
    host.respondWith(ok(subscription({ status: 'trialing' })));
    const trial = { items: [priced], trialDays: 14, paymentMethodId: 'pm_1' };
    const root = await provider.createSubscription({ ...input, ...trial });
    expect(root.outcome).toEqual({ kind: 'nothing_due', billingStartsLater: true });
    expect(host.requests[0]?.form).toMatchObject({
      'items[0][price]': 'price_1',
      trial_period_days: '14',
      default_payment_method: 'pm_1',
    });
  });
});

describe('payer access', () => {
  const price = (unit_amount: number, interval: string) => ({
    price: { currency: 'eur', unit_amount, recurring: { interval, interval_count: 1 } },
    quantity: 2,
  });

  it.each([
    [
      { ui_mode: 'hosted_page', url: 'https://pay/1' },
      { kind: 'hosted', url: 'https://pay/1' },
    ],
    [
      { ui_mode: 'hosted', url: 'https://pay/1' },
      { kind: 'hosted', url: 'https://pay/1' },
    ],
    [{ ui_mode: 'embedded_page' }, { kind: 'embedded', clientSecret: 's', endsHere: true }],
    [
      { ui_mode: 'embedded', redirect_on_completion: 'always' },
      { kind: 'embedded', clientSecret: 's', endsHere: false },
    ],
    [{ ui_mode: 'elements' }, { kind: 'custom', clientSecret: 's', needsEmail: true }],
    [
      { ui_mode: 'custom', customer_email: 'ada@example.com' },
      { kind: 'custom', clientSecret: 's', needsEmail: false },
    ],
  ])('in a checkout session of %o', async (change, mount) => {
    const shown = { ...checkoutSession(), client_secret: 's', ...change };
    host.respondWith(ok({ ...shown, line_items: { data: [price(2100, 'month')] } }));
    expect(await provider.readPayerAccess({ type: 'checkout.session', id: 'cs_1' })).toEqual({
      mount,
      trialEnd: null,
      recurring: [{ amountMinor: 4200, currency: 'eur', interval: 'month', intervalCount: 1 }],
    });
  });

  it('includes every line item of a long list', async () => {
    const shown = { ...checkoutSession(), ui_mode: 'elements', client_secret: 's' };
    const first = { data: [price(100, 'month')], has_more: true };
    const lines = { data: [price(100, 'month'), price(200, 'month')], has_more: false };
    host.respondWith(ok({ ...shown, line_items: first }), ok(lines));
    const access = await provider.readPayerAccess({ type: 'checkout.session', id: 'cs_1' });
    expect(access?.recurring).toMatchObject([{ amountMinor: 600 }]);
    expect(host.requests[1]?.path).toBe('/v1/checkout/sessions/cs_1/line_items?limit=100');
  });

  it('is null for an object that has ended or does not exist', async () => {
    host.respondWith(ok(checkoutSession({ status: 'complete' })), {
      status: 404,
      body: { error: { type: 'invalid_request_error', message: 'No such session' } },
    });
    const ref = { type: 'checkout.session', id: 'cs_1' };
    expect(await provider.readPayerAccess(ref)).toBeNull();
    expect(await provider.readPayerAccess(ref)).toBeNull();
    expect(await provider.readPayerAccess({ type: 'invoice', id: 'in_1' })).toBeNull();
  });

  it.each([
    [
      'with the payment of its first invoice',
      {
        status: 'active',
        latest_invoice: {
          status: 'open',
          billing_reason: 'subscription_create',
          confirmation_secret: { client_secret: 'pi_s' },
        },
      },
      { kind: 'payment', clientSecret: 'pi_s' },
    ],
    [
      'with the card its trial still wants',
      {
        status: 'trialing',
        pending_setup_intent: { status: 'requires_payment_method', client_secret: 'seti_s' },
      },
      { kind: 'setup', clientSecret: 'seti_s' },
    ],
    [
      'not at all once the card is there',
      {
        status: 'trialing',
        pending_setup_intent: { status: 'succeeded', client_secret: 'seti_s' },
      },
      null,
    ],
    ['not at all once it runs', { status: 'active', pending_setup_intent: null }, null],
  ])('in a subscription %s', async (_, change, mount) => {
    const shown = { ...subscription({}), trial_end: 1_795_251_600, ...change };
    host.respondWith(
      ok({
        ...shown,
        items: { data: [price(100, 'month'), price(50, 'year'), price(1, 'month')] },
      }),
    );
    const access = await provider.readPayerAccess({ type: 'subscription', id: 'sub_1' });
    expect(access?.mount ?? null).toEqual(mount);
    if (mount === null) return;
    expect(access?.trialEnd).toEqual(new Date('2026-11-21T09:00:00.000Z'));
    expect(access?.recurring).toMatchObject([
      { amountMinor: 202, interval: 'month' },
      { amountMinor: 100, interval: 'year' },
    ]);
  });
});

it.each([
  ['requires_payment_method', { isCanceled: false, paymentMethodId: null, decline }],
  ['processing', { isCanceled: false, paymentMethodId: null, decline }],
  ['succeeded', { isCanceled: false, paymentMethodId: 'pm_1', decline: null }],
  ['canceled', { isCanceled: true, paymentMethodId: null, decline: null }],
])('a setup intent that is %s has a card only if it was saved', async (status, expected) => {
  const last_setup_error = { type: 'card_error', code: 'card_declined' };
  const fields = { payment_method: 'pm_1', last_setup_error, latest_attempt: 'setatt_1' };
  host.respondWith(ok({ id: 'seti_1', client_secret: 'seti_secret', status, ...fields }));
  expect(await provider.readSetupIntent('seti_1')).toEqual({
    id: 'seti_1',
    clientSecret: 'seti_secret',
    ...expected,
  });
});
