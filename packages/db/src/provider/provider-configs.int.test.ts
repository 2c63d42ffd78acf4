import { afterAll, beforeEach, expect, it } from 'vitest';
import { addMerchant, addProviderConfig, newId, openTestDatabase } from '../../test/rows.ts';
import { type Database, openDatabase } from '../database.ts';
import type { BackgroundFailure } from '../sql/background-failures.ts';
import { isLockTimeout } from '../sql/errors.ts';
import type { Scope } from '../sql/records.ts';
import { findProviderConfig } from './find-provider-config.ts';

const { database, url, encryptionKeys, close } = await openTestDatabase();
afterAll(close);
let scope: Scope;
beforeEach(async () => {
  scope = await addMerchant(database);
});

it('an account is found by its id alone, with the secret that verifies its events', async () => {
  const id = await addProviderConfig(database, scope);
  expect(await database.providerConfigsById.find(id)).toEqual({
    ...scope,
    id,
    status: 'active',
    isBacklogged: false,
    webhookSecrets: ['whsec_provider'],
  });
  expect(await database.providerConfigsById.find(newId('pspcfg'))).toBeNull();
  expect(await database.providerConfigsById.find('no id')).toBeNull();
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
  // A time that no other row can have.
  const now = new Date('2040-01-01T00:00:00.000Z');
  await database.forScope(scope).providerConfigs.activate(next, null, now);
  const rows = await database.client.providerConfig.findMany({
    where: { id: { in: [active, next, ...others] } },
  });
  const getStatus = (id: string) => rows.find((row) => row.id === id)?.status;
  expect([active, next, ...others].map(getStatus)).toEqual([
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
    await tx.providerConfigs.lockAll();
    return database.client
      .$transaction(async (other) => {
        await other.$executeRaw`SET LOCAL lock_timeout = '50ms'`;
        await other.$executeRaw`UPDATE psp_config SET updated_at = now() WHERE id = ${id}`;
      })
      .catch((caught: unknown) => caught);
  });
  expect(isLockTimeout(error)).toBe(true);
});

it('accounts are listed newest first, page by page, without their secrets', async () => {
  const { providerConfigs } = database.forScope(scope);
  const twins = [newId('pspcfg'), newId('pspcfg')].sort().reverse();
  const oldest = newId('pspcfg');
  const [early, late] = [
    new Date('2026-11-20T09:00:00.000Z'),
    new Date('2026-11-20T10:00:00.000Z'),
  ];
  await addInactive(database, scope, { id: oldest, createdAt: early });
  for (const id of twins) await addInactive(database, scope, { id, createdAt: late });
  const order = [...twins, oldest];
  const first = await providerConfigs.list(2);
  expect(first.map(({ id }) => id)).toEqual(twins);
  const idsAfter = async (row?: { createdAt: Date; id: string }) =>
    (await providerConfigs.list(5, row)).map(({ id }) => id);
  expect(await idsAfter(first[0])).toEqual(order.slice(1));
  expect(await idsAfter(first[1])).toEqual([oldest]);
  expect(await providerConfigs.findSummary(oldest)).toEqual({
    ...scope,
    id: oldest,
    psp: 'provider',
    status: 'inactive',
    apiUrl: 'http://127.0.0.1:9',
    scriptUrl: 'http://127.0.0.1:9/v3',
    accountId: null,
    publishableKey: 'pk_test_provider',
    secretKeyLastFour: 'ider',
    hasWebhookSecret: true,
    previousWebhookSecretExpiresAt: null,
    webhookEndpointId: null,
    lastEventAt: null,
    activatedAt: null,
    replacedId: null,
    createdAt: early,
    updatedAt: early,
  });
});

it('the secrets of an account are replaced one by one', async () => {
  const { providerConfigs } = database.forScope(scope);
  const id = await addInactive(database, scope, { webhookSecret: null });
  const secrets = { secretKey: 'sk_test_provider', webhookSecret: null };
  expect(await providerConfigs.find(id)).toMatchObject(secrets);
  expect(await providerConfigs.findSummary(id)).toMatchObject({ hasWebhookSecret: false });
  expect(await database.providerConfigsById.find(id)).toMatchObject({ webhookSecrets: [] });
  const now = new Date('2026-11-20T09:00:00.000Z');
  await providerConfigs.update(id, { webhookSecret: 'whsec_new' }, now);
  expect(await providerConfigs.find(id)).toMatchObject({ ...secrets, webhookSecret: 'whsec_new' });
  await providerConfigs.update(id, { secretKey: 'sk_test_new1', accountId: 'acct_1' }, now);
  const found = await providerConfigs.find(id);
  expect(found).toMatchObject({ secretKey: 'sk_test_new1', webhookSecret: 'whsec_new' });
  expect(found).toMatchObject({ accountId: 'acct_1', updatedAt: now });
  expect(found).not.toHaveProperty('secretKeySealed');
  expect(await providerConfigs.findSummary(id)).toMatchObject({ secretKeyLastFour: 'new1' });
  const update = providerConfigs.update(newId('pspcfg'), { accountId: 'acct_1' }, now);
  await expect(update).rejects.toThrow('psp_config');
});

it('a replaced signing secret verifies events until its overlap ends by the database clock', async () => {
  const { providerConfigs } = database.forScope(scope);
  const id = await addProviderConfig(database, scope);
  const [clock] = await database.client.$queryRaw<[{ now: Date }]>`SELECT now()`;
  const { now } = clock;
  const after = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const secrets = async () => {
    const found = await findProviderConfig(database.client, id, database.box, () => {});
    return found?.webhookSecrets;
  };
  await providerConfigs.rollWebhookSecret(id, 'whsec_2', after(1), now);
  expect(await secrets()).toEqual(['whsec_2', 'whsec_provider']);
  await providerConfigs.rollWebhookSecret(id, 'whsec_3', after(1), now);
  expect(await secrets()).toEqual(['whsec_3', 'whsec_2']);
  expect(await providerConfigs.findSummary(id)).toMatchObject({
    previousWebhookSecretExpiresAt: after(1),
  });
  await providerConfigs.rollWebhookSecret(id, 'whsec_4', after(-1), now);
  expect(await secrets()).toEqual(['whsec_4']);
  await providerConfigs.rollWebhookSecret(id, 'whsec_5', after(1), now);
  await providerConfigs.removePreviousWebhookSecret(id, now);
  expect(await secrets()).toEqual(['whsec_5']);
  await providerConfigs.rollWebhookSecret(id, 'whsec_6', after(1), now);
  await providerConfigs.update(id, { webhookSecret: 'whsec_7' }, now);
  expect(await secrets()).toEqual(['whsec_7']);
  const unset = await addInactive(database, scope, { webhookSecret: null });
  await expect(
    providerConfigs.rollWebhookSecret(unset, 'whsec_1', after(1), now),
  ).rejects.toThrow();
});

it('a previous signing secret that no key opens is reported, and the current one verifies events', async () => {
  const { providerConfigs } = database.forScope(scope);
  const id = await addProviderConfig(database, scope);
  const [{ now }] = await database.client.$queryRaw<[{ now: Date }]>`SELECT now()`;
  await providerConfigs.rollWebhookSecret(id, 'whsec_2', new Date(now.getTime() + 3_600_000), now);
  await database.client.providerConfig.update({
    where: { id },
    data: { previousWebhookSecretSealed: Buffer.from('damaged') },
  });
  const failures: BackgroundFailure[] = [];
  const onBackgroundFailure = (failure: BackgroundFailure) => failures.push(failure);
  const reader = openDatabase({ url, encryptionKeys, onBackgroundFailure });
  expect((await reader.providerConfigsById.find(id))?.webhookSecrets).toEqual(['whsec_2']);
  expect(failures).toMatchObject([
    { task: 'previous_webhook_secret', error: { name: 'UnreadableSecret' } },
  ]);
  expect(reader.backgroundFailures.counts().get('previous_webhook_secret')).toBe(1);
  await reader.close();
});

it('retention removes a previous signing secret once its overlap has ended', async () => {
  const { providerConfigs } = database.forScope(scope);
  const [ended, running] = [
    await addProviderConfig(database, scope),
    await addInactive(database, scope),
  ];
  const [{ now }] = await database.client.$queryRaw<[{ now: Date }]>`SELECT now()`;
  await providerConfigs.rollWebhookSecret(ended, 'whsec_2', now, now);
  await providerConfigs.rollWebhookSecret(
    running,
    'whsec_2',
    new Date(now.getTime() + 60_000),
    now,
  );
  await database.applyRetention(10);
  const rows = await database.client.providerConfig.findMany({
    where: { id: { in: [ended, running] }, previousWebhookSecretSealed: { not: null } },
  });
  expect(rows.map(({ id }) => id)).toEqual([running]);
  expect(await providerConfigs.findSummary(ended)).toMatchObject({
    previousWebhookSecretExpiresAt: null,
    hasWebhookSecret: true,
  });
});

it('the script of an account is found by its id, otherwise that of the active account', async () => {
  const { providerConfigs } = database.forScope(scope);
  expect(await providerConfigs.findScriptUrl(null)).toBeNull();
  const inactive = await addInactive(database, scope, { scriptUrl: 'http://127.0.0.1:9/old' });
  expect(await providerConfigs.findScriptUrl(null)).toBeNull();
  const active = await addProviderConfig(database, scope);
  expect(await providerConfigs.findScriptUrl(null)).toBe('http://127.0.0.1:9/v3');
  expect(await providerConfigs.findScriptUrl(inactive)).toBe('http://127.0.0.1:9/old');
  expect(await providerConfigs.findActiveId()).toBe(active);
});

it('an account is not stored without a secret key', async () => {
  const secretKey = undefined as unknown as string;
  await expect(addInactive(database, scope, { secretKey })).rejects.toThrow('needs a secret key');
});

type NewAccount = Parameters<ReturnType<Database['forScope']>['providerConfigs']['insert']>[0];

/** Adds an account that is not active. */
async function addInactive(to: Database, of: Scope, change: Partial<NewAccount> = {}) {
  const id = change.id ?? newId('pspcfg');
  await to.forScope(of).providerConfigs.insert({
    id,
    psp: 'provider',
    status: 'inactive',
    apiUrl: 'http://127.0.0.1:9',
    scriptUrl: 'http://127.0.0.1:9/v3',
    publishableKey: 'pk_test_provider',
    secretKey: 'sk_test_provider',
    webhookSecret: 'whsec_provider',
    ...change,
  });
  return id;
}
