import { afterAll, expect, it } from 'vitest';
import {
  addAttempt,
  addMerchant,
  addSession,
  openTestDatabase,
  reservedColumns,
} from '../test/rows.ts';

const { database, close } = await openTestDatabase();
afterAll(close);

const scope = await addMerchant(database);
const { attempts } = database.forScope(scope);
const reserved = await reservedColumns(database, scope);

it('lists the attempts that were reserved, oldest first', async () => {
  const session = await addSession(database, scope);
  const add = (attemptNumber: number, change: object) =>
    addAttempt(database, scope, session, { attemptNumber, isCurrent: false, ...change });
  const second = await add(3, { ...reserved, isCurrent: true });
  const first = await add(2, { ...reserved, status: 'superseded' });
  await add(1, { status: 'canceled' });
  await add(4, { ...reserved, status: 'unreserved' });
  const found = await attempts.listReserved(session);
  expect(found.map(({ id }) => id)).toEqual([first, second]);
  expect(found[0]).not.toHaveProperty('leaseToken');
});

it('is found by its setup intent as by its root', async () => {
  const session = await addSession(database, scope);
  const setup = { providerSetupIntentId: 'seti_1', setupIntentCreatedBy: 'merchant' };
  const id = await addAttempt(database, scope, session, { ...reserved, ...setup });
  const found = await attempts.findByProviderObject('seti_1');
  expect(found).toMatchObject({ id, ...setup });
  expect(found).toEqual(await attempts.find(session, id));
  expect(found).not.toHaveProperty('leaseToken');
  expect(await attempts.findByProviderObject('seti_2')).toBeNull();
});

it('reads confirmed amounts as numbers', async () => {
  const session = await addSession(database, scope);
  const confirmed = { confirmedAmountMinor: 2 ** 40, confirmedMerchandiseSubtotalMinor: 2 ** 39 };
  const id = await addAttempt(database, scope, session, {
    ...reserved,
    ...confirmed,
    status: 'confirmed',
    providerRootObjectId: 'pi_1',
    providerRootObjectType: 'payment_intent',
    rootCreatedBy: 'merchant',
    confirmedCurrency: 'eur',
    confirmedCartVersion: 1,
    confirmedEvidenceSha256: 'a'.repeat(64),
    confirmedAt: new Date(),
  });
  expect(await attempts.find(session, id)).toMatchObject(confirmed);
});
