import type { ProviderPaymentState } from '@parley/provider';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type Operations,
  type Payable,
  startOperations,
  succeededWith,
} from '../../test/operations.ts';
import { providerEvent } from '../../test/provider-event.ts';
import { getMerchantSession } from '../session/get-session.ts';
import { reportProvisioned } from '../session/report-provisioning.ts';
import { resolveConflict } from '../session/resolve-conflict.ts';
import { applyProviderEvent } from './apply-provider-event.ts';

let ops: Operations;
let first: Payable;
let second: Payable;
/** What the provider shows as returned, by payment intent. */
const returned = new Map<string, Partial<ProviderPaymentState>>();
beforeAll(async () => {
  ops = await startOperations();
  ops.stub.provider.readPayment = async ({ id }) => ({
    ...succeededWith(4200, 'eur', id).taken,
    refundedMinor: 0,
    disputedMinor: 0,
    dispute: null,
    ...returned.get(id),
  });
});
beforeEach(async () => {
  first = await ops.payable();
  second = { ...first, objectId: `pi_second_${first.id}` };
  for (const payment of [first, second]) await pay(payment);
});
afterAll(() => ops.close());

const pay = (payment: Payable) => ops.deliverProviderEvent(payment, succeededWith(4200));
const resolve = (resolution: 'accept' | 'refunded') =>
  resolveConflict(ops.deps, ops.caller, { id: first.id, resolution });
const reportFulfillment = () => reportProvisioned(ops.deps, ops.caller, first);
const read = () => getMerchantSession(ops.deps, ops.caller, first);
const countConflictEvents = async () =>
  (await ops.events(first.id)).filter(({ type }) => type === 'proxy_session.payment_conflicted')
    .length;

/** Sets what the provider shows of a payment and applies an event about it. */
async function deliver(
  type: string,
  object: 'refund' | 'dispute',
  { objectId }: Payable,
  state: Partial<ProviderPaymentState>,
) {
  returned.set(objectId, state);
  const event = providerEvent(ops, type, {
    id: `${object}_${objectId}`,
    object,
    amount: 4200,
    currency: 'eur',
    status: state.dispute?.status ?? 'failed',
    payment_intent: objectId,
  });
  await ops.deps.database.providerEvents.insert(event);
  expect(await applyProviderEvent(ops.deps, event)).toMatchObject({ status: 'applied' });
}

const refund = (payment: Payable) =>
  deliver('refund.updated', 'refund', payment, { refundedMinor: 4200 });
const failRefund = (payment: Payable) => deliver('refund.failed', 'refund', payment, {});

/** The bank withdraws a payment in full, and returns it when the dispute is won. */
async function winDispute(payment: Payable): Promise<void> {
  const dispute = { id: 'dp_1', reason: 'fraudulent', dueBy: null, openedAt: new Date() };
  await deliver('charge.dispute.created', 'dispute', payment, {
    disputedMinor: 4200,
    dispute: { ...dispute, status: 'needs_response' },
  });
  const { payments } = await ops.read(first.id);
  expect(payments.find((row) => row.providerObjectId === payment.objectId)).toMatchObject({
    disputedMinor: 4200,
  });
  await deliver('charge.dispute.closed', 'dispute', payment, {
    dispute: { ...dispute, status: 'won' },
  });
}

it('a won dispute of a second payment that was accepted leaves the session paid', async () => {
  await resolve('accept');
  await winDispute(second);
  expect(await read()).toMatchObject({ status: 'paid', actionable_next_step: 'provision' });
  expect(await reportFulfillment()).toMatchObject({ status: 'provisioned' });
  expect(await countConflictEvents()).toBe(1);
});

it('a won dispute of the only accepted payment of a fulfilled session is no conflict', async () => {
  await refund(second);
  await resolve('accept');
  await reportFulfillment();
  await winDispute(first);
  expect(await read()).toMatchObject({ status: 'provisioned', actionable_next_step: 'none' });
  expect(await countConflictEvents()).toBe(1);
});

it.each(['accept', 'refunded'] as const)(
  'a failed refund of a payment that was accepted before, but not by the last resolution %s, is a conflict',
  async (resolution) => {
    await resolve('accept');
    await reportFulfillment();
    const third = { ...first, objectId: `pi_third_${first.id}` };
    await pay(third);
    const refunded = resolution === 'accept' ? [second, third] : [first, second, third];
    for (const payment of refunded) await refund(payment);
    await resolve(resolution);
    expect(await read()).toMatchObject({ status: 'provisioned', actionable_next_step: 'none' });
    await failRefund(second);
    expect(await read()).toMatchObject({
      status: 'provisioned',
      actionable_next_step: 'resolve_conflict',
    });
    expect(await countConflictEvents()).toBe(3);
  },
);
