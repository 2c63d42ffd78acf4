import { afterAll, describe, expect, it } from 'vitest';
import { attemptOptions, hex, startApi } from './api.ts';
import { createSession, getAttempts, getCode, nextObject, sessionAt } from './attempt-stages.ts';

const api = await startApi();
afterAll(() => api.stop());

describe('reserving an attempt', () => {
  it('returns the attempt with idempotency keys and metadata for the provider', async () => {
    const id = await createSession(api);
    expect((await api.get(getAttempts(id))).body).toEqual({ data: [] });
    const { status, body } = await api.post(getAttempts(id), attemptOptions);
    expect(status).toBe(200);
    const attempt = body.acquisition_attempt;
    expect(attempt).toMatchObject({
      ...attemptOptions,
      proxy_session_id: id,
      merchant_psp_config_id: api.merchant.providerConfigId,
      attempt_number: 1,
      psp: 'provider',
      status: 'reserved',
      status_reason: null,
      checkout_ui_mode: null,
      direct_subscription_source: 'setup_intent',
      provider_root_object_id: null,
      supersedes_attempt_id: null,
    });
    expect(Object.keys(attempt)).toHaveLength(34);
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
    expect((await api.get(getAttempts(id))).body).toEqual({ data: [attempt] });
  });

  it('joins the attempt with equal options and names the option that differs', async () => {
    const { id, attempt } = await sessionAt(api, 'reserved');
    const joined = await api.post(getAttempts(id), attemptOptions);
    expect(joined.body.acquisition_attempt).toEqual(attempt);
    const other = await api.post(getAttempts(id), {
      ...attemptOptions,
      pricing_mode: 'provider_finalized',
      provider_options_fingerprint: hex('f'),
    });
    expect(getCode(other)).toEqual([409, 'attempt_options_mismatch']);
    expect(other.body.error.message).toBe(
      'The attempt was reserved with another pricing_mode, provider_options_fingerprint.',
    );
  });

  it('creates one attempt for concurrent reservations', async () => {
    const id = await createSession(api);
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => api.post(getAttempts(id), attemptOptions)),
    );
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    expect(new Set(responses.map((response) => response.body.acquisition_attempt.id)).size).toBe(1);
    expect((await api.get(getAttempts(id))).body.data).toHaveLength(1);
  });

  it.each([
    ['one_time', 'direct_subscription', undefined],
    ['one_time', 'payment_intent', 'setup_intent'],
  ])('rejects %s with %s and source %s', async (commercial_mode, integration_path, source) => {
    const response = await api.post(getAttempts(await createSession(api)), {
      ...attemptOptions,
      commercial_mode,
      integration_path,
      direct_subscription_source: source,
    });
    expect(getCode(response)).toEqual([400, 'invalid_request']);
  });

  it('returns an idempotency key for the setup intent of a direct subscription', async () => {
    const { body } = await api.post(getAttempts(await createSession(api)), {
      ...attemptOptions,
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
    const response = await api.post(getAttempts(await createSession(api)), {
      ...attemptOptions,
      expected_cart_version: 2,
    });
    expect(getCode(response)).toEqual([409, 'cart_version_conflict']);
  });
});

describe('binding a checkout session', () => {
  it('reserves and attaches in one step and ignores a repetition', async () => {
    const id = await createSession(api);
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
  });

  it('rejects another object than the bound one, and names that', async () => {
    const id = await createSession(api);
    const bind = async (provider_checkout_session_id: string) =>
      api.post(`/proxy_sessions/${id}/provider_bindings`, {
        provider_checkout_session_id,
        psp: 'provider',
      });
    const bound = nextObject('cs_test');
    await bind(bound);
    const conflict = await bind(nextObject('cs_test'));
    expect(getCode(conflict)).toEqual([409, 'provider_object_conflict']);
    expect(conflict.body.error.message).toContain(bound);
    expect(getCode(await bind('pi_1'))).toEqual([422, 'object_type_mismatch']);
    expect((await bind(bound)).status).toBe(200);
  });

  it.each(['failed', 'canceled', 'expired'] as const)(
    'rejects an attempt that is %s without an object with session_state_conflict',
    async (status) => {
      const { id, attempt } = await sessionAt(api, 'reserved', {
        integration_path: 'checkout_session',
      });
      await api.database.client.acquisitionAttempt.updateMany({
        where: { merchantId: api.merchant.id, id: attempt.id },
        data: { status },
      });
      const refused = await api.post(`/proxy_sessions/${id}/provider_bindings`, {
        provider_checkout_session_id: nextObject('cs_test'),
        psp: 'provider',
      });
      expect(getCode(refused)).toEqual([409, 'session_state_conflict']);
      expect(refused.body.error.message).toContain(`The attempt is ${status}`);
    },
  );

  it('rejects an attempt on another path and names no option that a binding does not set', async () => {
    const { id } = await sessionAt(api, 'reserved', { pricing_mode: 'provider_finalized' });
    const refused = await api.post(`/proxy_sessions/${id}/provider_bindings`, {
      provider_checkout_session_id: nextObject('cs_test'),
      psp: 'provider',
    });
    expect(getCode(refused)).toEqual([409, 'attempt_options_mismatch']);
    expect(refused.body.error.message).toBe(
      'The attempt was reserved with another integration_path.',
    );
  });

  it('joins a reservation unless it names another commercial mode', async () => {
    const { id } = await sessionAt(api, 'reserved', {
      commercial_mode: 'subscription',
      integration_path: 'checkout_session',
    });
    const bind = async (change: object) =>
      api.post(`/proxy_sessions/${id}/provider_bindings`, {
        provider_checkout_session_id: 'cs_of_a_subscription',
        psp: 'provider',
        ...change,
      });
    for (const bound of [false, true]) {
      const other = await bind({ commercial_mode: 'one_time' });
      expect(getCode(other)).toEqual([409, 'attempt_options_mismatch']);
      expect(other.body.error.message).toContain('commercial_mode');
      const [attempt] = (await api.get(getAttempts(id))).body.data;
      expect(attempt.status).toBe(bound ? 'attached' : 'reserved');
      expect((await bind({})).status).toBe(200);
      expect((await bind({ commercial_mode: 'subscription' })).status).toBe(200);
    }
  });

  it('rejects an unsupported psp, an object of another type and a stale cart version', async () => {
    const id = await createSession(api);
    const bind = async (provider_checkout_session_id: string, psp: string) =>
      getCode(
        await api.post(`/proxy_sessions/${id}/provider_bindings`, {
          provider_checkout_session_id,
          psp,
        }),
      );
    expect(await bind('cs_1', 'acme')).toEqual([400, 'unsupported_psp']);
    expect(await bind('pi_1', 'provider')).toEqual([422, 'object_type_mismatch']);
    const stale = await api.post(`/proxy_sessions/${id}/provider_bindings`, {
      provider_checkout_session_id: 'cs_of_another_cart',
      psp: 'provider',
      expected_cart_version: 2,
    });
    expect(getCode(stale)).toEqual([409, 'cart_version_conflict']);
    expect((await api.get(getAttempts(id))).body).toEqual({ data: [] });
  });
});

describe('superseding an attempt', () => {
  it('rejects an attempt that is not terminal with attempt_not_terminal', async () => {
    const { path, attempt } = await sessionAt(api, 'confirmed');
    const response = await api.post(`${path}/supersede`, {
      expected_version: attempt.version,
      reason: 'changed_mind',
      replacement: { integration_path: 'payment_intent', provider_options_fingerprint: hex('b') },
    });
    expect(getCode(response)).toEqual([409, 'attempt_not_terminal']);
  });
});
