import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addMerchant, addProviderConfig, newId, openTestDatabase } from '../test/rows.ts';
import type { Database } from './database.ts';
import { isLockTimeout } from './errors.ts';
import type { Scope } from './records.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
let database: Database;
let scope: Scope;
beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
});
beforeEach(async () => {
  scope = await addMerchant(database);
});
afterAll(() => opened.close());

it('an account is found by its id alone, with the secret that verifies its events', async () => {
  const id = await addProviderConfig(database, scope);
  expect(await database.findPspConfig(id)).toEqual({
    ...scope,
    id,
    webhookSecret: 'whsec_provider',
  });
  expect(await database.findPspConfig(newId('pspcfg'))).toBeNull();
  expect(await database.findPspConfig('no id')).toBeNull();
});

it('activating an account retires the active one of the same merchant and mode only', async () => {
  const [active, next] = [
    await addProviderConfig(database, scope),
    await addInactive(database, scope),
  ];
  const others = [
    await addProviderConfig(database, { ...scope, mode: 'live' }),
    await addProviderConfig(database, await addMerchant(database)),
  ];
  const now = new Date();
  await database.forScope(scope).pspConfigs.activate(next, now);
  const rows = await database.client.pspConfig.findMany({
    where: { id: { in: [active, next, ...others] } },
  });
  const statusOf = (id: string) => rows.find((row) => row.id === id)?.status;
  expect([active, next, ...others].map(statusOf)).toEqual([
    'retired',
    'active',
    'active',
    'active',
  ]);
  expect(rows.filter(({ updatedAt }) => updatedAt.getTime() === now.getTime())).toHaveLength(2);
});

it('locked accounts cannot be changed by another transaction', async () => {
  const id = await addProviderConfig(database, scope);
  const error = await database.transaction(scope, async (tx) => {
    await tx.pspConfigs.lockAll();
    return database.client
      .$transaction(async (other) => {
        await other.$executeRaw`SET LOCAL lock_timeout = '50ms'`;
        await other.$executeRaw`UPDATE psp_config SET updated_at = now() WHERE id = ${id}`;
      })
      .catch((caught: unknown) => caught);
  });
  expect(isLockTimeout(error)).toBe(true);
});

/** Adds an account that is not active. */
async function addInactive(to: Database, of: Scope) {
  const id = newId('pspcfg');
  await to.forScope(of).pspConfigs.insert({
    id,
    psp: 'provider',
    status: 'inactive',
    apiUrl: 'http://127.0.0.1:9',
    scriptUrl: 'http://127.0.0.1:9/v3',
    publishableKey: 'pk_test_provider',
    secretKey: 'sk_test_provider',
    webhookSecret: 'whsec_provider',
  });
  return id;
}
