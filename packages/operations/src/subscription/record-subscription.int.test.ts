import { eventSchema } from '@parley/contract';
import { MAX_EVENT_BYTES } from '@parley/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations } from '../../test/operations.ts';
import { subscriptionWith } from '../../test/subscription.ts';
import { changeSession } from '../session-change/change-session.ts';
import { listSessionSubscriptions } from './list-session-subscriptions.ts';
import { recordSubscription } from './record-subscription.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

it.each([
  [30, 30, undefined],
  [500, 0, ['items']],
])('emits an event of %i items with %i of them, omitting %j', async (count, shown, omitted) => {
  const { id } = await ops.payable();
  await changeSession(ops.deps, ops.caller, id, (change) =>
    recordSubscription(
      ops.deps,
      change,
      change.attempt,
      null,
      subscriptionWith(`sub_${count}`, count),
      { source: 'sweep', event: null },
    ),
  );
  const created = (await ops.events(id)).find(({ type }) => type === 'subscription.created');
  const { data } = eventSchema('subscription.created').parse(created?.payload);
  expect(data.object).toMatchObject({ items: { length: shown } });
  expect(data.omitted).toEqual(omitted);
  expect(await listSessionSubscriptions(ops.deps, ops.scope, { id })).toMatchObject([
    { original_proxy_session_id: id, provider_subscription_id: `sub_${count}` },
  ]);
  expect(Buffer.byteLength(JSON.stringify(created?.payload))).toBeLessThanOrEqual(MAX_EVENT_BYTES);
});

it('a subscription has the id of the checkout session that started it, if one did', async () => {
  const checkout = await ops.withCheckoutSession();
  const direct = await ops.payable();
  for (const { id, objectId } of [checkout, direct]) {
    await changeSession(ops.deps, ops.caller, id, (change) =>
      recordSubscription(
        ops.deps,
        change,
        change.attempt,
        null,
        subscriptionWith(`sub_of_${objectId}`, 1),
        { source: 'sweep', event: null },
        id === checkout.id ? objectId : null,
      ),
    );
    expect(await listSessionSubscriptions(ops.deps, ops.scope, { id })).toMatchObject([
      { provider_checkout_session_id: id === checkout.id ? objectId : null },
    ]);
  }
});

it('a session whose attempts started no subscription lists none', async () => {
  const { id } = await ops.payable();
  expect(await listSessionSubscriptions(ops.deps, ops.scope, { id })).toEqual([]);
});
