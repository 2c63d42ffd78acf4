import type { Provider, ProviderOutcome } from '@parley/provider';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  getRoot,
  type Operations,
  type Payable,
  startOperations,
  succeededWith,
  waiting,
} from '../../test/operations.ts';
import { replaceCart } from '../session/replace-cart.ts';
import { preparePayment } from './prepare-payment.ts';

let ops: Operations;
let payable: Payable;
beforeAll(async () => {
  ops = await startOperations();
});
beforeEach(async () => {
  payable = await ops.payable();
  ops.stub.calls.length = 0;
});
afterAll(() => ops.close());

const replace = (id: string, amount_minor: number, expected_cart_version = 1) =>
  replaceCart(ops.deps, ops.caller, {
    id,
    amount_minor,
    currency: 'eur',
    cart_snapshot: {},
    expected_cart_version,
  });
const prepare = (id: string) => preparePayment(ops.deps, ops.caller, { id, pk: 'pk_test_1' });
const readStatus = async (id: string) => (await ops.read(id)).session.status;

it('a free cart is provisionable once the object of the previous cart is closed', async () => {
  const { id, objectId } = payable;
  await replace(id, 0);
  expect(await prepare(id)).toMatchObject({
    page: { status: 'provisionable', payment_received: false },
  });
  expect(ops.stub.calls).toContain(`close ${objectId}`);
});

it.each<ProviderOutcome>([{ kind: 'expired' }, { kind: 'failed', reason: 'closed' }])(
  'a free cart is provisionable once the object of the previous cart is closed as %j',
  async (outcome) => {
    const { id, objectId } = payable;
    await replace(id, 0);
    const closeRoot = async () => getRoot(objectId, outcome);
    await ops.stub.override({ closeRoot }, () => prepare(id));
    expect(await readStatus(id)).toBe('provisionable');
  },
);

it('a payment after a free cart was settled is a conflict with its amount', async () => {
  const { id, objectId } = payable;
  await replace(id, 0);
  await prepare(id);
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  const { session } = await ops.read(id);
  expect([session.status, session.finalAmountMinor]).toEqual(['payment_conflicted', 4200]);
  expect(await ops.payments(id)).toEqual([[objectId, 4200, 0]]);
});

it('a payment before the object of the previous cart is closed is a conflict', async () => {
  const { id, objectId } = payable;
  await replace(id, 0);
  ops.stub.objects.set(objectId, getRoot(objectId, succeededWith(4200)));
  await prepare(id);
  expect(await readStatus(id)).toBe('payment_conflicted');
});

it('a payment that was refunded before the object of the previous cart is closed is recorded with its refund', async () => {
  const { id, objectId } = payable;
  await replace(id, 0);
  const { taken } = succeededWith(4200, 'eur', objectId);
  const paid = getRoot(objectId, { kind: 'succeeded', taken: { ...taken, isReturned: true } });
  const closeRoot = async () => {
    ops.stub.objects.set(objectId, paid);
    return paid;
  };
  const returned = { ...taken, refundedMinor: 4200, disputedMinor: 0, dispute: null };
  const methods = { closeRoot, readPayment: async () => returned };
  await ops.stub.override(methods, () => prepare(id));
  expect(await ops.payments(id)).toEqual([[objectId, 4200, 4200]]);
});

it('a free cart is provisionable although the attempt for the previous cart was canceled', async () => {
  const { id, attemptId } = payable;
  await ops.deliverProviderEvent(payable, { kind: 'canceled', reason: null });
  await replace(id, 0);
  expect(await prepare(id)).toMatchObject({ page: { status: 'provisionable' }, waiting: false });
  expect((await ops.repositories.attempts.listReserved(id))[0]).toMatchObject({
    id: attemptId,
    status: 'superseded',
  });
});

it('an object that the provider does not close keeps a free cart waiting', async () => {
  const { id, objectId } = payable;
  await replace(id, 0);
  const closeRoot = async () => getRoot(objectId, waiting);
  const prepared = await ops.stub.override({ closeRoot }, () => prepare(id));
  expect(prepared).toMatchObject({ waiting: true });
  expect(await readStatus(id)).toBe('created');
});

it('an object that was created but never attached is closed too', async () => {
  const { id } = await ops.session();
  await ops.reserve(id);
  await replace(id, 0);
  const found = getRoot(`pi_never_${id}`, waiting);
  ops.stub.objects.set(found.id, found);
  const { attempt } = await ops.read(id);
  // The provider's clock may differ by up to ten minutes.
  const findByAttempt: Provider['findByAttempt'] = async (type, attemptId, { from, until }) => {
    expect([type, attemptId]).toEqual([found.type, attempt.id]);
    expect(from).toEqual(new Date(attempt.createdAt.getTime() - 600_000));
    expect(until.getTime()).toBeGreaterThan(Date.now() + 590_000);
    return found;
  };
  await ops.stub.override({ findByAttempt }, () => prepare(id));
  expect(ops.stub.calls).toContain(`close ${found.id}`);
  expect(await readStatus(id)).toBe('provisionable');
});

it('a cart that costs something again is not settled', async () => {
  const { id } = payable;
  await replace(id, 0);
  const { closeRoot } = ops.stub.provider;
  ops.stub.provider.closeRoot = async (object) => {
    ops.stub.provider.closeRoot = closeRoot;
    await replace(id, 900, 2);
    return closeRoot(object);
  };
  ops.stub.provider.createPaymentIntent = async ({ charge }) => ({
    ...getRoot(`pi_next_${id}`, waiting),
    charge,
  });
  await prepare(id).catch(() => null);
  expect(['created', 'payer_opened']).toContain(await readStatus(id));
});
