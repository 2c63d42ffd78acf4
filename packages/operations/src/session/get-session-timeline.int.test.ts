import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Operations,
  type Payable,
  startOperations,
  succeededWith,
} from '../../test/operations.ts';
import { getSessionTimeline } from './get-session-timeline.ts';
import { reportProvisioned } from './report-provisioning.ts';
import { resolveConflict } from './resolve-conflict.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

/** The payments of which the timeline says that they are due back. */
async function refundsDue({ id }: Payable): Promise<string[]> {
  const { payments } = await getSessionTimeline(ops.deps, ops.scope, { id });
  return payments.filter((one) => one.refund_due).map((one) => one.provider_object_id);
}

/** Another payment intent with the metadata of the attempt takes the same amount. */
async function payAgain(payable: Payable, objectId: string): Promise<void> {
  await ops.deliverProviderEvent({ ...payable, objectId }, succeededWith(4200));
}

it('shows that a payment which arrived after fulfillment is due back until it is refunded', async () => {
  const payable = await ops.payable();
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  await reportProvisioned(ops.deps, ops.caller, { id: payable.id });
  expect(await refundsDue(payable)).toEqual([]);
  await payAgain(payable, 'pi_after_fulfillment');
  expect(await refundsDue(payable)).toEqual(['pi_after_fulfillment']);
  const refund = (sum: number) => ops.database.client.$executeRaw`
    UPDATE payment SET refunded_minor = ${sum} WHERE provider_object_id = 'pi_after_fulfillment'`;
  await refund(4199);
  expect(await refundsDue(payable)).toEqual(['pi_after_fulfillment']);
  await refund(4200);
  expect(await refundsDue(payable)).toEqual([]);
});

it('shows no payment as due back that was accepted in a conflict', async () => {
  const payable = await ops.payable();
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  // The third payment arrives when the session is in conflict already.
  for (const objectId of ['pi_second', 'pi_third']) await payAgain(payable, objectId);
  await resolveConflict(ops.deps, ops.caller, { id: payable.id, resolution: 'accept' });
  expect(await refundsDue(payable)).toEqual([]);
  await reportProvisioned(ops.deps, ops.caller, { id: payable.id });
  expect(await refundsDue(payable)).toEqual([]);
});
