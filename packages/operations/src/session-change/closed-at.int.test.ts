import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations, succeededWith } from '../../test/operations.ts';
import { subscriptionWith } from '../../test/subscription.ts';
import { expireSessions } from '../session/expire-sessions.ts';
import { reportProvisioned } from '../session/report-provisioning.ts';
import { recordSubscription } from '../subscription/record-subscription.ts';
import { changeSession } from './change-session.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

const read = async (id: string) => (await ops.read(id)).session;

it('a session without a reserved attempt is closed when it expires', async () => {
  const { id } = await ops.session();
  expect((await read(id)).closedAt).toBeNull();
  await ops.expireDeadline(id);
  await ops.expire(id);
  const { status, closedAt, updatedAt } = await read(id);
  expect([status, closedAt]).toEqual(['expired', updatedAt]);
});

it('an expired session is closed only when its attempt has ended', async () => {
  const { id } = await ops.payable();
  await ops.expireDeadline(id);
  const results = await expireSessions(ops.deps, ops.caller, [id]);
  await results.get(id);
  expect(await ops.readStatuses(id)).toMatchObject({ attempts: [['confirmed', null]] });
  expect(await read(id)).toMatchObject({ status: 'expired', closedAt: null });
  await changeSession(ops.deps, ops.caller, id, (change) => change.attemptCommand('expire'));
  const { closedAt, updatedAt } = await read(id);
  expect(closedAt).toEqual(updatedAt);
});

it('a late payment opens a closed session again', async () => {
  const payable = await ops.payable();
  await ops.expireDeadline(payable.id);
  await ops.expire(payable.id);
  await changeSession(ops.deps, ops.caller, payable.id, (change) =>
    change.attempt.status === 'confirmed' ? change.attemptCommand('expire') : 'unchanged',
  );
  expect((await read(payable.id)).closedAt).toBeInstanceOf(Date);
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  expect(await read(payable.id)).toMatchObject({ status: 'paid', closedAt: null });
});

it('a fulfilled session is closed again when its subscription has ended', async () => {
  const payable = await ops.payable();
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  await reportProvisioned(ops.deps, ops.caller, { id: payable.id });
  expect((await read(payable.id)).closedAt).toBeInstanceOf(Date);
  const sync = (endedAt: Date | null) =>
    changeSession(ops.deps, ops.caller, payable.id, async (change) =>
      recordSubscription(
        ops.deps,
        change,
        change.attempt,
        await change.repositories.subscriptions.findByAttempt(change.attempt.id),
        { ...subscriptionWith('sub_1', 1), endedAt },
        { source: 'sweep', event: null },
      ),
    );
  await sync(null);
  expect((await read(payable.id)).closedAt).toBeNull();
  await sync(new Date());
  const { closedAt, updatedAt } = await read(payable.id);
  expect(closedAt).toEqual(updatedAt);
});
