import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getRoot, type Operations, startOperations, succeededWith } from '../../test/operations.ts';
import { cancelSession } from '../session/cancel-session.ts';
import { recordMissingPayment } from './record-missing-payment.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

/** A session whose reservation was lost, and the payment that its object took. */
async function paidWithoutReservation() {
  const { id } = await ops.session();
  const { attempt } = await ops.read(id);
  const objectId = `pi_${id}`;
  const metadata = { attemptId: attempt.id, sessionId: id, contractVersion: '2' };
  ops.stub.objects.set(objectId, { ...getRoot(objectId, succeededWith(4200)), metadata });
  return { id, objectId };
}

const record = (objectId: string, sessionId: string) =>
  recordMissingPayment(
    ops.deps,
    ops.caller,
    {
      kinds: ['missing_here'],
      object: { type: 'payment_intent', id: objectId },
      providerConfigId: ops.providerConfigId,
      sessionId,
      attemptId: null,
      here: null,
      there: { amountMinor: 4200, currency: 'eur', refundedMinor: 0, disputedMinor: 0 },
    },
    { isDryRun: false },
  );

describe('a payment whose reservation was lost', () => {
  it('pays an open session', async () => {
    const { id, objectId } = await paidWithoutReservation();
    expect(await record(objectId, id)).toBe('recorded');
    expect(await ops.readStatuses(id)).toEqual({
      session: 'paid',
      attempts: [['succeeded', null]],
    });
  });

  it('pays a session that has expired since', async () => {
    const { id, objectId } = await paidWithoutReservation();
    await ops.expireDeadline(id);
    expect(await ops.expire(id)).toBe(1);
    expect((await ops.read(id)).attempt).toMatchObject({
      status: 'expired',
      merchantProviderConfigId: null,
    });
    expect(await record(objectId, id)).toBe('recorded');
    expect(await ops.readStatuses(id)).toEqual({
      session: 'paid',
      attempts: [['succeeded', 'late_payment']],
    });
    expect(await ops.payments(id)).toEqual([[objectId, 4200, 0]]);
    expect((await ops.read(id)).attempt).toMatchObject({
      merchantProviderConfigId: ops.providerConfigId,
      providerRootObjectId: objectId,
    });
  });

  it('is a conflict of a session that was canceled since', async () => {
    const { id, objectId } = await paidWithoutReservation();
    await cancelSession(ops.deps, ops.caller, { id });
    expect(await record(objectId, id)).toBe('recorded');
    expect((await ops.readStatuses(id)).session).toBe('payment_conflicted');
    expect(await ops.payments(id)).toEqual([[objectId, 4200, 0]]);
  });
});
