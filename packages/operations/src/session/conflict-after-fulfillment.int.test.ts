import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Operations,
  type Payable,
  startOperations,
  succeededWith,
} from '../../test/operations.ts';
import { listAttentionItemsOfKind } from '../attention/attention-items.ts';
import { changeSession } from '../session-change/change-session.ts';
import { recordPaymentState } from '../session-change/record-payment.ts';
import { getMerchantSession } from './get-session.ts';
import { reportProvisioned, reportProvisioningFailed } from './report-provisioning.ts';
import { resolveConflict } from './resolve-conflict.ts';

let ops: Operations;
let payable: Payable;
/** What the provider shows as refunded, by payment intent. */
const refunded = new Map<string, number>();
beforeAll(async () => {
  ops = await startOperations();
  ops.stub.provider.readPayment = async ({ id }) => createState(id, refunded.get(id) ?? 0);
});
beforeEach(async () => {
  payable = await ops.payable();
});
afterAll(() => ops.close());

const createState = (id: string, refundedMinor: number) => ({
  ...succeededWith(4200, 'eur', id).taken,
  refundedMinor,
  disputedMinor: 0,
  dispute: null,
});
const session = async () => (await ops.read(payable.id)).session;
const nextStep = async () =>
  (await getMerchantSession(ops.deps, ops.caller, payable)).actionable_next_step;
const resolve = (resolution: 'accept' | 'refunded') =>
  resolveConflict(ops.deps, ops.caller, { id: payable.id, resolution });
const items = async () => {
  const kind = 'payment_conflict' as const;
  const input = { kind, filter: 'open' as const, limit: 100 };
  const { data } = await listAttentionItemsOfKind(ops.deps, ops.caller, input);
  return data.filter(({ id }) => id === payable.id);
};
const conflictEvents = async () =>
  (await ops.events(payable.id)).filter(({ type }) => type === 'proxy_session.payment_conflicted');

/** Another payment intent with the metadata of the attempt. */
const again = () => ({ ...payable, objectId: `pi_again_${payable.id}` });
const payAgain = () => ops.deliverProviderEvent(again(), succeededWith(4200));

describe.each([
  ['provisioned', () => reportProvisioned(ops.deps, ops.caller, payable)],
  [
    'provisioning_failed',
    () => reportProvisioningFailed(ops.deps, ops.caller, { ...payable, error_message: 'sold out' }),
  ],
] as const)('a payment in addition to what a %s session was paid with', (status, report) => {
  beforeEach(async () => {
    await ops.deliverProviderEvent(payable, succeededWith(4200));
    await report();
    expect(await session()).toMatchObject({ conflictSince: null, closedAt: expect.any(Date) });
    expect(await nextStep()).toBe('none');
    await payAgain();
  });

  it('needs attention until it is accepted, which is once and keeps the status', async () => {
    const { conflictSince, updatedAt } = await session();
    expect(conflictSince).toEqual(updatedAt);
    expect(await session()).toMatchObject({ status, closedAt: null });
    expect(await nextStep()).toBe('resolve_conflict');
    expect(await items()).toMatchObject([{ at: conflictSince?.toISOString() }]);
    expect(await resolve('accept')).toMatchObject({ status });
    expect(await nextStep()).toBe('none');
    expect(await items()).toEqual([]);
    const after = await session();
    expect(after).toMatchObject({ status, conflictSince: null, closedAt: after.updatedAt });
    expect(await ops.history(payable.id)).toContainEqual(
      expect.objectContaining({
        action: 'payments_accepted',
        reason: `${payable.objectId} 4200 eur, ${again().objectId} 4200 eur`,
      }),
    );
    expect(await resolve('accept')).toMatchObject({ status });
    expect(await session()).toEqual(after);
    await expect(resolve('refunded')).rejects.toMatchObject({ code: 'session_state_conflict' });
    expect(await conflictEvents()).toHaveLength(1);
  });

  it.each(['accept', 'refunded'] as const)(
    'that was returned and resolved with %s needs attention again when its refund fails',
    async (resolution) => {
      refunded.set(again().objectId, 4200).set(payable.objectId, 4200);
      await resolve(resolution);
      expect(await items()).toEqual([]);
      await changeSession(ops.deps, ops.caller, payable.id, (change) => {
        const [, second] = change.state.payments;
        if (second) recordPaymentState(change, second, createState(second.providerObjectId, 0));
      });
      expect(await session()).toMatchObject({ status, closedAt: null });
      expect(await items()).toHaveLength(1);
      expect(await conflictEvents()).toHaveLength(2);
    },
  );

  it('is resolved as refunded once every payment is refunded in full', async () => {
    refunded.set(again().objectId, 4200);
    await expect(resolve('refunded')).rejects.toMatchObject({
      code: 'provider_amount_mismatch',
      message: expect.stringContaining('4200 eur of 8400 eur'),
    });
    refunded.set(payable.objectId, 4200);
    expect(await resolve('refunded')).toMatchObject({ status });
    expect(await items()).toEqual([]);
    const after = await session();
    expect(await resolve('refunded')).toMatchObject({ status });
    expect(await session()).toEqual(after);
  });
});

it('a fulfilled session without a conflict has nothing to resolve', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  await reportProvisioned(ops.deps, ops.caller, payable);
  for (const resolution of ['accept', 'refunded'] as const) {
    await expect(resolve(resolution)).rejects.toMatchObject({ code: 'session_state_conflict' });
  }
});
