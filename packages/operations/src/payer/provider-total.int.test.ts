import type { ProviderRoot } from '@parley/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getRoot, type Operations, startOperations, waiting } from '../../test/operations.ts';
import { attachProviderObject } from '../attempt/attach-provider-object.ts';
import { preparePayment } from './prepare-payment.ts';
import { checkCharge } from './sync-payment.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

/** A checkout session for merchandise of 42.00 plus `taxes`, attached by the merchant. */
async function taxed(pricing_mode: 'fixed' | 'provider_finalized', taxes: number) {
  const { id } = await ops.session();
  const { acquisition_attempt: attempt } = await ops.reserve(id, {
    pricing_mode,
    integration_path: 'checkout_session',
    merchandise_subtotal_minor: 4200,
  });
  const objectId = `cs_${id}`;
  const rootWithTotal = (amountMinor: number): ProviderRoot => ({
    ...getRoot(objectId, waiting),
    type: 'checkout.session',
    charge: { amountMinor, currency: 'eur' },
    merchandiseSubtotalMinor: 4200,
  });
  const set = (more: number) => ops.stub.objects.set(objectId, rootWithTotal(4200 + more));
  set(taxes);
  await attachProviderObject(ops.deps, ops.caller, {
    proxy_session_id: id,
    acquisition_attempt_id: attempt.id,
    expected_version: attempt.version,
    role: 'root',
    object_type: 'checkout.session',
    object_id: objectId,
  });
  const link = { id, pk: 'pk_test_1' };
  return {
    set,
    prepare: () => preparePayment(ops.deps, ops.caller, link),
    check: (amount_minor: number) =>
      checkCharge(ops.deps, ops.caller, { id, amount_minor, cart_version: 1, currency: 'eur' }),
    confirmed: async () => (await ops.read(id)).attempt.confirmedAmountMinor,
    confirmation: async () => {
      const { attempt } = await ops.read(id);
      return [attempt.confirmedMerchandiseSubtotalMinor, attempt.confirmedEvidenceSha256];
    },
  };
}

describe('a total that the provider finalizes', () => {
  it('is shown to the payer and confirmed', async () => {
    const { prepare, check, confirmed } = await taxed('provider_finalized', 798);
    expect(await prepare()).toMatchObject({
      waiting: false,
      page: { amount_minor: 4998, presentation_state: 'checkout_available' },
    });
    expect(await confirmed()).toBe(4998);
    expect((await check(4998)).payable).toBe(true);
    expect((await check(4200)).payable).toBe(false);
  });

  it('that has changed is shown and confirmed before it can be paid', async () => {
    const { prepare, check, confirmed, confirmation, set } = await taxed('provider_finalized', 798);
    await prepare();
    const [merchandise, evidence] = await confirmation();
    expect(merchandise).toBe(4200);
    set(900);
    expect(await check(4998)).toMatchObject({ payable: false, page: { amount_minor: 5100 } });
    expect(await prepare()).toMatchObject({ page: { amount_minor: 5100 } });
    expect(await confirmed()).toBe(5100);
    expect((await check(5100)).payable).toBe(true);
    // The evidence is that of what was read.
    expect(await confirmation()).toEqual([4200, expect.not.stringContaining(`${evidence}`)]);
  });

  it('cannot be paid under fixed pricing', async () => {
    const { prepare, check, confirmed } = await taxed('fixed', 798);
    expect(await prepare()).toMatchObject({ form: null, waiting: true });
    expect(await confirmed()).toBeNull();
    expect((await check(4200)).payable).toBe(false);
  });
});

it('a payment intent of the page whose amount was changed at the provider cannot be paid', async () => {
  const { id } = await ops.session();
  const objectId = `pi_${id}`;
  const show = (amountMinor: number) => {
    const charge = { amountMinor, currency: 'eur' };
    const root = { ...getRoot(objectId, waiting), charge, clientSecret: 'secret' };
    ops.stub.objects.set(objectId, root);
    return root;
  };
  const createPaymentIntent = async () => show(4200);
  const prepare = () => preparePayment(ops.deps, ops.caller, { id, pk: 'pk_test_1' });
  await ops.stub.override({ createPaymentIntent }, prepare);
  const shown = { id, amount_minor: 4200, cart_version: 1, currency: 'eur' };
  expect(await checkCharge(ops.deps, ops.caller, shown)).toMatchObject({ payable: true });
  show(5000);
  expect(await checkCharge(ops.deps, ops.caller, shown)).toMatchObject({ payable: false });
});
