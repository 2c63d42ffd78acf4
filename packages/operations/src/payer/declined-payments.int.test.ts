import { MAX_DECLINES } from '@parley/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  getRoot,
  type Operations,
  type Payable,
  startOperations,
  succeededWith,
  waiting,
} from '../../test/operations.ts';
import { getPayerPage } from './payer-page.ts';
import { preparePayment } from './prepare-payment.ts';
import { checkCharge, syncPayment } from './sync-payment.ts';

let ops: Operations;
let payable: Payable;

beforeAll(async () => {
  ops = await startOperations('live');
});
beforeEach(async () => {
  payable = await ops.payable();
});
afterAll(() => ops.close());

const link = () => ({ id: payable.id, pk: 'pk_live_1' });
const charge = { cart_version: 1, amount_minor: 4200, currency: 'eur' };
const check = () => checkCharge(ops.deps, ops.caller, { ...link(), ...charge });
const prepare = () => preparePayment(ops.deps, ops.caller, link());
/** The payer’s cards are declined one after another, and the page reads each result. */
async function decline(count: number) {
  for (let n = 1; n <= count; n++) {
    const last = { id: `ch_${n}_${payable.objectId}`, code: 'generic_decline', at: null };
    const outcome = { kind: 'awaiting_payment', decline: last } as const;
    ops.stub.objects.set(payable.objectId, {
      ...getRoot(payable.objectId, outcome),
      clientSecret: 'secret',
    });
    await syncPayment(ops.deps, ops.caller, link());
  }
}
/** Moves the last decline of the session into the past. */
async function passSeconds(seconds: number) {
  const declinedAt = Number((await ops.read(payable.id)).session.lastDeclinedAt);
  await ops.database.client.proxySession.updateMany({
    where: { merchantId: ops.scope.merchantId, id: payable.id },
    data: { lastDeclinedAt: new Date(declinedAt - seconds * 1000) },
  });
}

it('a payer can try again at once after three declines', async () => {
  await decline(3);
  expect(await check()).toMatchObject({ payable: true, page: { retry_at: null } });
});

it('a payer has to wait after the fourth decline, and the provider gets no request', async () => {
  await decline(4);
  ops.stub.calls.length = 0;
  const { lastDeclinedAt } = (await ops.read(payable.id)).session;
  const retry_at = new Date(Number(lastDeclinedAt) + 30_000).toISOString();
  expect(await check()).toMatchObject({ payable: false, page: { retry_at } });
  expect(await prepare()).toMatchObject({ form: null, waiting: false, page: { retry_at } });
  expect(ops.stub.calls).toEqual([]);
  await passSeconds(30);
  expect(await check()).toMatchObject({ payable: true, page: { retry_at: null } });
  expect((await prepare()).form).not.toBeNull();
});

it('a payer at a network with many declines waits once, at this merchant only', async () => {
  const { scope, database } = ops;
  const caller = { ...ops.caller, address: '192.0.2.7' };
  const other = await ops.payable();
  const prepareAs = (as: typeof caller, { id, objectId }: Payable) => {
    ops.stub.objects.set(objectId, { ...getRoot(objectId, waiting), clientSecret: 'secret' });
    return preparePayment(ops.deps, as, { ...link(), id });
  };
  await prepareAs(caller, other);
  const where = { merchantId: scope.merchantId };
  const { network } = await database.client.payerNetwork.findFirstOrThrow({ where });
  const countedAt = await database.now();
  await database.client.declineLimit.create({ data: { ...scope, network, level: 16, countedAt } });

  const held = await prepareAs(caller, payable);
  const seen = { ...where, proxySessionId: payable.id };
  const { firstSeenAt } = await database.client.payerNetwork.findFirstOrThrow({ where: seen });
  const page = { retry_at: new Date(Number(firstSeenAt) + 30_000).toISOString() };
  expect(held).toMatchObject({ form: null, waiting: false, page });
  const check = await checkCharge(ops.deps, caller, { ...link(), ...charge });
  expect(check).toMatchObject({ payable: false, page });
  expect(await getPayerPage(ops.deps, caller, link())).toMatchObject(page);

  const earlier = new Date(Number(firstSeenAt) - 30_000);
  await database.client.payerNetwork.updateMany({ where: seen, data: { firstSeenAt: earlier } });
  expect((await prepareAs(caller, payable)).form).not.toBeNull();
  const elsewhere = { ...caller, address: '192.0.2.8' };
  expect((await prepareAs(elsewhere, await ops.payable())).form).not.toBeNull();
  await database.client.declineLimit.deleteMany({ where });
});

it('a payer has to wait after the second decline while declines of the merchant spike', async () => {
  const { scope, database } = ops;
  await decline(2);
  expect(await check()).toMatchObject({ payable: true });
  const countedAt = await database.now();
  const data = { lastHour: 30, lastWeek: 30, countedAt, spikingSince: countedAt };
  await database.client.declineRate.create({ data: { ...scope, ...data } });
  const { lastDeclinedAt } = (await ops.read(payable.id)).session;
  const retry_at = new Date(Number(lastDeclinedAt) + 30_000).toISOString();
  expect(await check()).toMatchObject({ payable: false, page: { retry_at } });
  await database.client.declineRate.deleteMany({ where: { merchantId: scope.merchantId } });
});

it('a free session is completed at once, whatever was declined', async () => {
  const { scope, database } = ops;
  const { id } = await ops.session({ amount_minor: 0 });
  await database.client.proxySession.updateMany({
    where: { merchantId: scope.merchantId, id },
    data: { declineCount: MAX_DECLINES, lastDeclinedAt: new Date() },
  });
  const { page } = await preparePayment(ops.deps, ops.caller, { ...link(), id });
  expect(page).toMatchObject({ status: 'provisionable', retry_at: null });
});

it('in test mode, only declines of the session delay', async () => {
  const test = await startOperations('test');
  const { id, objectId } = await test.payable();
  test.stub.objects.set(objectId, { ...getRoot(objectId, waiting), clientSecret: 'secret' });
  const countedAt = await test.database.now();
  await test.database.client.declineRate.create({
    data: { ...test.scope, lastHour: 30, lastWeek: 30, countedAt, spikingSince: countedAt },
  });
  const deps = { ...test.deps, captcha: { verify: async () => 'failed' as const } };
  const { form, page } = await preparePayment(
    deps,
    { ...test.caller, address: '192.0.2.7' },
    { id, pk: 'pk_test_1' },
  );
  expect({ form, page }).toMatchObject({
    form: { client_secret: 'secret' },
    page: { challenge_required: false },
  });
  const where = { merchantId: test.scope.merchantId };
  expect(await test.database.client.payerNetwork.count({ where })).toBe(0);
  await test.close();
});

it('a bank’s challenge can be continued during the delay', async () => {
  await decline(4);
  await ops.deliverProviderEvent(payable, { kind: 'action_required' });
  expect((await check()).payable).toBe(true);
});

it('a payment that arrives during the delay counts', async () => {
  await decline(4);
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  expect((await ops.readStatuses(payable.id)).session).toBe('paid');
});

it('after ten declines the object is closed and no payment is accepted, until the merchant replaces the attempt', async () => {
  await decline(MAX_DECLINES);
  expect(ops.stub.calls).toContain(`close ${payable.objectId}`);
  expect((await ops.readStatuses(payable.id)).attempts).toEqual([
    ['canceled', 'too_many_declines'],
  ]);
  await passSeconds(86_400);
  expect(await check()).toMatchObject({ payable: false, page: { declined_too_often: true } });
  expect(await prepare()).toMatchObject({ form: null, page: { declined_too_often: true } });

  const { objectId } = await ops.supersede(payable);
  ops.stub.objects.set(objectId, { ...getRoot(objectId, waiting), clientSecret: 'secret' });
  expect(await check()).toMatchObject({ payable: true, page: { declined_too_often: false } });
});
