import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { getRoot, type Operations, startOperations } from '../../test/operations.ts';
import { preparePayment } from '../payer/prepare-payment.ts';
import type { Caller } from '../request/caller.ts';
import { cancelSession } from '../session/cancel-session.ts';
import { replaceCart } from '../session/replace-cart.ts';
import { checkAttempt } from './check-attempt.ts';
import { startTrial } from './start-trial.ts';

let ops: Operations;
/** The cards with which a subscription was created. */
let startedWith: (string | undefined)[];
let paymentMethodId: string | null;

beforeAll(async () => {
  ops = await startOperations();
});
beforeEach(() => {
  startedWith = [];
  paymentMethodId = null;
  const { provider } = ops.stub;
  const id = `seti_${ops.deps.newId('evt')}`;
  const intent = () => ({
    id,
    clientSecret: 'secret',
    isCanceled: false,
    paymentMethodId,
    decline: null,
  });
  provider.createCustomer = async () => `cus_${id}`;
  provider.createSetupIntent = async () => intent();
  provider.readSetupIntent = async () => intent();
  provider.createSubscription = async (input) => {
    startedWith.push(input.paymentMethodId);
    const root = getRoot(`sub_${id}`, { kind: 'nothing_due', billingStartsLater: true });
    return { ...root, type: 'subscription' };
  };
});
afterAll(() => ops.close());

const payer = (): Caller => ({ ...ops.caller, actor: { kind: 'payer', id: null } });
const cart_snapshot = {
  lines: [{ name: 'Coffee', unit_amount_minor: 4200, interval: 'month', trial_period_days: 14 }],
};

/** A session whose payer saves a card for a trial, on a page that `caller` prepared. */
async function trial(caller = payer()): Promise<string> {
  const { id } = await ops.session({ cart_snapshot });
  await ops.reserve(id, {
    commercial_mode: 'subscription',
    integration_path: 'direct_subscription',
  });
  await preparePayment(ops.deps, caller, { id, pk: 'pk_1' });
  return id;
}
const start = async (id: string) => startTrial(ops.deps, payer(), (await ops.read(id)).attempt);
const saveCard = () => {
  paymentMethodId = 'pm_1';
};

it('a trial starts once the payer’s card is saved', async () => {
  const id = await trial();
  expect(await start(id)).toBe('done');
  ops.stub.provider.readSetupIntent = async () => null;
  expect(await start(id)).toBe('done');
  expect(startedWith).toEqual([]);
  ops.stub.provider.readSetupIntent = async () => ({
    id: 'seti_1',
    clientSecret: null,
    isCanceled: false,
    paymentMethodId,
    decline: null,
  });
  saveCard();
  expect(await start(id)).toBe('done');
  expect(startedWith).toEqual(['pm_1']);
  const { session, attempt } = await ops.read(id);
  expect(session.status).toBe('provisionable');
  expect(attempt.rootCreatedBy).toBe('payer_page');
});

it.each<[string, (id: string) => Promise<unknown>]>([
  ['whose session was canceled', (id) => ops.setStatus(id, 'canceled')],
  ['whose deadline has passed', (id) => ops.expireDeadline(id)],
  ['whose idempotency keys have expired', (id) => ops.expireRetryDeadline(id)],
  [
    'of another cart',
    (id) =>
      replaceCart(ops.deps, ops.caller, {
        id,
        amount_minor: 4200,
        currency: 'eur',
        cart_snapshot,
        expected_cart_version: 1,
      }),
  ],
])('a trial %s does not start with the saved card', async (_, change) => {
  const id = await trial();
  saveCard();
  await change(id);
  expect(await start(id)).toBe('done');
  expect(startedWith).toEqual([]);
});

it('a card that the merchant’s server requested is left to the merchant', async () => {
  const id = await trial(ops.caller);
  saveCard();
  expect(await start(id)).toBe('done');
  expect(startedWith).toEqual([]);
});

const getDecline = (id: string, n: number) => {
  return { id: `setatt_${n}_${id}`, code: 'card_declined', at: null };
};

it('counts each decline that an event reports, although the setup intent shows only its last', async () => {
  const id = await trial();
  const { attempt } = await ops.read(id);
  for (const n of [1, 2, 3, 3]) {
    expect(await startTrial(ops.deps, payer(), attempt, getDecline(id, n))).toBe('done');
  }
  expect((await ops.read(id)).session.declineCount).toBe(3);

  await ops.database.client.acquisitionAttempt.updateMany({
    where: { merchantId: ops.scope.merchantId, id: attempt.id },
    data: { version: attempt.version + 1 },
  });
  expect(await startTrial(ops.deps, payer(), attempt, getDecline(id, 4))).toBe('stale');
  expect((await ops.read(id)).session.declineCount).toBe(3);
});

it.each<[string, (id: string) => Promise<unknown>]>([
  [
    'expired',
    async (id) => {
      await ops.expireDeadline(id);
      await ops.expire(id);
    },
  ],
  ['canceled', (id) => cancelSession(ops.deps, ops.caller, { id })],
])('no card can be tried with the setup intent of a session that has %s', async (_, end) => {
  const id = await trial();
  await end(id);
  const { attempt } = await ops.read(id);
  expect(attempt.providerCheckAt).not.toBeNull();
  const canceled: string[] = [];
  ops.stub.provider.cancelSetupIntent = async (setupId) => void canceled.push(setupId);
  const where = { sessionId: id, attemptId: attempt.id };
  expect(await checkAttempt(ops.deps, ops.caller, where)).toBe('setup_closed');
  expect(canceled).toEqual([attempt.providerSetupIntentId]);
  await startTrial(ops.deps, payer(), attempt, getDecline(id, 1));
  expect((await ops.read(id)).session.declineCount).toBe(1);
});
