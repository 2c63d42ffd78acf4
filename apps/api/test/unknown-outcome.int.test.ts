import { newId } from '@parley/operations';
import { createPayerCaller } from '@parley/router/payer';
import { afterAll, describe, expect, it } from 'vitest';
import { attemptOptions, hex, order } from './api.ts';
import { control, startPayments } from './provider.ts';

// Without a worker, only the requests of the test can find the outcome.
const payments = await startPayments({ worker: 'none' });
afterAll(() => payments.stop());

const HOUR = 3_600_000;
const checkoutOptions = { ...attemptOptions, integration_path: 'checkout_session' };

/** A reservation whose idempotency keys expired so many hours ago. */
async function late(hoursAgo: number, what: object = attemptOptions) {
  const { api } = payments;
  const { body } = await api.post('/proxy_sessions/handoff', {
    ...order,
    publishable_key: api.merchant.publishableKey,
  });
  const id = body.id as string;
  const attemptsPath = `/proxy_sessions/${id}/acquisition_attempts`;
  const reserved = (await api.post(attemptsPath, what)).body;
  const { id: attemptId, version } = reserved.acquisition_attempt;
  await api.database.client.acquisitionAttempt.updateMany({
    where: { id: attemptId },
    data: { providerRetryNotAfter: new Date(Date.now() - hoursAgo * HOUR) },
  });
  const { metadata, idempotency_keys: keys } = reserved.provider;
  return {
    id,
    attemptId: attemptId as string,
    version: version as number,
    attemptsPath,
    attemptPath: `${attemptsPath}/${attemptId}`,
    link: { id, pk: api.merchant.publishableKey },
    metadata: metadata as Record<string, string>,
    key: keys.root as string,
    reserve: () => api.post(attemptsPath, what),
    supersede: (expected_version = version) =>
      api.post(`${attemptsPath}/${attemptId}/supersede`, {
        expected_version,
        reason: 'nothing_came',
        replacement: { integration_path: 'payment_intent', provider_options_fingerprint: hex('b') },
      }),
    read: async () => (await api.get(attemptsPath)).body.data,
  };
}

/** Creates the provider object with a response that never reaches the merchant's server. */
async function createUnheard(
  { metadata, key }: Awaited<ReturnType<typeof late>>,
  scenario = 'timeout',
) {
  const { stripe, account } = payments;
  const response = fetch(`${account.apiUrl}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.secretKey}`, 'idempotency-key': key },
    body: new URLSearchParams({
      amount: '4200',
      currency: 'eur',
      'metadata[sandbox_scenario]': scenario,
      ...Object.fromEntries(
        Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value]),
      ),
    }),
  });
  await expect(response).rejects.toThrow();
  const attempt = metadata.proxy_acquisition_attempt_id;
  const { data } = await stripe.paymentIntents.list({ limit: 100 });
  const [intent, ...others] = data.filter(
    (one) => one.metadata.proxy_acquisition_attempt_id === attempt,
  );
  expect(others).toEqual([]);
  return intent?.id ?? '';
}

const payer = () => createPayerCaller({ deps: payments.api.deps, requestId: newId('req') });

async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  const { api, account } = payments;
  const moveTo = (apiUrl: string) =>
    api.database.client.providerConfig.updateMany({
      where: { merchantId: api.merchant.id },
      data: { apiUrl },
    });
  await moveTo('http://127.0.0.1:9');
  try {
    return await work();
  } finally {
    await moveTo(account.apiUrl);
  }
}

describe('reserving again after the idempotency keys have expired', () => {
  it('attaches the provider object whose creation got no response', async () => {
    const made = await late(0.01);
    const intent = await createUnheard(made);
    const joined = await made.reserve();
    expect(joined.status, JSON.stringify(joined.body)).toBe(200);
    expect(joined.body.acquisition_attempt).toMatchObject({
      id: made.attemptId,
      status: 'attached',
      provider_root_object_id: intent,
    });
  });

  it('does not take an object that the search returns a minute late for never created', async () => {
    const made = await late(0.01);
    const intent = await createUnheard(made, 'timeout,search_lag');
    const early = await made.reserve();
    expect([early.status, early.body.error.code]).toEqual([409, 'payment_in_progress']);
    expect(await made.read()).toMatchObject([{ status: 'unknown' }]);
    await control(payments, 'clock/advance', { seconds: '60' });
    expect((await made.reserve()).body.acquisition_attempt).toMatchObject({
      status: 'attached',
      provider_root_object_id: intent,
    });
  });

  it('is rejected until the outcome is certain and then requires a replacement', async () => {
    const made = await late(0.01);
    const early = await made.reserve();
    expect([early.status, early.body.error.code]).toEqual([409, 'payment_in_progress']);
    expect(early.headers.get('retry-after')).toBe('60');
    expect(await made.read()).toMatchObject([{ status: 'unknown' }]);
    await payments.api.database.client.acquisitionAttempt.updateMany({
      where: { id: made.attemptId },
      data: { providerRetryNotAfter: new Date(Date.now() - HOUR) },
    });
    const late_ = await made.reserve();
    expect([late_.status, late_.body.error.code]).toEqual([409, 'session_state_conflict']);
    expect(late_.body.error.message).toMatch(/canceled\. Supersede it/);
    const [attempt] = await made.read();
    expect(attempt).toMatchObject({ status: 'canceled', status_reason: 'never_created' });
    expect((await made.supersede(attempt.version)).body.acquisition_attempt).toMatchObject({
      attempt_number: 2,
      status: 'reserved',
    });
  });

  it('returns 502 while the provider is unreachable and succeeds afterwards', async () => {
    const made = await late(1);
    const intent = await createUnheard(made);
    const away = await whileAway(made.reserve);
    expect([away.status, away.body.error.code]).toEqual([502, 'provider_error']);
    expect(away.headers.get('retry-after')).toBe('2');
    expect((await made.reserve()).body.acquisition_attempt).toMatchObject({
      status: 'attached',
      provider_root_object_id: intent,
    });
  });

  it('by binding a checkout session reads the named checkout session', async () => {
    const { api, stripe } = payments;
    const made = await late(1, checkoutOptions);
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      metadata: made.metadata,
      success_url: 'https://shop.test/thanks',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'eur', unit_amount: 4200, product_data: { name: 'Coffee' } },
        },
      ],
    });
    await api.database.client.acquisitionAttempt.updateMany({
      where: { id: made.attemptId },
      data: { status: 'unknown' },
    });
    const bound = await api.post(`/proxy_sessions/${made.id}/provider_bindings`, {
      psp: 'provider',
      provider_checkout_session_id: session.id,
    });
    expect(bound.status, JSON.stringify(bound.body)).toBe(200);
    expect(await made.read()).toMatchObject([
      { status: 'attached', provider_root_object_id: session.id },
    ]);
  });
});

describe('superseding an attempt with an unknown outcome', () => {
  it('succeeds if no provider object was created', async () => {
    const made = await late(1);
    const replaced = await made.supersede();
    expect(replaced.status, JSON.stringify(replaced.body)).toBe(200);
    expect(await made.read()).toMatchObject([
      { status: 'superseded', attempt_number: 1 },
      { status: 'reserved', attempt_number: 2 },
    ]);
  });

  it('is rejected if a provider object exists, which is attached', async () => {
    const made = await late(1);
    const intent = await createUnheard(made);
    const refused = await made.supersede();
    expect([refused.status, refused.body.error.code]).toEqual([409, 'attempt_not_terminal']);
    expect(await made.read()).toMatchObject([
      { status: 'attached', provider_root_object_id: intent },
    ]);
  });

  it('is rejected while the outcome is uncertain', async () => {
    const made = await late(0.01);
    const refused = await made.supersede();
    expect([refused.status, refused.body.error.code]).toEqual([409, 'attempt_not_terminal']);
    expect(await made.read()).toMatchObject([{ status: 'unknown' }]);
  });
});

describe('canceling a session with an unknown attempt', () => {
  const cancel = (id: string) => payments.api.post(`/proxy_sessions/${id}/cancel`);

  it('closes the provider object whose creation got no response', async () => {
    const made = await late(0.01);
    const intent = await createUnheard(made);
    expect((await cancel(made.id)).body).toMatchObject({ status: 'canceled' });
    expect((await payments.stripe.paymentIntents.retrieve(intent)).status).toBe('canceled');
    expect(await made.read()).toMatchObject([
      { status: 'canceled', provider_root_object_id: intent },
    ]);
  });

  it('is rejected while the outcome is uncertain', async () => {
    const made = await late(0.01);
    const early = await cancel(made.id);
    expect([early.status, early.body.error.code]).toEqual([409, 'payment_in_progress']);
  });
});

describe('the payer page of an attempt with an unknown outcome', () => {
  it('continues with the provider object whose creation got no response', async () => {
    const made = await late(0.01);
    const intent = await createUnheard(made);
    const { form } = await payer().preparePayment(made.link);
    expect(form?.client_secret?.split('_secret_')[0]).toBe(intent);
    expect(await made.read()).toMatchObject([{ status: 'confirmed' }]);
  });

  it('creates nothing with expired idempotency keys and offers no payment yet', async () => {
    const made = await late(0.01);
    const { form } = await payer().preparePayment(made.link);
    expect(form).toBeNull();
    expect(await made.read()).toMatchObject([{ status: 'unknown', provider_root_object_id: null }]);
    const query = `metadata['proxy_acquisition_attempt_id']:'${made.attemptId}'`;
    expect((await payments.stripe.paymentIntents.search({ query })).data).toEqual([]);
    await createUnheard(made);
    await payer().syncPayment(made.link);
    expect(await made.read()).toMatchObject([{ status: 'attached' }]);
  });

  it('starts a new attempt if no provider object was created', async () => {
    const made = await late(1);
    const { form } = await payer().preparePayment(made.link);
    expect(form?.client_secret).toMatch(/^pi_/);
    expect(await made.read()).toMatchObject([
      { status: 'superseded', status_reason: 'payer_tries_again' },
      { status: 'confirmed', attempt_number: 2 },
    ]);
  });
});
