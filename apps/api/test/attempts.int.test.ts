import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hex, order, startApi, type TestApi } from './api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const options = {
  commercial_mode: 'one_time',
  integration_path: 'payment_intent',
  pricing_mode: 'fixed',
  provider_options_fingerprint: hex('a'),
};
const confirmation = {
  amount_minor: 4200,
  currency: 'eur',
  cart_version: 1,
  evidence_sha256: hex('e'),
};
let objects = 0;
const nextObject = (prefix: string) => `${prefix}_${process.pid}_${++objects}`;

async function newSession(): Promise<string> {
  return (await api.post('/proxy_sessions', order)).body.id;
}
const attemptsOf = (id: string) => `/proxy_sessions/${id}/acquisition_attempts`;

/** A session whose attempt is reserved, and attached and confirmed where asked. */
async function sessionAt(stage: 'reserved' | 'attached' | 'confirmed', change: object = {}) {
  const id = await newSession();
  const { body } = await api.post(attemptsOf(id), { ...options, ...change });
  let attempt = body.acquisition_attempt;
  const path = `${attemptsOf(id)}/${attempt.id}`;
  if (stage !== 'reserved') {
    const root = nextObject('pi');
    const attached = await api.post(`${path}/provider_objects`, {
      role: 'root',
      object_type: 'payment_intent',
      object_id: root,
      expected_version: attempt.version,
      ...(stage === 'confirmed' ? { provider_confirmation: confirmation } : {}),
    });
    expect(attached.status).toBe(200);
    attempt = attached.body;
  }
  return { id, path, attempt };
}

const codeOf = (answer: { status: number; body: { error?: { code: string } } }) => [
  answer.status,
  answer.body.error?.code,
];

describe('reserving an attempt', () => {
  it('returns the attempt with idempotency keys and metadata for the provider', async () => {
    const id = await newSession();
    expect((await api.get(attemptsOf(id))).body).toEqual({ data: [] });
    const { status, body } = await api.post(attemptsOf(id), options);
    expect(status).toBe(200);
    const attempt = body.acquisition_attempt;
    expect(attempt).toMatchObject({
      ...options,
      proxy_session_id: id,
      merchant_psp_config_id: api.merchant.pspConfigId,
      attempt_number: 1,
      psp: 'provider',
      status: 'reserved',
      status_reason: null,
      checkout_ui_mode: null,
      direct_subscription_source: 'setup_intent',
      provider_root_object_id: null,
      supersedes_attempt_id: null,
    });
    expect(Object.keys(attempt)).toHaveLength(33);
    expect(body.provider).toEqual({
      idempotency_keys: { root: `${attempt.id}:root` },
      metadata: {
        proxy_acquisition_attempt_id: attempt.id,
        proxy_session_id: id,
        proxy_contract_version: '2',
      },
    });
    const retryFor = Date.parse(attempt.provider_retry_not_after) - Date.parse(attempt.updated_at);
    expect(retryFor).toBe(23 * 3_600_000);
    expect((await api.get(attemptsOf(id))).body).toEqual({ data: [attempt] });
  });

  it('joins the attempt with equal options and names the option that differs', async () => {
    const { id, attempt } = await sessionAt('reserved');
    const joined = await api.post(attemptsOf(id), options);
    expect(joined.body.acquisition_attempt).toEqual(attempt);
    const other = await api.post(attemptsOf(id), {
      ...options,
      pricing_mode: 'provider_finalized',
    });
    expect(codeOf(other)).toEqual([409, 'attempt_options_mismatch']);
    expect(other.body.error.message).toContain('pricing_mode');
  });

  it('creates one attempt for concurrent reservations', async () => {
    const id = await newSession();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => api.post(attemptsOf(id), options)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.acquisition_attempt.id)).size).toBe(1);
    expect((await api.get(attemptsOf(id))).body.data).toHaveLength(1);
  });

  it.each([
    ['one_time', 'direct_subscription', undefined],
    ['one_time', 'payment_intent', 'setup_intent'],
  ])('rejects %s with %s and source %s', async (commercial_mode, integration_path, source) => {
    const answer = await api.post(attemptsOf(await newSession()), {
      ...options,
      commercial_mode,
      integration_path,
      direct_subscription_source: source,
    });
    expect(codeOf(answer)).toEqual([400, 'invalid_request']);
  });

  it('returns an idempotency key for the setup intent of a direct subscription', async () => {
    const { body } = await api.post(attemptsOf(await newSession()), {
      ...options,
      commercial_mode: 'subscription',
      integration_path: 'direct_subscription',
    });
    const { id } = body.acquisition_attempt;
    expect(body.provider.idempotency_keys).toEqual({
      root: `${id}:root`,
      setup_intent: `${id}:setup_intent`,
    });
    expect(body.acquisition_attempt).toMatchObject({
      direct_merchandise_currency: 'eur',
      direct_merchandise_subtotal_minor: 4200,
    });
  });

  it('rejects a stale expected_cart_version with cart_version_conflict', async () => {
    const answer = await api.post(attemptsOf(await newSession()), {
      ...options,
      expected_cart_version: 2,
    });
    expect(codeOf(answer)).toEqual([409, 'cart_version_conflict']);
  });
});

describe('attaching a provider object', () => {
  const root = { role: 'root', object_type: 'payment_intent' };

  it('attaches the root once, ignores a repetition and rejects another root', async () => {
    const { path, attempt } = await sessionAt('attached');
    expect(attempt).toMatchObject({ status: 'attached', version: 3 });
    const again = { ...root, object_id: attempt.provider_root_object_id, expected_version: 1 };
    expect((await api.post(`${path}/provider_objects`, again)).body).toEqual(attempt);
    const other = { ...root, object_id: nextObject('pi'), expected_version: attempt.version };
    expect(codeOf(await api.post(`${path}/provider_objects`, other))).toEqual([
      409,
      'provider_object_conflict',
    ]);
  });

  it('rejects an object of another attempt, a wrong type or id prefix, and a stale version', async () => {
    const taken = (await sessionAt('attached')).attempt.provider_root_object_id;
    const { path, attempt } = await sessionAt('reserved');
    const attach = async (change: object) =>
      codeOf(
        await api.post(`${path}/provider_objects`, {
          ...root,
          object_id: nextObject('pi'),
          expected_version: attempt.version,
          ...change,
        }),
      );
    expect(await attach({ object_id: taken })).toEqual([409, 'provider_object_conflict']);
    expect(await attach({ object_type: 'checkout.session' })).toEqual([
      422,
      'object_type_mismatch',
    ]);
    expect(await attach({ object_id: 'cs_1' })).toEqual([422, 'object_type_mismatch']);
    expect(await attach({ expected_version: 1 })).toEqual([409, 'attempt_version_conflict']);
    expect(await attach({ role: 'payer' })).toEqual([400, 'invalid_request']);
    expect(await attach({ expected_version: attempt.version })).toEqual([200, undefined]);
  });

  it('attaches a customer with or without a root, even if other attempts share it', async () => {
    const customer = { role: 'customer', object_type: 'customer', object_id: 'cus_shared' };
    for (const stage of ['reserved', 'attached'] as const) {
      const { path, attempt } = await sessionAt(stage);
      const { body } = await api.post(`${path}/provider_objects`, {
        ...customer,
        expected_version: attempt.version,
      });
      expect(body).toMatchObject({
        provider_customer_id: 'cus_shared',
        status: attempt.status,
        version: attempt.version + 1,
      });
    }
  });
});

describe('confirming the provider cart', () => {
  it('records the confirmed cart revision, together with the attachment or after it', async () => {
    const { id, path, attempt } = await sessionAt('attached');
    const { body } = await api.post(`${path}/provider_cart`, {
      ...confirmation,
      expected_version: attempt.version,
    });
    expect(body).toMatchObject({
      status: 'confirmed',
      version: attempt.version + 1,
      provider_confirmed_amount_minor: 4200,
      provider_confirmed_currency: 'eur',
      provider_confirmed_cart_version: 1,
      provider_confirmed_evidence_sha256: hex('e'),
    });
    const session = (await api.get(`/proxy_sessions/${id}/merchant`)).body;
    expect(session.actionable_next_step).toBe('present_checkout');
    expect((await sessionAt('confirmed')).attempt.status).toBe('confirmed');
  });

  it('rejects a different amount, currency, cart version, attempt version or evidence', async () => {
    const { path, attempt } = await sessionAt('attached');
    const confirm = async (change: object, version = attempt.version) =>
      codeOf(
        await api.post(`${path}/provider_cart`, {
          ...confirmation,
          expected_version: version,
          ...change,
        }),
      );
    expect(await confirm({ amount_minor: 4201 })).toEqual([422, 'provider_amount_mismatch']);
    expect(await confirm({ currency: 'usd' })).toEqual([422, 'provider_amount_mismatch']);
    expect(await confirm({ currency: 'EUR' })).toEqual([400, 'invalid_request']);
    expect(await confirm({ cart_version: 2 })).toEqual([409, 'cart_version_conflict']);
    expect(await confirm({}, 1)).toEqual([409, 'attempt_version_conflict']);
    expect(await confirm({})).toEqual([200, undefined]);
    const version = attempt.version + 1;
    expect(await confirm({ evidence_sha256: hex('f') }, version)).toEqual([
      409,
      'evidence_conflict',
    ]);
    expect(await confirm({}, version)).toEqual([200, undefined]);
  });

  it('accepts a different total under provider_finalized only with the same merchandise subtotal', async () => {
    const { id, path, attempt } = await sessionAt('attached', {
      pricing_mode: 'provider_finalized',
    });
    const confirm = (change: object) =>
      api.post(`${path}/provider_cart`, {
        ...confirmation,
        amount_minor: 4998,
        expected_version: attempt.version,
        ...change,
      });
    expect(codeOf(await confirm({}))).toEqual([422, 'provider_amount_mismatch']);
    expect(codeOf(await confirm({ merchandise_subtotal_minor: 4200 }))).toEqual([200, undefined]);
    const session = (await api.get(`/proxy_sessions/${id}/merchant`)).body;
    expect(session).toMatchObject({
      pricing_mode: 'provider_finalized',
      requested: { amount_minor: 4200 },
      latest_quote: { amount_minor: 4998 },
      final: { amount_minor: 4998 },
    });
  });

  it('is required again after the cart was replaced, in the same currency', async () => {
    const { id, path } = await sessionAt('confirmed');
    const cart = { amount_minor: 5000, cart_snapshot: {}, expected_cart_version: 1 };
    const replace = (currency: string) =>
      api.call('PUT', `/proxy_sessions/${id}/cart`, { ...cart, currency });
    expect(codeOf(await replace('usd'))).toEqual([409, 'currency_locked']);
    expect((await replace('eur')).status).toBe(200);
    const session = (await api.get(`/proxy_sessions/${id}/merchant`)).body;
    expect(session).toMatchObject({
      presentation_state: 'price_changed',
      actionable_next_step: 'confirm_provider_cart',
      current_acquisition_attempt: { status: 'attached', status_reason: 'cart_drift' },
    });
    const [attempt] = (await api.get(attemptsOf(id))).body.data;
    const again = await api.post(`${path}/provider_cart`, {
      ...confirmation,
      amount_minor: 5000,
      cart_version: 2,
      evidence_sha256: hex('f'),
      expected_version: attempt.version,
    });
    expect(again.body).toMatchObject({ status: 'confirmed', status_reason: null });
  });
});

describe('binding a checkout session', () => {
  it('reserves and attaches in one step and ignores a repetition', async () => {
    const id = await newSession();
    const binding = { provider_checkout_session_id: nextObject('cs_test'), psp: 'provider' };
    const first = await api.post(`/proxy_sessions/${id}/provider_bindings`, binding);
    expect(first.body).toEqual({
      ...binding,
      proxy_session_id: id,
      updated_at: expect.stringMatching(/Z$/),
    });
    expect((await api.post(`/proxy_sessions/${id}/provider_bindings`, binding)).body).toEqual(
      first.body,
    );
    expect((await api.get(`/proxy_sessions/${id}/merchant`)).body).toMatchObject({
      provider_checkout_session_id: binding.provider_checkout_session_id,
      provider_checkout_session_psp: 'provider',
      current_acquisition_attempt: { integration_path: 'checkout_session', status: 'attached' },
    });
    const other = { ...binding, provider_checkout_session_id: nextObject('cs_test') };
    const conflict = await api.post(`/proxy_sessions/${id}/provider_bindings`, other);
    expect(conflict.status).toBe(409);
  });

  it('rejects an unsupported psp and an object of another type', async () => {
    const id = await newSession();
    const bind = async (provider_checkout_session_id: string, psp: string) =>
      codeOf(
        await api.post(`/proxy_sessions/${id}/provider_bindings`, {
          provider_checkout_session_id,
          psp,
        }),
      );
    expect(await bind('cs_1', 'acme')).toEqual([400, 'unsupported_psp']);
    expect(await bind('pi_1', 'provider')).toEqual([422, 'object_type_mismatch']);
    expect((await api.get(attemptsOf(id))).body).toEqual({ data: [] });
  });
});

describe('superseding an attempt', () => {
  it('rejects an attempt that is not terminal with attempt_not_terminal', async () => {
    const { path, attempt } = await sessionAt('confirmed');
    const answer = await api.post(`${path}/supersede`, {
      expected_version: attempt.version,
      reason: 'changed_mind',
      replacement: { integration_path: 'payment_intent', provider_options_fingerprint: hex('b') },
    });
    expect(codeOf(answer)).toEqual([409, 'attempt_not_terminal']);
  });
});
