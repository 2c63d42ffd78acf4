import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations } from '../../test/operations.ts';
import { checkCharge } from './sync-payment.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

const charge = { amount_minor: 4200, currency: 'eur', cart_version: 1 };

it.each(['payment_processing', 'payment_conflicted', 'expired', 'canceled'] as const)(
  'a confirmed charge cannot be paid once its session is %s',
  async (status) => {
    const { id } = await ops.payable();
    expect(await checkCharge(ops.deps, ops.caller, { id, ...charge })).toMatchObject({
      payable: true,
    });
    await ops.setStatus(id, status);
    expect(await checkCharge(ops.deps, ops.caller, { id, ...charge })).toMatchObject({
      payable: false,
      page: { status },
    });
  },
);

it('a confirmed charge can be paid during a challenge, and not once its attempt is canceled', async () => {
  const payable = await ops.payable();
  const check = () => checkCharge(ops.deps, ops.caller, { id: payable.id, ...charge });
  await ops.deliverProviderEvent(payable, { kind: 'action_required' });
  expect(await check()).toMatchObject({ payable: true });
  await ops.deliverProviderEvent(payable, { kind: 'canceled', reason: null });
  expect(await check()).toMatchObject({ payable: false, page: { status: 'created' } });
});
