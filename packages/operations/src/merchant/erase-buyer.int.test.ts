import type { Database } from '@parley/db';
import { afterAll, expect, it } from 'vitest';
import { startOperations } from '../../test/operations.ts';
import { cancelSession } from '../session/cancel-session.ts';
import { changeSession } from '../session-change/change-session.ts';
import { eraseBuyer } from './erase-buyer.ts';

const ops = await startOperations();
afterAll(() => ops.close());

const caller = { ...ops.caller, mode: 'live', actor: { kind: 'operator', id: 'ada' } } as const;
const buyerReference = 'buyer_of_many';
const payer_contact = { email: 'ada@example.com' };

/** A canceled session of the buyer. */
async function canceled() {
  const { id } = await ops.session({ buyer_reference: buyerReference, payer_contact });
  await cancelSession(ops.deps, ops.caller, { id });
  return id;
}

const countOfBuyer = () => ops.database.client.proxySession.count({ where: { buyerReference } });

it('an interrupted erasure is completed when it is repeated', async () => {
  for (let n = 0; n < 60; n++) await canceled();
  let transactions = 0;
  const transaction: Database['transaction'] = (scope, work) => {
    transactions += 1;
    if (transactions === 2) throw new Error('interrupted');
    return ops.database.transaction(scope, work);
  };
  const deps = { ...ops.deps, database: { ...ops.database, transaction } };
  await expect(eraseBuyer(deps, caller, { buyerReference })).rejects.toThrow('interrupted');
  expect(await countOfBuyer()).toBe(10);
  expect(await eraseBuyer(ops.deps, caller, { buyerReference })).toMatchObject({ sessions: 10 });
  expect(await countOfBuyer()).toBe(0);
});

it('a change that was decided before the erasure is decided again without personal data', async () => {
  const id = await canceled();
  let decisions = 0;
  await changeSession(ops.deps, ops.caller, id, async (change) => {
    decisions += 1;
    if (decisions === 1) await eraseBuyer(ops.deps, caller, { buyerReference });
    change.addHistoryEntry('refund_verified');
    change.emitOfSession('proxy_session.canceled');
  });
  expect(decisions).toBe(2);
  const { session } = await ops.read(id);
  expect(session).toMatchObject({ buyerReference: 'erased', payerEmail: null });
  expect(JSON.stringify(await ops.events(id))).not.toContain(buyerReference);
});
