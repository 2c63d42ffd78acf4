import { DomainError } from '@parley/domain';
import { freePort } from '@parley/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type FakeResponse, startFakeHost } from '../test/fake-host.ts';
import { checkoutSession, paymentIntent, subscription } from '../test/objects.ts';
import { connectStripe, stripeConnector } from './stripe-provider.ts';

const host = await startFakeHost();
const provider = connectStripe({
  apiUrl: host.url,
  secretKey: 'sk_test_account_key',
});
afterEach(() => host.forget());
afterAll(() => host.stop());

const charge = { amountMinor: 4200, currency: 'eur' };
const creation = {
  charge,
  idempotencyKey: 'pspacq_1:root',
  metadata: { proxy_session_id: 'psess_1' },
};
const create = () => provider.createPaymentIntent(creation);
const ok = (body: object): FakeResponse => ({ status: 200, body });
const leak = 'No such account acct_1A2B3C, key sk_test_account_key';
const refused = (status: number, error: object = {}): FakeResponse => ({
  status,
  body: { error: { type: 'invalid_request_error', message: leak, ...error } },
});

async function failure(call: Promise<unknown>): Promise<DomainError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

describe('the provider', () => {
  it('creates a payment intent with the idempotency key and exactly the charge', async () => {
    host.respondWith(ok(paymentIntent()));
    const root = await provider.createPaymentIntent({
      ...creation,
      description: 'An order',
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
        description: 'An order',
        receipt_email: 'ada@example.com',
      },
    });
  });

  it('changes the charge of a payment intent', async () => {
    host.respondWith(ok(paymentIntent({ amount: 5000 })));
    const root = await provider.changePaymentIntent('pi_1', { amountMinor: 5000, currency: 'eur' });
    expect(root.charge).toEqual({ amountMinor: 5000, currency: 'eur' });
    expect(host.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/payment_intents/pi_1',
      form: { amount: '5000', currency: 'eur' },
    });
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
    ['subscription', 'sub_1', subscription({ status: 'canceled' }), '/v1/subscriptions/sub_1'],
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

describe('a refusal by the provider', () => {
  it.each([
    [401, { type: 'authentication_error' }, 'StripeAuthenticationError'],
    [402, { type: 'card_error', code: 'card_declined' }, 'card_declined'],
    [403, { code: 'account_invalid' }, 'account_invalid'],
    [404, { code: 'resource_missing' }, 'resource_missing'],
    [400, { type: 'idempotency_error' }, 'StripeIdempotencyError'],
  ])('with %i %j passes on its code but not its message', async (status, error, code) => {
    host.respondWith(refused(status, error));
    const failed = await failure(create());
    expect(failed).toMatchObject({ code: 'provider_error', retryAfterSeconds: 2 });
    expect(failed.message).toMatch(new RegExp(`refused the request \\(${code}\\)`));
    expect(failed.message).not.toMatch(/acct_|sk_test/);
    expect(host.requests).toHaveLength(1);
  });

  it('because the object does not exist reads as null and fails a change', async () => {
    host.respondWith(refused(404, { code: 'resource_missing' }));
    expect(await provider.readRoot({ type: 'payment_intent', id: 'pi_1' })).toBeNull();
    host.respondWith(refused(404, { code: 'resource_missing' }));
    expect((await failure(provider.changePaymentIntent('pi_1', charge))).code).toBe(
      'provider_error',
    );
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

describe('a failing provider', () => {
  it.each([409, 500, 503])(
    'once with %i is asked again under the same idempotency key',
    async (status) => {
      host.respondWith(refused(status), ok(paymentIntent()));
      expect(await create()).toMatchObject({ id: 'pi_1' });
      expect(host.requests.map((request) => request.headers['idempotency-key'])).toEqual([
        'pspacq_1:root',
        'pspacq_1:root',
      ]);
      expect(host.requests[1]?.form).toEqual(host.requests[0]?.form);
    },
  );

  it('is called three times at most', async () => {
    host.respondWith(refused(500), refused(500), refused(500), ok(paymentIntent()));
    const failed = await failure(create());
    expect(failed).toMatchObject({ code: 'provider_error', retryAfterSeconds: 2 });
    expect(failed.message).toBe(
      'The payment provider did not respond in time. Send the request again with the same idempotency keys.',
    );
    expect(host.requests).toHaveLength(3);
  });

  it('that rate limits is reported by its code', async () => {
    const limited = refused(429, { type: 'rate_limit_error', code: 'rate_limit' });
    host.respondWith(limited, limited, limited);
    const failed = await failure(create());
    expect(failed.message).toContain('(rate_limit)');
    expect(failed.message).not.toMatch(/acct_|sk_test/);
  });

  it('that breaks off a response is called again', async () => {
    host.respondWith('hang up', ok(paymentIntent()));
    expect(await create()).toMatchObject({ id: 'pi_1' });
    expect(host.requests).toHaveLength(2);
  });

  it('that sends a malformed response is an error, not a result', async () => {
    const page: FakeResponse = { status: 200, text: '<html>Welcome</html>' };
    host.respondWith(page, page, page);
    expect((await failure(create())).code).toBe('provider_error');
  });
});

describe('a provider that does not respond within the time limit', () => {
  const impatient = stripeConnector({ budgetMs: 1_500 })({
    apiUrl: host.url,
    secretKey: 'sk_test_account_key',
  });

  it('is called again with the same key until the time is over', async () => {
    host.respondWith('silence', 'silence', 'silence', ok(paymentIntent()));
    const failed = await failure(impatient.createPaymentIntent(creation));
    expect(failed).toMatchObject({ code: 'provider_error', retryAfterSeconds: 2 });
    expect(failed.message).toMatch(
      /did not respond in time\. Send the request again with the same idempotency keys/,
    );
    expect(host.requests.map((request) => request.headers['idempotency-key'])).toEqual([
      'pspacq_1:root',
      'pspacq_1:root',
    ]);
  });

  it('but responds to the second request succeeds', async () => {
    host.respondWith('silence', ok(paymentIntent()));
    expect(await impatient.createPaymentIntent(creation)).toMatchObject({ id: 'pi_1' });
    expect(host.requests).toHaveLength(2);
  });

  it('five times in a row is not called any more', async () => {
    const away = stripeConnector({ budgetMs: 100 })({
      apiUrl: host.url,
      secretKey: 'sk_test_another_key',
    });
    const read = () => failure(away.readRoot({ type: 'payment_intent', id: 'pi_1' }));
    for (let i = 0; i < 5; i++) {
      host.respondWith('silence');
      expect((await read()).code).toBe('provider_error');
    }
    expect(host.requests).toHaveLength(5);
    expect((await read()).code).toBe('service_unavailable');
    expect(host.requests).toHaveLength(5);
  });
});

describe('an unreachable provider', () => {
  it('is an error that does not contain its address', async () => {
    const port = await freePort();
    const away = connectStripe({
      apiUrl: `http://127.0.0.1:${port}`,
      secretKey: 'sk_test_account_key',
    });
    for (const call of [
      away.createPaymentIntent(creation),
      away.readRoot({ type: 'payment_intent', id: 'pi_1' }),
      away.closeRoot({ type: 'payment_intent', id: 'pi_1' }),
    ]) {
      const failed = await failure(call);
      expect(failed).toMatchObject({ code: 'provider_error', retryAfterSeconds: 2 });
      expect(failed.message).not.toContain(String(port));
    }
  });
});

it('lists storable events and leaves out entries that are no events', async () => {
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
