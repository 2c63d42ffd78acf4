import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations, succeededWith } from '../../test/operations.ts';
import { getMerchantSession } from '../session/get-session.ts';
import { replaceCart } from '../session/replace-cart.ts';
import { syncAttempt } from './sync-attempt.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

it('a wrong payment stays a conflict when the checkout session takes the same amount again', async () => {
  const { id, attemptId, objectId, root } = await ops.withCheckoutSession();
  for (const taken of [`pi_first_${id}`, `pi_second_${id}`]) {
    ops.stub.objects.set(objectId, { ...root, outcome: succeededWith(4100, 'eur', taken) });
    await syncAttempt(ops.deps, ops.caller, { sessionId: id, attemptId });
  }
  expect(await ops.payments(id)).toHaveLength(2);
  expect((await ops.read(id)).session).toMatchObject({
    status: 'payment_conflicted',
    completedAttemptId: null,
  });
});

it('a second wrong payment is not the exact one, although it equals the first', async () => {
  const first = await ops.payable();
  await ops.deliverProviderEvent(first, { kind: 'canceled', reason: null });
  const second = await ops.supersede(first);
  await ops.deliverProviderEvent(first, succeededWith(4100));
  await ops.deliverProviderEvent(second, succeededWith(4100));
  expect((await ops.read(first.id)).session).toMatchObject({
    status: 'payment_conflicted',
    completedAttemptId: null,
  });
});

it('an exact payment after a wrong one is money to return, and the conflict is reported again', async () => {
  const first = await ops.payable();
  await ops.deliverProviderEvent(first, { kind: 'canceled', reason: null });
  const second = await ops.supersede(first);
  await ops.deliverProviderEvent(first, succeededWith(4100));
  await ops.deliverProviderEvent(second, succeededWith(4200));
  expect((await ops.readStatuses(first.id)).attempts).toContainEqual([
    'integrity_failed',
    'second_payment',
  ]);
  const types = (await ops.events(first.id)).map(({ type }) => type);
  expect(types.filter((type) => type === 'proxy_session.payment_conflicted')).toHaveLength(2);
});

it('a payment for a replaced cart is shown as the final charge with that cart', async () => {
  const { id, objectId, ...payable } = await ops.payable();
  await replaceCart(ops.deps, ops.caller, {
    id,
    amount_minor: 9900,
    currency: 'eur',
    cart_snapshot: { lines: ['new'] },
    expected_cart_version: 1,
  });
  await ops.deliverProviderEvent({ id, objectId, ...payable }, succeededWith(4200));
  const { requested, final } = await getMerchantSession(ops.deps, ops.caller, { id });
  expect(requested).toMatchObject({ amount_minor: 9900, cart_snapshot: { lines: ['new'] } });
  expect(final.amount_minor).toBe(4200);
  expect(final.cart_snapshot).not.toEqual(requested.cart_snapshot);
});
