import type { ProviderOutcome } from '@parley/provider';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  getRoot,
  type Operations,
  startOperations,
  succeededWith,
  waiting,
} from '../../test/operations.ts';
import { cancelSession } from './cancel-session.ts';
import { getMerchantSession } from './get-session.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
beforeEach(() => {
  ops.stub.calls.length = 0;
});
afterAll(() => ops.close());

const cancel = (id: string) => cancelSession(ops.deps, ops.caller, { id });

it('a canceled session ends a reservation that has no provider object', async () => {
  const { id } = await ops.session();
  await ops.reserve(id);
  expect(await cancel(id)).toEqual({
    proxy_session_id: id,
    status: 'canceled',
    updated_at: (await ops.read(id)).session.updatedAt.toISOString(),
  });
  expect((await ops.readStatuses(id)).attempts).toEqual([['canceled', 'session_canceled']]);
});

it('the last event of a session that ends shows it as its merchant view does', async () => {
  const [canceled, expired] = [await ops.session(), await ops.session()];
  await ops.reserve(canceled.id);
  await cancel(canceled.id);
  await ops.reserve(expired.id);
  await ops.expireDeadline(expired.id);
  await ops.expire(expired.id);
  for (const { id } of [canceled, expired]) {
    const view = await getMerchantSession(ops.deps, ops.caller, { id });
    const events = await ops.events(id);
    expect(events.at(-1)?.payload).toMatchObject({
      type: `proxy_session.${view.status}`,
      data: { object: { current_acquisition_attempt: view.current_acquisition_attempt } },
    });
  }
});

it('a canceled session has its provider object closed, which ends the attempt', async () => {
  const { id, objectId } = await ops.payable();
  ops.stub.calls.length = 0;
  await cancel(id);
  expect(ops.stub.calls).toEqual([`close ${objectId}`]);
  expect(await ops.readStatuses(id)).toEqual({
    session: 'canceled',
    attempts: [['canceled', null]],
  });
});

it('an object that the provider does not have yet is checked later', async () => {
  const { id, objectId } = await ops.payable();
  ops.stub.objects.delete(objectId);
  await cancel(id);
  expect(await ops.readStatuses(id)).toEqual({
    session: 'canceled',
    attempts: [['confirmed', null]],
  });
  expect((await ops.read(id)).attempt.providerCheckAt).toBeInstanceOf(Date);
});

it('a repeated cancellation changes nothing', async () => {
  const { id } = await ops.session();
  await ops.reserve(id);
  await ops.setStatus(id, 'canceled');
  await cancel(id);
  expect((await ops.readStatuses(id)).attempts).toEqual([['reserved', null]]);
});

it.each<[ProviderOutcome, string]>([
  [{ kind: 'processing' }, 'payment_in_progress'],
  [{ kind: 'action_required' }, 'payment_in_progress'],
  [succeededWith(4200), 'session_state_conflict'],
])('a cancellation that is refused closes nothing: %j', async (outcome, code) => {
  const payable = await ops.payable();
  await ops.deliverProviderEvent(payable, outcome);
  ops.stub.calls.length = 0;
  await expect(cancel(payable.id)).rejects.toMatchObject({ code });
  expect(ops.stub.calls).toEqual([]);
});

it('a cancellation closes the object of an attempt whose outcome was unknown', async () => {
  const { id } = await ops.session();
  const { acquisition_attempt: attempt } = await ops.reserve(id);
  await ops.expireRetryDeadline(id);
  const objectId = `pi_${id}`;
  const found = {
    ...getRoot(objectId, waiting),
    metadata: { attemptId: attempt.id, sessionId: id, contractVersion: '2' },
  };
  ops.stub.objects.set(objectId, found);
  const canceled = await ops.stub.override({ findByAttempt: async () => found }, () => cancel(id));
  expect(canceled).toMatchObject({ status: 'canceled' });
  expect(ops.stub.calls).toContain(`close ${objectId}`);
  expect((await ops.readStatuses(id)).attempts).toEqual([['canceled', null]]);
});
