import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  getRoot,
  type Operations,
  type Payable,
  startOperations,
  waiting,
} from '../../test/operations.ts';
import type { Captcha, Deps } from '../request/deps.ts';
import { getPayerPage } from './payer-page.ts';
import { preparePayment } from './prepare-payment.ts';
import { checkCharge, syncPayment } from './sync-payment.ts';
import { verifyChallenge } from './verify-challenge.ts';

let ops: Operations;
let deps: Deps;
let payable: Payable;
const verify = vi.fn<Captcha['verify']>();

beforeAll(async () => {
  ops = await startOperations('live');
  deps = { ...ops.deps, captcha: { verify } };
});
beforeEach(async () => {
  verify.mockReset().mockResolvedValue('passed');
  payable = await ops.payable();
  showRoot(null);
  await setSpike(true);
});
afterAll(() => ops.close());

const link = () => ({ id: payable.id, pk: 'pk_live_1' });
const charge = { cart_version: 1, amount_minor: 4200, currency: 'eur' };
const check = () => checkCharge(deps, ops.caller, { ...link(), ...charge });
const prepare = () => preparePayment(deps, ops.caller, link());
const pass = () =>
  verifyChallenge(deps, { ...ops.caller, address: '192.0.2.7' }, { ...link(), token: 'token' });
const isRequired = async () => (await getPayerPage(deps, ops.caller, link())).challenge_required;

function showRoot(decline: { id: string; code: string; at: Date | null } | null) {
  ops.stub.objects.set(payable.objectId, {
    ...getRoot(payable.objectId, { ...waiting, decline } as typeof waiting),
    clientSecret: 'secret',
  });
}

async function setSpike(isSpiking: boolean) {
  const { database, scope } = ops;
  await database.client.declineRate.deleteMany({ where: scope });
  if (!isSpiking) return;
  const countedAt = await database.now();
  await database.client.declineRate.create({
    data: { ...scope, lastHour: 30, lastWeek: 30, countedAt, spikingSince: countedAt },
  });
}

it('while declines spike, a payer gets no form and cannot pay until the challenge is passed', async () => {
  ops.stub.calls.length = 0;
  const held = { page: { challenge_required: true } };
  expect(await prepare()).toMatchObject({ ...held, form: null, waiting: false });
  expect(await check()).toMatchObject({ ...held, payable: false });
  expect(ops.stub.calls).toEqual([]);

  expect(await pass()).toMatchObject({ challenge_required: false });
  expect(verify).toHaveBeenCalledExactlyOnceWith('token', '192.0.2.7');
  expect((await prepare()).form).toMatchObject({ client_secret: 'secret' });
  expect(await check()).toMatchObject({ payable: true });
});

it('requires another challenge after a decline', async () => {
  await pass();
  showRoot({ id: `ch_${payable.objectId}`, code: 'generic_decline', at: null });
  expect(await syncPayment(deps, ops.caller, link())).toMatchObject({ challenge_required: true });
  await pass();
  expect(await isRequired()).toBe(false);
});

it('refuses a token that the provider refuses, and names the field', async () => {
  verify.mockResolvedValue('failed');
  const before = await ops.read(payable.id);
  await expect(pass()).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(/^token must/),
  });
  expect((await ops.read(payable.id)).session).toEqual(before.session);
  expect(await isRequired()).toBe(true);
});

it('lets payers pay while the provider is unavailable', async () => {
  verify.mockResolvedValue('unavailable');
  expect(await pass()).toMatchObject({ challenge_required: false });
});

it('requires another challenge if a payment was declined during the verification', async () => {
  verify.mockImplementation(async () => {
    showRoot({ id: `ch_${payable.objectId}`, code: 'generic_decline', at: null });
    await syncPayment(deps, ops.caller, link());
    return 'passed';
  });
  expect(await pass()).toMatchObject({ challenge_required: true });
});

it('verifies nothing if no challenge is required', async () => {
  await ops.deliverProviderEvent(payable, { kind: 'action_required' });
  expect(await check()).toMatchObject({ payable: true, page: { challenge_required: false } });
  await pass();
  payable = await ops.payable();
  await setSpike(false);
  expect(await pass()).toMatchObject({ challenge_required: false });
  expect(verify).not.toHaveBeenCalled();
  await setSpike(true);
  const page = await getPayerPage(ops.deps, ops.caller, link());
  expect(page.challenge_required).toBe(false);
});
