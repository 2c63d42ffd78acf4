import { afterAll, beforeAll, expect, it } from 'vitest';
import { attemptOptions, confirmation, hex, startApi, type TestApi } from './api.ts';
import { getAttempts, getCode, nextObject, sessionAt } from './attempt-stages.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const finalized = { pricing_mode: 'provider_finalized', merchandise_subtotal_minor: 4000 };
const direct = { commercial_mode: 'subscription', integration_path: 'direct_subscription' };

async function replaceCart(id: string, amount_minor: number): Promise<void> {
  const cart = { amount_minor, currency: 'eur', cart_snapshot: {}, expected_cart_version: 1 };
  expect((await api.call('PUT', `/proxy_sessions/${id}/cart`, cart)).status).toBe(200);
}

const reserve = (id: string, change: object) =>
  api.post(getAttempts(id), { ...attemptOptions, ...change });

it.each(['attached', 'confirmed'] as const)(
  'belongs to the cart of its reservation: a new cart of an %s attempt takes a new one',
  async (stage) => {
    const confirmed = { merchandise_subtotal_minor: 4000 };
    const { id, path, attempt } = await sessionAt(api, 'reserved', finalized);
    const attached = await api.post(`${path}/provider_objects`, {
      role: 'root',
      object_type: 'payment_intent',
      object_id: nextObject('pi'),
      expected_version: attempt.version,
      ...(stage === 'confirmed'
        ? { provider_confirmation: { ...confirmation, ...confirmed } }
        : {}),
    });
    expect(attached.body.status).toBe(stage);
    await replaceCart(id, 6000);

    const confirm = async (merchandise_subtotal_minor: number) => {
      const [{ version }] = (await api.get(getAttempts(id))).body.data;
      return api.post(`${path}/provider_cart`, {
        ...confirmation,
        amount_minor: 6500,
        cart_version: 2,
        merchandise_subtotal_minor,
        expected_version: version,
      });
    };
    expect(getCode(await confirm(4000))).toEqual([422, 'provider_amount_mismatch']);

    const joined = await reserve(id, { ...finalized, merchandise_subtotal_minor: 5500 });
    expect(joined.body.acquisition_attempt).toMatchObject({ id: attempt.id, status: 'attached' });
    const other = await reserve(id, { ...finalized, merchandise_subtotal_minor: 5400 });
    expect(getCode(other)).toEqual([409, 'attempt_options_mismatch']);
    expect(getCode(await confirm(4000))).toEqual([422, 'provider_amount_mismatch']);
    expect(getCode(await confirm(5500))).toEqual([200, undefined]);
  },
);

it('is the basis of fees until the cart is replaced', async () => {
  const given = { ...direct, merchandise_subtotal_minor: 4000 };
  const { id, attempt } = await sessionAt(api, 'reserved', given);
  expect(attempt).toMatchObject({
    direct_fee_basis_source: 'merchandise_subtotal',
    direct_merchandise_subtotal_minor: 4000,
  });
  await replaceCart(id, 6000);
  const [cleared] = (await api.get(getAttempts(id))).body.data;
  expect(cleared).toMatchObject({
    version: attempt.version + 1,
    status: 'reserved',
    direct_fee_basis_source: 'session_amount',
    direct_merchandise_subtotal_minor: 6000,
  });
  const joined = await reserve(id, { ...direct, merchandise_subtotal_minor: 5500 });
  expect(joined.body.acquisition_attempt).toMatchObject({
    version: attempt.version + 2,
    direct_fee_basis_source: 'merchandise_subtotal',
    direct_merchandise_subtotal_minor: 5500,
  });
  const again = await reserve(id, { ...direct, merchandise_subtotal_minor: 5500 });
  expect(again.body).toEqual(joined.body);
});

it('is not copied to the attempt that supersedes, which takes one of its own', async () => {
  const given = { ...direct, merchandise_subtotal_minor: 4000 };
  const { id, path, attempt } = await sessionAt(api, 'reserved', given);
  const end = { status: 'canceled' };
  const where = { merchantId: api.merchant.id, id: attempt.id };
  await api.database.client.acquisitionAttempt.updateMany({ where, data: end });
  const { body } = await api.post(`${path}/supersede`, {
    expected_version: attempt.version,
    reason: 'order_changed',
    replacement: {
      integration_path: 'direct_subscription',
      provider_options_fingerprint: hex('b'),
    },
  });
  expect(body.acquisition_attempt).toMatchObject({
    direct_fee_basis_source: 'session_amount',
    direct_merchandise_subtotal_minor: 4200,
  });
  const replacement = { ...direct, provider_options_fingerprint: hex('b') };
  const joined = await reserve(id, { ...replacement, merchandise_subtotal_minor: 4100 });
  expect(joined.body.acquisition_attempt).toMatchObject({
    id: body.acquisition_attempt.id,
    direct_merchandise_subtotal_minor: 4100,
  });
});

it('is part of the reservation of one cart and cannot be added to it later', async () => {
  const { id } = await sessionAt(api, 'reserved');
  const other = await reserve(id, { merchandise_subtotal_minor: 4000 });
  expect(getCode(other)).toEqual([409, 'attempt_options_mismatch']);
});
