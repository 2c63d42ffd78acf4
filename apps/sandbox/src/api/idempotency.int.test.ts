import Stripe from 'stripe';
import { expect, it } from 'vitest';
import {
  browser,
  client,
  PUBLISHABLE_KEY,
  SECRET_KEY,
  start,
  startForTests,
} from '../../test/start.ts';

const { sandbox, stripe, databaseUrl } = await startForTests();

const params = { amount: 1000, currency: 'eur' };

it('an idempotency key replays the first response', async () => {
  const first = await stripe.paymentIntents.create(params, { idempotencyKey: 'again' });
  const second = await stripe.paymentIntents.create(params, { idempotencyKey: 'again' });
  expect(second.id).toBe(first.id);
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId);
  expect(second.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
});

it('an idempotency key with other parameters is rejected with 400', async () => {
  await stripe.paymentIntents.create(params, { idempotencyKey: 'other' });
  const work = stripe.paymentIntents.create(
    { ...params, amount: 2000 },
    { idempotencyKey: 'other' },
  );
  await expect(work).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  await expect(work).rejects.toMatchObject({ statusCode: 400 });
});

it('concurrent requests with one idempotency key create one object', async () => {
  const responses = await Promise.allSettled(
    Array.from({ length: 12 }, () =>
      stripe.paymentIntents.create(params, { idempotencyKey: 'race' }),
    ),
  );
  const results = responses.map((response) =>
    response.status === 'fulfilled'
      ? response.value.id
      : (response.reason as Stripe.errors.StripeError).statusCode,
  );
  const other = [...new Set(results)].filter((result) => result !== 409);
  expect(other).toEqual([expect.stringMatching(/^pi_/)]);
  const listed = await stripe.events.list({ type: 'payment_intent.created', limit: 100 });
  const created = listed.data.filter((event) => event.request?.idempotency_key === 'race');
  expect(created).toHaveLength(1);
});

it('the stripe client retries a request whose idempotency key is in use', async () => {
  const { hostname, port } = new URL(sandbox.url);
  const retryingClient = new Stripe(SECRET_KEY, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 5,
    telemetry: false,
  });
  const responses = await Promise.all(
    Array.from({ length: 6 }, () =>
      retryingClient.paymentIntents.create(params, { idempotencyKey: 'retried' }),
    ),
  );
  expect(new Set(responses.map((intent) => intent.id)).size).toBe(1);
});

it('an idempotency key stores a decline and is released after a validation error', async () => {
  const declined = {
    ...params,
    confirm: true,
    return_url: 'https://shop.test/return',
    payment_method: 'pm_card_visa_chargeDeclined',
  };
  const once = () =>
    stripe.paymentIntents.create(declined, { idempotencyKey: 'declined' }).catch((e: unknown) => e);
  const [first, second] = [await once(), await once()] as Stripe.errors.StripeCardError[];
  expect(first?.statusCode).toBe(402);
  expect(second?.payment_intent?.id).toBe(first?.payment_intent?.id);
  const bad = { ...params, nonsense: 1 } as unknown as Stripe.PaymentIntentCreateParams;
  await expect(
    stripe.paymentIntents.create(bad, { idempotencyKey: 'freed' }),
  ).rejects.toMatchObject({ code: 'parameter_unknown' });
  await expect(
    stripe.paymentIntents.create(params, { idempotencyKey: 'freed' }),
  ).resolves.toHaveProperty('id');
});

it('malformed and unauthenticated requests get an error in the format of the API', async () => {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${sandbox.url}${path}`, { ...init, headers: { authorization: `Bearer ${SECRET_KEY}` } });
  expect((await call('/v1/nothing')).status).toBe(404);
  expect((await call('/v1/payment_intents?limit=%E0%A4')).status).toBe(400);
  expect((await call('/v1/payment_intents?limit=1000')).status).toBe(400);
  expect((await call('/v1/payment_intents', { method: 'POST', body: 'a[b=1' })).status).toBe(400);
  const unknown = await call('/v1/payment_intents/pi_none');
  expect(unknown.headers.get('request-id')).toMatch(/^req_/);
  expect(await unknown.json()).toMatchObject({
    error: { type: 'invalid_request_error', code: 'resource_missing' },
  });
  const anonymous = await fetch(`${sandbox.url}/v1/payment_intents`);
  expect(anonymous.status).toBe(401);
  const basic = await fetch(`${sandbox.url}/v1/payment_intents`, {
    headers: {
      authorization: `Basic ${Buffer.from(`${SECRET_KEY}:`).toString('base64')}`,
      'stripe-version': '2024-06-20',
    },
  });
  expect(basic.status).toBe(200);
  expect(basic.headers.get('stripe-version')).toBe('2024-06-20');
  const preflight = await fetch(`${sandbox.url}/v1/payment_intents/pi_1`, { method: 'OPTIONS' });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  const created = await browser(sandbox, 'POST', '/v1/payment_intents', {
    amount: '100',
    currency: 'eur',
  });
  expect(created.status).toBe(401);
  expect(PUBLISHABLE_KEY).toMatch(/^pk_test_/);
});

it('a lock timeout returns 429 and releases the idempotency key', async () => {
  const databaseTimeouts = { statementMs: 5_000, lockMs: 200, connectionMs: 5_000 };
  const impatient = await start(databaseUrl, { databaseTimeouts });
  const { paymentIntents } = client(impatient);
  const intent = await paymentIntents.create(params);
  const { default: pg } = await import('pg');
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM object WHERE id = $1 FOR UPDATE', [intent.id]);
  const cancel = () => paymentIntents.cancel(intent.id, {}, { idempotencyKey: 'locked' });
  await expect(cancel()).rejects.toMatchObject({ statusCode: 429, code: 'lock_timeout' });
  await holder.query('ROLLBACK');
  await holder.end();
  expect((await cancel()).status).toBe('canceled');
  await impatient.stop();
});

it('a secret key can retrieve the account', async () => {
  expect((await stripe.accounts.retrieveCurrent()).charges_enabled).toBe(true);
});
