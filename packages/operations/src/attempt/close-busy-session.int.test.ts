import { afterAll, beforeAll, expect, it } from 'vitest';
import { getRoot, type Operations, startOperations, succeededWith } from '../../test/operations.ts';
import { preparePayment } from '../payer/prepare-payment.ts';
import { cancelSession } from '../session/cancel-session.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

const cancel = (id: string) => cancelSession(ops.deps, ops.caller, { id }).catch(() => null);
const prepare = (id: string) => preparePayment(ops.deps, ops.caller, { id, pk: 'pk_test_1' });

it.each([
  ['is canceled', cancel],
  ['continues after its failed attempt', prepare],
])(
  'a session that is written again and again %s only after its payment is recorded',
  async (_, act) => {
    const payable = await ops.payable();
    const { id, objectId } = payable;
    if (act === prepare) {
      await ops.deliverProviderEvent(payable, { kind: 'failed', reason: 'bank_said_no' });
    }
    const root = getRoot(objectId, succeededWith(4200, 'eur', objectId));
    ops.stub.objects.set(objectId, root);
    let writes = 0;
    const readRoot = async () => {
      if (writes++ < 5) {
        await ops.database.client.$executeRaw`
        UPDATE proxy_session SET version = version + 1 WHERE id = ${id}`;
      }
      return root;
    };
    await ops.stub.override<unknown>({ readRoot }, () => act(id));
    expect((await ops.read(id)).session.status).toBe('paid');
    expect(await ops.payments(id)).toEqual([[objectId, 4200, 0]]);
  },
);
