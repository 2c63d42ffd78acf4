import { afterAll, describe, expect, it } from 'vitest';
import { confirmation, hex, startApi } from './api.ts';
import { getAttempts, getCode, nextObject, sessionAt } from './attempt-stages.ts';

const api = await startApi();
afterAll(() => api.stop());

describe('attaching a provider object', () => {
  const root = { role: 'root', object_type: 'payment_intent' };

  it('attaches the root once, ignores a repetition and rejects another root', async () => {
    const { path, attempt } = await sessionAt(api, 'attached');
    expect(attempt).toMatchObject({ status: 'attached', version: 3 });
    const again = { ...root, object_id: attempt.provider_root_object_id, expected_version: 1 };
    expect((await api.post(`${path}/provider_objects`, again)).body).toEqual(attempt);
    const other = { ...root, object_id: nextObject('pi'), expected_version: attempt.version };
    expect(getCode(await api.post(`${path}/provider_objects`, other))).toEqual([
      409,
      'provider_object_conflict',
    ]);
  });

  it('rejects an object of another attempt, a wrong type or id prefix, and a stale version', async () => {
    const taken = (await sessionAt(api, 'attached')).attempt.provider_root_object_id;
    const { path, attempt } = await sessionAt(api, 'reserved');
    const attach = async (change: object) =>
      getCode(
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
      const { path, attempt } = await sessionAt(api, stage);
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
    const { id, path, attempt } = await sessionAt(api, 'attached');
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
    expect((await sessionAt(api, 'confirmed')).attempt.status).toBe('confirmed');
  });

  it('accepts the currency of an attachment in any case and stores it in lowercase', async () => {
    const { path, attempt } = await sessionAt(api, 'reserved');
    const { status, body } = await api.post(`${path}/provider_objects`, {
      role: 'root',
      object_type: 'payment_intent',
      object_id: 'pi_currency_in_any_case',
      expected_version: attempt.version,
      provider_confirmation: { ...confirmation, currency: 'eUR' },
    });
    expect([status, body.provider_confirmed_currency]).toEqual([200, 'eur']);
  });

  it('rejects a different amount, currency, cart version, attempt version or evidence', async () => {
    const { path, attempt } = await sessionAt(api, 'attached');
    const confirm = async (change: object, version = attempt.version) =>
      getCode(
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
    const { id, path, attempt } = await sessionAt(api, 'attached', {
      pricing_mode: 'provider_finalized',
    });
    const confirm = (change: object) =>
      api.post(`${path}/provider_cart`, {
        ...confirmation,
        amount_minor: 4998,
        expected_version: attempt.version,
        ...change,
      });
    expect(getCode(await confirm({}))).toEqual([422, 'provider_amount_mismatch']);
    expect(getCode(await confirm({ merchandise_subtotal_minor: 4200 }))).toEqual([200, undefined]);
    const session = (await api.get(`/proxy_sessions/${id}/merchant`)).body;
    expect(session).toMatchObject({
      pricing_mode: 'provider_finalized',
      requested: { amount_minor: 4200 },
      latest_quote: { amount_minor: 4998 },
      final: { amount_minor: 4998 },
    });
  });

  it('rejects the same evidence with another total or subtotal with evidence_conflict', async () => {
    const { path, attempt } = await sessionAt(api, 'reserved', {
      pricing_mode: 'provider_finalized',
    });
    const finalized = { ...confirmation, merchandise_subtotal_minor: 4200 };
    const attach = (version: number, change: object) =>
      api.post(`${path}/provider_objects`, {
        role: 'root',
        object_type: 'payment_intent',
        object_id: 'pi_confirmed_once',
        expected_version: version,
        provider_confirmation: { ...finalized, ...change },
      });
    const { body: confirmed } = await attach(attempt.version, {});
    expect(confirmed.status).toBe('confirmed');
    const other = { amount_minor: 4998 };
    expect(getCode(await attach(confirmed.version, other))).toEqual([409, 'evidence_conflict']);
    expect(getCode(await attach(attempt.version, other))).toEqual([
      409,
      'attempt_version_conflict',
    ]);
    const expected_version = confirmed.version;
    const confirm = { ...finalized, ...other, expected_version };
    expect(getCode(await api.post(`${path}/provider_cart`, confirm))).toEqual([
      409,
      'evidence_conflict',
    ]);
    expect((await attach(attempt.version, {})).body).toEqual(confirmed);
  });

  it('is required again after the cart was replaced, in the same currency', async () => {
    const { id, path } = await sessionAt(api, 'confirmed');
    const cart = { amount_minor: 5000, cart_snapshot: {}, expected_cart_version: 1 };
    const replace = (currency: string) =>
      api.call('PUT', `/proxy_sessions/${id}/cart`, { ...cart, currency });
    expect(getCode(await replace('usd'))).toEqual([409, 'currency_locked']);
    expect((await replace('eur')).status).toBe(200);
    const session = (await api.get(`/proxy_sessions/${id}/merchant`)).body;
    expect(session).toMatchObject({
      presentation_state: 'price_changed',
      actionable_next_step: 'confirm_provider_cart',
      current_acquisition_attempt: { status: 'attached', status_reason: 'cart_drift' },
    });
    const [attempt] = (await api.get(getAttempts(id))).body.data;
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
