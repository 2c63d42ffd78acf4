import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAttempt, addMerchant, addSession, openTestDatabase } from '../test/rows.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

it('finds the sessions of a buyer by a reference that exceeds an index entry', async () => {
  const { database } = opened;
  const scope = await addMerchant(database);
  // PostgreSQL would compress a repetitive text below the limit.
  const buyerReference = randomBytes(3_000).toString('base64');
  const id = await addSession(database, scope, { buyerReference });
  const neighbor = await addSession(database, scope, { buyerReference: `${buyerReference}2` });
  for (const sessionId of [id, neighbor]) await addAttempt(database, scope, sessionId);
  const { sessions } = database.forScope(scope);
  const found = await sessions.list({ buyerReference, limit: 10, direction: 'older' });
  expect(found.map(({ session }) => [session.id, session.buyerReference])).toEqual([
    [id, buyerReference],
  ]);
});
