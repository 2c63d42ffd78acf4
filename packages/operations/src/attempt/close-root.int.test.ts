import { afterAll, beforeAll, expect, it } from 'vitest';
import { getRoot, type Operations, type Payable, startOperations } from '../../test/operations.ts';
import { cancelSession } from '../session/cancel-session.ts';
import { replaceCart } from '../session/replace-cart.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

const cart = { amount_minor: 0, currency: 'eur', cart_snapshot: {}, expected_cart_version: 1 };
const requests: Record<string, (payable: Payable) => Promise<unknown>> = {
  'a cancellation': ({ id }) => cancelSession(ops.deps, ops.caller, { id }),
  'another cart': ({ id }) => replaceCart(ops.deps, ops.caller, { id, ...cart }),
  'another attempt': (payable) => ops.supersede(payable),
};

it.each(Object.keys(requests))(
  'the object of a failed attempt that is being paid again refuses %s',
  async (name) => {
    const payable = await ops.payable();
    await ops.deliverProviderEvent(payable, { kind: 'failed', reason: 'bank_said_no' });
    const closeRoot = async () => getRoot(payable.objectId, { kind: 'processing' });
    const request = () => requests[name]?.(payable);
    await expect(ops.stub.override({ closeRoot }, async () => request())).rejects.toMatchObject({
      code: 'payment_in_progress',
    });
    expect(await ops.readStatuses(payable.id)).toEqual({
      session: 'created',
      attempts: [['failed', 'bank_said_no']],
    });
  },
);
