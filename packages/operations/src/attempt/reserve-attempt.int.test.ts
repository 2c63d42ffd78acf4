import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations } from '../../test/operations.ts';
import { replaceCart } from '../session/replace-cart.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

it('a session whose deadline has passed reserves no attempt', async () => {
  const { id } = await ops.session();
  await ops.expireDeadline(id);
  await expect(ops.reserve(id)).rejects.toMatchObject({ code: 'session_expired' });
  expect((await ops.read(id)).attempt.status).toBe('unreserved');
});

it('the history shows when a merchandise subtotal is cleared and set again', async () => {
  const { id } = await ops.session();
  const path = { integration_path: 'checkout_session' } as const;
  await ops.reserve(id, { ...path, merchandise_subtotal_minor: 4000 });
  await replaceCart(ops.deps, ops.caller, {
    id,
    amount_minor: 5200,
    currency: 'eur',
    cart_snapshot: {},
    expected_cart_version: 1,
  });
  expect((await ops.read(id)).attempt.merchandiseSubtotalMinor).toBeNull();
  await ops.reserve(id, { ...path, merchandise_subtotal_minor: 5000 });
  expect((await ops.read(id)).attempt.merchandiseSubtotalMinor).toBe(5000);
  expect((await ops.history(id)).map(({ action }) => action)).toEqual([
    'create',
    'reserve',
    'replace_cart',
    'clear_merchandise_subtotal',
    'set_merchandise_subtotal',
  ]);
});
