import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Operations, rootOf, startOperations } from '../../test/operations.ts';
import { preparePayment } from '../payer/prepare-payment.ts';
import type { Caller } from '../request/caller.ts';
import { replaceCart } from '../session/replace-cart.ts';
import { startTrial } from './start-trial.ts';

let ops: Operations;
/** The cards with which a subscription was created. */
let startedWith: (string | undefined)[];
let setup: { status: string; paymentMethodId: string | null };

beforeAll(async () => {
  ops = await startOperations();
});
beforeEach(() => {
  startedWith = [];
  setup = { status: 'requires_payment_method', paymentMethodId: null };
  const { provider } = ops.stub;
  const id = `seti_${ops.deps.newId('evt')}`;
  const intent = () => ({ id, clientSecret: 'secret', decline: null, ...setup });
  provider.createCustomer = async () => `cus_${id}`;
  provider.createSetupIntent = async () => intent();
  provider.readSetupIntent = async () => intent();
  provider.createSubscription = async ({ paymentMethodId }) => {
    startedWith.push(paymentMethodId);
    const root = rootOf(`sub_${id}`, { kind: 'nothing_due', billingStartsLater: true });
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
  setup = { status: 'succeeded', paymentMethodId: 'pm_1' };
};

it('a trial starts once the payer’s card is saved', async () => {
  const id = await trial();
  for (const unsaved of [
    { status: 'processing', paymentMethodId: 'pm_1' },
    { status: 'succeeded', paymentMethodId: null },
  ]) {
    setup = unsaved;
    expect(await start(id)).toBe('done');
  }
  ops.stub.provider.readSetupIntent = async () => null;
  expect(await start(id)).toBe('done');
  expect(startedWith).toEqual([]);
  ops.stub.provider.readSetupIntent = async () => ({
    id: 'seti_1',
    clientSecret: null,
    decline: null,
    ...setup,
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

it('a card that the merchant’s server asked for is left to the merchant', async () => {
  const id = await trial(ops.caller);
  saveCard();
  expect(await start(id)).toBe('done');
  expect(startedWith).toEqual([]);
});
