import { randomBytes } from 'node:crypto';
import { addEndpoint, addMerchant, addProviderConfig } from '@parley/db/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startAdmin } from './run.ts';

let admin: Awaited<ReturnType<typeof startAdmin>>;
let keys: { readonly env: NodeJS.ProcessEnv };
beforeEach(async () => {
  admin = await startAdmin();
  const newer = `k2:${randomBytes(32).toString('base64')}`;
  keys = { env: { PARLEY_ENCRYPTION_KEYS: `${newer},${admin.encryptionKeys}` } };
  const scope = await addMerchant(admin.database);
  await addProviderConfig(admin.database, scope);
  await addEndpoint(admin.database, scope);
});
afterEach(() => admin.close());

it('encryption-key rotate encrypts every value with the first key, is audited and can be repeated', async () => {
  const dryRun = await admin.run('encryption-key rotate --dry-run --json', keys);
  expect(dryRun).toMatchObject({ exitCode: 0, error: '' });
  expect(dryRun.json()).toMatchObject({ found: 3, rotated: 3 });
  expect(await admin.database.client.operatorAction.count()).toBe(0);

  const rotated = await admin.run('encryption-key rotate --json --operator grace', keys);
  expect(rotated.exitCode).toBe(0);
  expect(rotated.json()).toEqual({
    found: 3,
    rotated: 3,
    unreadable: [],
    keys: [
      { id: 'k2', role: 'primary', values: 3 },
      { id: 'k1', role: 'older', values: 0 },
    ],
  });
  const actions = await admin.database.client.operatorAction.findMany({
    orderBy: { createdAt: 'asc' },
  });
  expect(actions.map(({ action, operator }) => [action, operator])).toEqual([
    ['encryption_keys.rotation_started', 'grace'],
    ['encryption_keys.rotated', 'grace'],
  ]);
  const again = await admin.run('encryption-key rotate', keys);
  expect(again).toMatchObject({ exitCode: 0, error: '' });
  expect(again.out).toContain('0 of 0 values encrypted with k2.');
  expect(again.out).toContain('older: remove it from PARLEY_ENCRYPTION_KEYS');
});

it('encryption-key rotate reports values that no key opens, encrypts the others and exits with 1', async () => {
  await admin.database.client.$executeRaw`
    UPDATE webhook_endpoint SET signing_secret_sealed = 'v1.k0.unknown'`;
  const { exitCode, out, error } = await admin.run('encryption-key rotate', keys);
  expect(exitCode).toBe(1);
  expect(out).toContain('2 of 3 values encrypted with k2.');
  expect(out).toMatch(/whend_\w+:signing_secret cannot be opened: .*not key k0/);
  expect(error).toContain('Add the missing keys to PARLEY_ENCRYPTION_KEYS');
  const list = await admin.run('encryption-key list --json', keys);
  expect(list.json()).toEqual({
    keys: [
      { id: 'k2', role: 'primary', values: 2 },
      { id: 'k1', role: 'older', values: 0 },
      { id: 'k0', role: 'unknown', values: 1 },
    ],
  });
});
