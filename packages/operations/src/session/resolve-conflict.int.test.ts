import type { ProviderPaymentState } from '@parley/provider';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { keyedCaller } from '../../test/keyed-caller.ts';
import {
  getRoot,
  type Operations,
  type Payable,
  startOperations,
  succeededWith,
} from '../../test/operations.ts';
import { resolveConflict } from './resolve-conflict.ts';

let ops: Operations;
let payable: Payable;
/** What the provider shows as refunded, by payment intent. */
const refunded = new Map<string, number>();
beforeAll(async () => {
  ops = await startOperations();
});
beforeEach(async () => {
  payable = await ops.payable();
  refunded.clear();
  ops.stub.provider.readPayment = async ({ id }) => createState(id);
});
afterAll(() => ops.close());

const createState = (id: string): ProviderPaymentState => ({
  id,
  type: 'payment_intent',
  amountMinor: 4200,
  currency: 'eur',
  capturedAt: new Date(),
  refundedMinor: refunded.get(id) ?? 0,
  disputedMinor: 0,
  dispute: null,
});

const refund = (id = payable.id) =>
  resolveConflict(ops.deps, ops.caller, { id, resolution: 'refunded' });
const readStatus = async () => (await ops.read(payable.id)).session.status;
/** The reasons of the history entries with this action. */
const readEntries = async (action: string) =>
  (await ops.history(payable.id))
    .filter((entry) => entry.action === action)
    .map(({ reason }) => reason);
const unrefunded = { code: 'provider_amount_mismatch' };

/** A second payment intent with the metadata of the attempt takes an amount. */
async function payAgain(amountMinor = 4200): Promise<string> {
  const objectId = `pi_again_${payable.id}`;
  await ops.deliverProviderEvent({ ...payable, objectId }, succeededWith(amountMinor));
  return objectId;
}

it('refunded needs a full refund of every payment of the session', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  const again = await payAgain();
  refunded.set(payable.objectId, 4200);
  await expect(refund()).rejects.toThrow('shows 4200 eur of 8400 eur (minor units) as refunded');
  refunded.set(again, 4199);
  await expect(refund()).rejects.toMatchObject(unrefunded);
  refunded.set(again, 4200);
  ops.stub.calls.length = 0;
  expect(await refund()).toMatchObject({ status: 'canceled' });
  // The payment of the root object is recorded, so only its refunds are read.
  expect(ops.stub.calls).toEqual([]);
  expect(await ops.payments(payable.id)).toEqual([
    [payable.objectId, 4200, 4200],
    [again, 4200, 4200],
  ]);
  expect(await readEntries('refund_verified')).toEqual(['8400 eur']);
});

it('refunded reads each payment from the provider account of its attempt', async () => {
  await ops.deliverProviderEvent(payable, { kind: 'canceled', reason: null });
  const next = await ops.supersede(payable);
  const id = ops.deps.newId('pspcfg');
  await ops.repositories.providerConfigs.insert({
    id,
    psp: 'provider',
    status: 'inactive',
    apiUrl: 'http://127.0.0.1:9',
    scriptUrl: 'http://127.0.0.1:9/v3',
    publishableKey: 'pk_test_second',
    secretKey: 'sk_test_second',
    webhookSecret: null,
  });
  await ops.database.client.$executeRaw`
    UPDATE acquisition_attempt SET merchant_psp_config_id = ${id} WHERE id = ${next.attemptId}`;
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  await ops.deliverProviderEvent(next, succeededWith(4200));
  const read: string[][] = [];
  const deps: typeof ops.deps = {
    ...ops.deps,
    connectProvider: ({ secretKey }) => ({
      ...ops.stub.provider,
      readPayment: async (payment) => {
        read.push([payment.id, secretKey]);
        return { ...createState(payment.id), refundedMinor: 4200 };
      },
    }),
  };
  const input = { id: payable.id, resolution: 'refunded' as const };
  expect(await resolveConflict(deps, ops.caller, input)).toMatchObject({ status: 'canceled' });
  expect(read).toEqual([
    [payable.objectId, 'sk_test_provider'],
    [next.objectId, 'sk_test_second'],
  ]);
});

it('refunded stores the refusal and the result for their idempotency keys', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  refunded.set(await payAgain(), 4200);
  const [caller, next] = [keyedCaller(ops.caller), keyedCaller(ops.caller)];
  const input = { id: payable.id, resolution: 'refunded' as const };
  const refundWith = (by: typeof caller) => resolveConflict(ops.deps, by, input);
  await expect(refundWith(caller)).rejects.toMatchObject(unrefunded);
  refunded.set(payable.objectId, 4200);
  const first = await refundWith(next);
  expect(first).toMatchObject({ status: 'canceled' });
  await expect(refundWith(caller)).rejects.toMatchObject({
    ...unrefunded,
    message: expect.stringContaining('4200 eur of 8400 eur'),
  });
  expect(await refundWith(next)).toEqual(first);
  expect([caller.replayed(), next.replayed()]).toEqual([1, 1]);
});

it('refunded reads nothing from the provider when the refusal is replayed', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  await payAgain();
  const caller = keyedCaller(ops.caller);
  const input = { id: payable.id, resolution: 'refunded' as const };
  await expect(resolveConflict(ops.deps, caller, input)).rejects.toMatchObject(unrefunded);
  ops.stub.provider.readPayment = () => Promise.reject(new Error('the provider was read again'));
  await expect(resolveConflict(ops.deps, caller, input)).rejects.toMatchObject(unrefunded);
  expect(caller.replayed()).toBe(1);
});

it('refunded can be repeated with the same idempotency key while payments keep arriving', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4199));
  refunded.set(payable.objectId, 4200);
  let payments = 0;
  ops.stub.provider.readPayment = async ({ id }) => {
    const objectId = `pi_${payments++}_${payable.id}`;
    refunded.set(objectId, 4200);
    await ops.deliverProviderEvent({ ...payable, objectId }, succeededWith(4200));
    return createState(id);
  };
  const caller = keyedCaller(ops.caller);
  const input = { id: payable.id, resolution: 'refunded' as const };
  await expect(resolveConflict(ops.deps, caller, input)).rejects.toMatchObject({
    code: 'payment_in_progress',
    message: expect.stringContaining('Payments are still arriving'),
  });
  ops.stub.provider.readPayment = async ({ id }) => createState(id);
  expect(await resolveConflict(ops.deps, caller, input)).toMatchObject({ status: 'canceled' });
});

it('refunded resolves a session whose only payment was an unexpected one', async () => {
  const again = await payAgain(4300);
  await expect(refund()).rejects.toMatchObject(unrefunded);
  refunded.set(again, 4300);
  expect(await refund()).toMatchObject({ status: 'canceled' });
});

it('refunded counts a payment that arrives while the others are read', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4199));
  refunded.set(payable.objectId, 4200);
  let arrived = false;
  ops.stub.provider.readPayment = async ({ id }) => {
    if (!arrived) {
      arrived = true;
      await payAgain();
    }
    return createState(id);
  };
  await expect(refund()).rejects.toMatchObject(unrefunded);
  expect(await readStatus()).toBe('payment_conflicted');
});

it('refunded counts a conflict that arises after the session was read', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  let loads = 0;
  const database: typeof ops.database = {
    ...ops.database,
    findSession: async (...args) => {
      loads += 1;
      // The session was read once without a conflict; the change reads it again.
      if (loads === 2) await payAgain();
      return ops.database.findSession(...args);
    },
  };
  const input = { id: payable.id, resolution: 'refunded' as const };
  await expect(resolveConflict({ ...ops.deps, database }, ops.caller, input)).rejects.toMatchObject(
    unrefunded,
  );
  expect(await readStatus()).toBe('payment_conflicted');
});

it.each([
  { resolution: 'accept', note: 'one cent is one cent' },
  { resolution: 'refunded', refunded_elsewhere: true, note: 'by bank transfer' },
] as const)(
  '$resolution adds its note to the history, and nothing when repeated',
  async (input) => {
    await ops.deliverProviderEvent(payable, succeededWith(4199));
    const resolve = () => resolveConflict(ops.deps, ops.caller, { ...input, id: payable.id });
    await resolve();
    expect(await readEntries('resolution_note')).toEqual([input.note]);
    const before = await ops.history(payable.id);
    await resolve();
    expect(await ops.history(payable.id)).toEqual(before);
  },
);

it('a refusal has a sum for each currency of the payments', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  const objectId = `pi_usd_${payable.id}`;
  await ops.deliverProviderEvent({ ...payable, objectId }, succeededWith(100, 'usd'));
  await expect(refund()).rejects.toThrow('shows 0 eur, 0 usd of 4200 eur, 100 usd');
});

it('refunded counts a payment of the root object whose event has not arrived', async () => {
  refunded.set(await payAgain(4300), 4300);
  const { objectId } = payable;
  ops.stub.objects.set(objectId, getRoot(objectId, succeededWith(4200)));
  await expect(refund()).rejects.toThrow('shows 4300 eur of 8500 eur');
  refunded.set(objectId, 4200);
  expect(await refund()).toMatchObject({ status: 'canceled' });
});
