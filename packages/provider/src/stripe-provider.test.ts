import { PROXY_CONTRACT_VERSION } from '@parley/domain';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { checkoutSession, invoice, paymentIntent, subscription } from '../test/objects.ts';
import { charge, creation, failure, ok, refused, startStripeHost } from '../test/stripe-host.ts';
import { eventTypes } from './notification.ts';
import { realOrigin } from './origins.ts';
import type { EventPage } from './port.ts';
import { ProviderRefusal } from './stripe-errors.ts';
import { connectStripe, stripeConnector } from './stripe-provider.ts';

const { host, provider, create } = await startStripeHost();
afterEach(() => host.forget());
afterAll(() => host.stop());

const charged = (email: string | null) => ({
  id: 'ch_1',
  object: 'charge',
  billing_details: { email },
});

describe('the provider', () => {
  it('creates a payment intent with the idempotency key and exactly the charge', async () => {
    host.respondWith(ok(paymentIntent()));
    const root = await provider.createPaymentIntent({
      ...creation,
      receiptEmail: 'ada@example.com',
    });
    expect(root).toMatchObject({ id: 'pi_1', type: 'payment_intent', charge });
    expect(host.requests).toHaveLength(1);
    expect(host.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/payment_intents',
      headers: {
        authorization: 'Bearer sk_test_account_key',
        'idempotency-key': 'pspacq_1:root',
        'stripe-version': '2026-10-28.endive',
      },
      form: {
        amount: '4200',
        currency: 'eur',
        'metadata[proxy_session_id]': 'psess_1',
        'automatic_payment_methods[enabled]': 'true',
        receipt_email: 'ada@example.com',
      },
    });
  });

  it.each([
    ['payment_intent', { latest_charge: charged('ada@example.com') }, 'ada@example.com'],
    ['payment_intent', { latest_charge: charged(null) }, null],
    ['payment_intent', { latest_charge: null }, null],
    // The provider emails a receipt to this address itself.
    [
      'payment_intent',
      { latest_charge: charged('ada@example.com'), receipt_email: 'a@example.com' },
      null,
    ],
    ['checkout.session', { customer_details: { email: 'ada@example.com' } }, 'ada@example.com'],
    ['checkout.session', { customer_details: null }, null],
  ])('the address that a payer entered for a %s with %j is %s', async (type, change, email) => {
    const object = type === 'payment_intent' ? paymentIntent() : checkoutSession();
    host.respondWith(ok({ receipt_email: null, ...object, ...change }));
    expect(await provider.readPayerEmail({ type, id: 'x_1' })).toBe(email);
  });

  it.each([
    ['payment_intent', 'pi_1', paymentIntent(), '/v1/payment_intents/pi_1?expand[0]=latest_charge'],
    [
      'checkout.session',
      'cs_1',
      checkoutSession(),
      '/v1/checkout/sessions/cs_1?expand[0]=payment_intent.latest_charge&expand[1]=invoice.payments&expand[2]=subscription',
    ],
    [
      'subscription',
      'sub_1',
      subscription({}),
      '/v1/subscriptions/sub_1?expand[0]=latest_invoice.payments',
    ],
    [
      'invoice',
      'in_1',
      invoice({ amount_due: 4200, amount_paid: 0 }),
      '/v1/invoices/in_1?expand[0]=payments',
    ],
  ])('reads the state of a %s', async (type, id, body, path) => {
    host.respondWith(ok(body));
    expect(await provider.readRoot({ type, id })).toMatchObject({ id, type });
    expect(host.requests.map((request) => `${request.method} ${request.path}`)).toEqual([
      `GET ${path}`,
    ]);
  });

  it.each([
    [
      'payment_intent',
      'pi_1',
      paymentIntent({ status: 'canceled' }),
      '/v1/payment_intents/pi_1/cancel',
    ],
    [
      'checkout.session',
      'cs_1',
      checkoutSession({ status: 'expired' }),
      '/v1/checkout/sessions/cs_1/expire',
    ],
    [
      'subscription',
      'sub_1',
      subscription({ status: 'canceled' }),
      '/v1/subscriptions/sub_1?expand[0]=latest_invoice',
    ],
  ])('closes a %s and returns its state afterwards', async (type, id, body, path) => {
    host.respondWith(ok(body), ok(body));
    const root = await provider.closeRoot({ type, id });
    expect(['canceled', 'expired']).toContain(root?.outcome.kind);
    expect(host.requests[0]?.path).toBe(path);
    expect(host.requests[1]?.method).toBe('GET');
  });

  it('sends no request for an unknown object type', async () => {
    expect(await provider.readRoot({ type: 'setup_intent', id: 'seti_1' })).toBeNull();
    expect(await provider.closeRoot({ type: 'setup_intent', id: 'seti_1' })).toBeNull();
    expect(host.requests).toEqual([]);
  });
});

it('reads the payment of a renewed subscription from its first invoice', async () => {
  const paid = (reason: 'subscription_create' | 'subscription_cycle', amount: number) =>
    invoice({ status: 'paid', billing_reason: reason, amount_due: amount, amount_paid: amount });
  const renewal = paid('subscription_cycle', 999);
  host.respondWith(
    ok(subscription({ status: 'active', latest_invoice: renewal })),
    ok({ object: 'list', has_more: false, data: [renewal, paid('subscription_create', 4200)] }),
  );
  const root = await provider.readRoot({ type: 'subscription', id: 'sub_1' });
  expect(root).toMatchObject({ charge, outcome: { kind: 'succeeded', taken: charge } });
  expect(host.requests[1]?.path).toBe(
    '/v1/invoices?subscription=sub_1&limit=100&expand[0]=data.payments',
  );
});

it('names the payment of an invoice that was paid outside of the provider by the invoice', async () => {
  for (const id of ['in_2', 'in_3']) {
    host.respondWith(ok(invoice({ id, status: 'paid', amount_paid: 999 })));
    expect(await provider.readInvoicePayment({ invoiceId: id })).toMatchObject({
      id,
      type: 'invoice',
      amountMinor: 999,
    });
  }
});

it('reads of several payments of an unpaid invoice the one whose money moves, and does not void that', async () => {
  const latest_invoice = invoice({ status: 'open', billing_reason: 'subscription_create' });
  const incomplete = subscription({ status: 'incomplete', latest_invoice });
  const statuses = ['requires_payment_method', 'processing', 'succeeded'] as const;
  const data = statuses.map((status) => ({
    payment: { payment_intent: paymentIntent({ id: `pi_${status}`, status }) },
  }));
  const payments = ok({ object: 'list', has_more: false, data });
  host.respondWith(ok(incomplete), payments, ok(incomplete), payments);
  const root = await provider.closeRoot({ type: 'subscription', id: 'sub_1' });
  expect(root).toMatchObject({ outcome: { kind: 'processing' }, intentIds: ['pi_processing'] });
  expect(host.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET']);
});

it('reads what a payment captured and what was given back of it, not what was authorized', async () => {
  const captured = { amount: 4200, amount_captured: 4100, currency: 'eur', created: 1_795_165_200 };
  // The 100 that were not captured, and 30 of those that were.
  const latest_charge = { ...captured, amount_refunded: 130, disputed: false };
  host.respondWith(ok({ ...paymentIntent({ status: 'succeeded' }), latest_charge }));
  expect(await provider.readPayment({ type: 'payment_intent', id: 'pi_1' })).toEqual({
    id: 'pi_1',
    type: 'payment_intent',
    amountMinor: 4100,
    currency: 'eur',
    capturedAt: new Date('2026-11-20T09:00:00.000Z'),
    refundedMinor: 30,
    disputedMinor: 0,
    dispute: null,
  });
});

describe('a refusal by the provider', () => {
  it.each([
    [401, { type: 'authentication_error' }, 'StripeAuthenticationError'],
    [402, { type: 'card_error', code: 'card_declined' }, 'card_declined'],
    [403, { code: 'account_invalid' }, 'account_invalid'],
    [404, { code: 'resource_missing' }, 'resource_missing'],
  ])('with %i %j passes on its code but not its message', async (status, error, code) => {
    host.respondWith(refused(status, error));
    const failed = await failure(create());
    expect(failed).toMatchObject({ code: 'provider_error', retryAfterSeconds: 2 });
    expect(failed.message).toMatch(new RegExp(`refused the request \\(${code}\\)`));
    expect(failed.message).not.toMatch(/acct_|sk_test/);
    expect(host.requests).toHaveLength(1);
  });

  it('of a reused key passes on its code if no object was created under it', async () => {
    const found = { status: 200, body: { data: [], has_more: false } };
    host.respondWith(refused(400, { type: 'idempotency_error' }), found);
    const failed = await failure(create());
    expect(failed).toMatchObject({ code: 'provider_error', retryAfterSeconds: 2 });
    expect(failed.message).toContain('refused the request (StripeIdempotencyError)');
    expect(host.requests).toHaveLength(2);
  });

  it('of a creation for ever passes on its code as the reason', async () => {
    host.respondWith(refused(400, { type: 'invalid_request_error', code: 'amount_too_small' }));
    const failed = await failure(create());
    expect(failed).toBeInstanceOf(ProviderRefusal);
    expect(failed).toMatchObject({ code: 'charge_refused', reason: 'amount_too_small' });
    expect(failed.message).not.toMatch(/acct_|sk_test/);
    expect(host.requests).toHaveLength(1);
  });

  it('because the object does not exist reads as null', async () => {
    host.respondWith(refused(404, { code: 'resource_missing' }));
    expect(await provider.readRoot({ type: 'payment_intent', id: 'pi_1' })).toBeNull();
    host.respondWith(refused(404), refused(404));
    expect(await provider.closeRoot({ type: 'payment_intent', id: 'pi_1' })).toBeNull();
  });

  it('because of a wrong key does not read as a missing object', async () => {
    host.respondWith(refused(401));
    const read = provider.readRoot({ type: 'payment_intent', id: 'pi_1' });
    expect((await failure(read)).code).toBe('provider_error');
  });

  it('to close an object that has ended returns its state, even a success', async () => {
    host.respondWith(
      refused(400, { code: 'payment_intent_unexpected_state' }),
      ok(paymentIntent({ status: 'succeeded', amount_received: 4200 })),
    );
    const root = await provider.closeRoot({ type: 'payment_intent', id: 'pi_1' });
    expect(root?.outcome).toMatchObject({ kind: 'succeeded', taken: { id: 'pi_1', ...charge } });
  });
});

it('lists storable events and leaves out entries that are not events', async () => {
  const event = (id: string, object: object) => ({
    id,
    type: 'payment_intent.succeeded',
    created: 1_795_165_200,
    livemode: false,
    data: { object },
  });
  const odd = event('evt_odd', { id: 'pi_1', metadata: { note: 'a\0b' }, description: '\ud800' });
  host.respondWith(
    ok({
      object: 'list',
      has_more: false,
      data: [odd, { id: 'evt_none' }, event('evt_last', { id: 'pi_2' })],
    }),
    ok({ object: 'list', has_more: false, data: [] }),
  );
  const { events, next } = await provider.listEvents({
    from: new Date(0),
    until: new Date(),
    after: null,
  });
  expect(next).toBeNull();
  expect(events.map(({ id }) => id)).toEqual(['evt_odd', 'evt_last']);
  expect(events[0]?.payload).toMatchObject({
    data: { object: { metadata: { note: 'a\uFFFDb' }, description: '\uFFFD' } },
  });
});

it('lists the events of all types page by page, at most 20 types at a time', async () => {
  const page = (has_more: boolean, ...ids: string[]) => {
    const event = { type: 'charge.refunded', created: 1_795_165_200, livemode: false };
    const data = ids.map((id) => ({ ...event, id, data: { object: { id: 'ch_1' } } }));
    return ok({ object: 'list', has_more, data });
  };
  host.respondWith(
    page(true, 'evt_4'),
    page(false, 'evt_3'),
    page(true, 'evt_2'),
    page(false, 'evt_1'),
  );
  const found: string[] = [];
  let after: string | null = null;
  do {
    const query = { from: new Date(1_000), until: new Date(9_000), after };
    const { events, next }: EventPage = await provider.listEvents(query);
    found.push(...events.map(({ id }) => id));
    after = next;
  } while (after !== null);
  expect(found).toEqual(['evt_4', 'evt_3', 'evt_2', 'evt_1']);
  const queries = host.requests.map(({ path }) => new URL(path, host.url).searchParams);
  expect(queries.map((query) => query.get('starting_after'))).toEqual([
    null,
    'evt_4',
    null,
    'evt_2',
  ]);
  const getTypes = (query: URLSearchParams) =>
    [...query].filter(([name]) => name.startsWith('types')).map(([, type]) => type);
  for (const query of queries) {
    expect(getTypes(query).length).toBeLessThanOrEqual(20);
    expect([query.get('created[gt]'), query.get('created[lte]')]).toEqual(['1', '9']);
  }
  const types = queries.filter((query) => !query.has('starting_after')).flatMap(getTypes);
  expect(types.toSorted()).toEqual([...eventTypes].toSorted());
});

it('counts the disputes of a payment that are open or lost, and shows the most urgent one', async () => {
  const latest_charge = {
    ...paymentIntent(),
    amount: 4200,
    amount_captured: 4200,
    amount_refunded: 0,
    currency: 'eur',
    disputed: true,
  };
  const disputes = [
    ['won', 1_000],
    ['under_review', 10],
    ['needs_response', 1],
    ['lost', 100],
    ['warning_closed', 2_000],
    ['warning_needs_response', 8_000],
    ['prevented', 4_000],
  ].map(([status, amount]) => ({
    id: `dp_${status}`,
    status,
    amount,
    reason: 'fraudulent',
    created: 1_795_165_200,
    evidence_details: { due_by: 1_795_770_000 },
  }));
  host.respondWith(
    ok(paymentIntent({ latest_charge: latest_charge as never })),
    ok({ data: disputes }),
  );
  const payment = await provider.readPayment({ type: 'payment_intent', id: 'pi_1' });
  expect(payment?.disputedMinor).toBe(111);
  expect(payment?.dispute).toEqual({
    id: 'dp_needs_response',
    status: 'needs_response',
    reason: 'fraudulent',
    dueBy: new Date('2026-11-27T09:00:00.000Z'),
    openedAt: new Date('2026-11-20T09:00:00.000Z'),
  });
});

it('lists payments page by page, without charges that took no money', async () => {
  const listed = (id: string, change: object = {}) => ({
    id,
    object: 'charge',
    amount: 4200,
    amount_captured: 4200,
    amount_refunded: 100,
    currency: 'eur',
    created: 1_795_165_200,
    disputed: false,
    metadata: {},
    payment_intent: null,
    ...change,
  });
  const metadata = {
    proxy_contract_version: PROXY_CONTRACT_VERSION,
    proxy_session_id: 'psess_1',
    proxy_acquisition_attempt_id: 'pspacq_1',
  };
  const intent = { id: 'pi_1', object: 'payment_intent', metadata };
  host.respondWith(
    ok({
      object: 'list',
      has_more: true,
      data: [listed('ch_1', { payment_intent: intent }), listed('ch_2', { amount_captured: 0 })],
    }),
    ok({ object: 'list', has_more: false, data: [listed('ch_3')] }),
  );
  const query = { from: new Date(1_000_500), until: new Date(2_000_000) };
  const first = await provider.listPayments({ ...query, after: null });
  const second = await provider.listPayments({ ...query, after: first.next });
  expect(first).toMatchObject({
    payments: [{ id: 'pi_1', type: 'payment_intent', refundedMinor: 100, sessionId: 'psess_1' }],
    next: 'ch_2',
  });
  expect(second).toMatchObject({
    payments: [{ id: 'ch_3', type: 'charge', sessionId: null }],
    next: null,
  });
  expect(host.requests.at(-1)?.path).toContain('created[gte]=1001&created[lt]=2000');
  expect(host.requests.at(-1)?.path).toContain('starting_after=ch_2');
});

it('where only real live payments are taken, a live key is never sent to a simulator', () => {
  const connect = stripeConnector({ realLiveOnly: true });
  const apiUrl = 'http://localhost:4010';
  for (const secretKey of ['sk_live_1', 'rk_live_1']) {
    expect(() => connect({ apiUrl, secretKey })).toThrow(
      'This provider config is for http://localhost:4010, a simulator, which takes no live payments.',
    );
    expect(connect({ apiUrl: realOrigin.apiUrl, secretKey })).toHaveProperty('readAccount');
    expect(connectStripe({ apiUrl, secretKey })).toHaveProperty('readAccount');
  }
  expect(connect({ apiUrl, secretKey: 'sk_test_1' })).toHaveProperty('readAccount');
});
