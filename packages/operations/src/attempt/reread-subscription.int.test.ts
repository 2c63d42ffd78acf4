import type { Provider } from '@parley/provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations, succeededWith } from '../../test/operations.ts';
import { subscriptionWith } from '../../test/subscription.ts';
import { rereadSubscription } from './reread-subscription.ts';
import { syncAttempt } from './sync-attempt.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

it('a subscription that the provider no longer returns is gone, which delays no payment', async () => {
  const { id, attemptId, objectId, root } = await ops.withCheckoutSession({
    commercial_mode: 'subscription',
  });
  const subscriptionId = `sub_${id}`;
  ops.stub.objects.set(objectId, { ...root, subscriptionId });
  const returned: Provider['readSubscription'] = async () => subscriptionWith(subscriptionId, 1);
  await ops.stub.override({ readSubscription: returned }, () =>
    syncAttempt(ops.deps, ops.caller, { sessionId: id, attemptId }),
  );
  await ops.database.client.$executeRaw`
    UPDATE subscription SET last_synced_at = '2026-11-01Z' WHERE proxy_session_id = ${id}`;
  /** Reads the subscription again with what the provider returns for it. */
  const reread = async (readSubscription: Provider['readSubscription']) => {
    const stored = await ops.repositories.subscriptions.findByAttempt(attemptId);
    if (!stored) throw new Error(`attempt ${attemptId} has no subscription`);
    return ops.stub.override({ readSubscription }, () =>
      rereadSubscription(ops.deps, ops.caller, stored),
    );
  };
  expect(await reread(returned)).toBe('read');
  const outcome = succeededWith(4200);
  ops.stub.objects.set(objectId, { ...root, subscriptionId, outcome });
  expect(await reread(async () => null)).toBe('gone');
  expect((await ops.read(id)).session.status).toBe('paid');
});
