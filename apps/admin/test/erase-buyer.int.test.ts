import { addAttempt, addMerchant, addSession } from '@parley/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAdmin } from './run.ts';

let admin: Awaited<ReturnType<typeof startAdmin>>;
let command: string;
let sessionId: string;
const buyerReference = 'customer_8412';
beforeAll(async () => {
  admin = await startAdmin();
  const scope = await addMerchant(admin.database);
  const closed = { status: 'expired', closedAt: new Date(), payerEmail: 'ada@example.com' };
  sessionId = await addSession(admin.database, scope, { buyerReference, ...closed });
  await addAttempt(admin.database, scope, sessionId);
  command = `erase-buyer --merchant ${scope.merchantId} --buyer-reference ${buyerReference}`;
});
afterAll(() => admin.close());

const read = () =>
  admin.database.client.proxySession.findFirstOrThrow({ where: { id: sessionId } });

it('erase-buyer --dry-run counts the sessions, and without confirmation nothing is erased', async () => {
  const dryRun = await admin.run(`${command} --dry-run`);
  expect(dryRun).toMatchObject({ exitCode: 0, out: 'Sessions that would be erased: 1.\n' });
  const unconfirmed = await admin.run(command);
  expect(unconfirmed.exitCode).toBe(2);
  expect(unconfirmed.error).toContain('cannot be restored. Sessions: 1. Add --yes to confirm it.');
  expect(await read()).toMatchObject({ buyerReference, payerEmail: 'ada@example.com' });
});

it('erase-buyer refuses a buyer with a session that is not closed and names one', async () => {
  await admin.database.client.proxySession.updateMany({ data: { closedAt: null } });
  const { exitCode, error } = await admin.run(`${command} --yes`);
  expect(exitCode).toBe(1);
  expect(error).toContain(`not closed: 1, such as ${sessionId}`);
  await admin.database.client.proxySession.updateMany({ data: { closedAt: new Date() } });
});

it('erase-buyer erases a buyer and is audited with the operator and without personal data', async () => {
  const { exitCode, json } = await admin.run(`${command} --yes --json --operator grace`);
  expect([exitCode, json()]).toMatchObject([0, { sessions: 1, provider_events: 0 }]);
  expect(await read()).toMatchObject({ buyerReference: 'erased', payerEmail: null });
  const entries = await admin.database.client.auditEntry.findMany();
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['buyer.erased', 'grace'],
    ['buyer.erased', 'grace'],
  ]);
  expect(JSON.stringify(entries)).not.toContain(buyerReference);
});
