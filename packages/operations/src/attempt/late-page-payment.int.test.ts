import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations, succeededWith } from '../../test/operations.ts';
import { checkAttempt } from './check-attempt.ts';
import { syncAttempt } from './sync-attempt.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

it('a failed checkout session that is being paid again is read until the payment has an outcome', async () => {
  const { id, attemptId, objectId, root } = await ops.withCheckoutSession();
  const where = { sessionId: id, attemptId };
  const show = (outcome: typeof root.outcome) =>
    ops.stub.objects.set(objectId, { ...root, outcome, intentIds: [`pi_${id}`] });
  show({ kind: 'failed', reason: 'debit_not_authorized' });
  await syncAttempt(ops.deps, ops.caller, where);
  const dayAgo = new Date(Date.now() - 25 * 3_600_000);
  await ops.updateAttempt(attemptId, { updatedAt: dayAgo });
  expect(await checkAttempt(ops.deps, ops.caller, where)).toBe('root_closed');

  show({ kind: 'processing' });
  await ops.updateAttempt(attemptId, { updatedAt: dayAgo });
  expect(await checkAttempt(ops.deps, ops.caller, where)).toBe('read');
  show(succeededWith(4200, 'eur', `pi_${id}`));
  await checkAttempt(ops.deps, ops.caller, where);
  expect(await ops.payments(id)).toEqual([[`pi_${id}`, 4200, 0]]);
  expect((await ops.read(id)).session.status).toBe('paid');
});
