import { afterAll, beforeAll, expect, it } from 'vitest';
import { getRoot, type Operations, startOperations, waiting } from '../../test/operations.ts';
import { preparePayment } from './prepare-payment.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

it.each([
  [{ kind: 'canceled', reason: null } as const],
  [{ kind: 'expired' } as const],
  [{ kind: 'failed', reason: 'bank_said_no' } as const],
])(
  'an object of the attempt that was never attached and is %o does not stop its page',
  async (ended) => {
    const { id } = await ops.session();
    const { acquisition_attempt: attempt } = await ops.reserve(id);
    const metadata = { attemptId: attempt.id, sessionId: id, contractVersion: '2' };
    const createPaymentIntent = async (input: { metadata: Record<string, string> }) => {
      const isFirst = input.metadata.proxy_acquisition_attempt_id === attempt.id;
      const root = isFirst
        ? { ...getRoot(`pi_old_${id}`, ended), metadata }
        : getRoot(`pi_new_${id}`, waiting);
      ops.stub.objects.set(root.id, root);
      return root;
    };
    await ops.stub.override({ createPaymentIntent }, async () => {
      const payer = { ...ops.caller, actor: { kind: 'payer' as const, id: null } };
      await preparePayment(ops.deps, payer, { id, pk: 'pk_1' });
    });
    const { attempts } = await ops.readStatuses(id);
    expect(attempts.map(([status]) => status)).toEqual(['superseded', 'confirmed']);
  },
);
