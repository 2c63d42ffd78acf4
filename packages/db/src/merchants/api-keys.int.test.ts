import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { addMerchant, newId, openTestDatabase } from '../../test/rows.ts';
import { openDatabase } from '../database.ts';
import type { Scope } from '../sql/records.ts';
import { type ApiKeyRecord, createKeyUses, findLiveApiKey } from './api-keys.ts';

const { database, url, encryptionKeys, close } = await openTestDatabase();
afterAll(close);

const HOUR = 3_600_000;
let keys = 0;
async function addKey(scope: Scope, change: Partial<ApiKeyRecord> = {}) {
  const [id, keyHash] = [newId('key'), String(keys++).padStart(64, '0')];
  const key = { id, kind: 'publishable', name: 'web', keyHash, lastFour: 'abcd' } as const;
  const rest = { publicValue: `pk_${id}`, scopes: [], expiresAt: null };
  await database.forScope(scope).apiKeys.insert({ ...key, ...rest, ...change });
  return { id, keyHash, publicValue: `pk_${id}` };
}
const revoke = (id: string) =>
  database.client.apiKey.updateMany({ where: { id }, data: { revokedAt: new Date() } });
const readLastUse = async (id: string) =>
  (await database.client.apiKey.findFirst({ where: { id } }))?.lastUsedAt;

it('finds the oldest publishable key that is neither revoked nor expired', async () => {
  const scope = await addMerchant(database);
  const { apiKeys } = database.forScope(scope);
  await addKey(scope, { kind: 'secret', publicValue: null });
  await addKey(scope, { expiresAt: new Date(Date.now() - HOUR) });
  expect(await apiKeys.findPublishable()).toBeNull();
  const first = await addKey(scope, { expiresAt: new Date(Date.now() + HOUR) });
  // Ids sort by the millisecond of their creation.
  await pause(2);
  const second = await addKey(scope);
  expect(await apiKeys.findPublishable()).toBe(first.publicValue);
  await revoke(first.id);
  expect(await apiKeys.findPublishable()).toBe(second.publicValue);
});

it('finds no key that is revoked, expired or unknown, and records no use of it', async () => {
  const scope = await addMerchant(database);
  const revoked = await addKey(scope);
  await revoke(revoked.id);
  const expired = await addKey(scope, { expiresAt: new Date(Date.now() - HOUR) });
  for (const { id, keyHash } of [revoked, expired]) {
    expect(await database.apiKeysByHash.find(keyHash)).toBeNull();
    expect(await readLastUse(id)).toBeNull();
  }
  expect(await database.apiKeysByHash.find('f'.repeat(64))).toBeNull();
});

it('finds the holders of valid keys alone, and records no use of the keys', async () => {
  const [one, other] = [await addMerchant(database), await addMerchant(database)];
  const key = await addKey(one);
  const expiresAt = new Date(Date.now() + HOUR);
  const secret = await addKey(other, { kind: 'secret', publicValue: null, expiresAt });
  const revoked = await addKey(one);
  await revoke(revoked.id);
  const expired = await addKey(one, { expiresAt: new Date(Date.now() - HOUR) });
  const hashes = [key, secret, revoked, expired].map(({ keyHash }) => keyHash);
  const holders = await Promise.all(
    [...hashes, 'f'.repeat(64)].map(database.apiKeysByHash.findHolder),
  );
  expect(holders).toEqual([
    { ...one, kind: 'publishable' },
    { ...other, kind: 'secret' },
    null,
    null,
    null,
  ]);
  expect(await readLastUse(key.id)).toBeNull();
});

it('finds a key while every connection for requests is in use', async () => {
  const { id, keyHash } = await addKey(await addMerchant(database));
  const other = openDatabase({ url, encryptionKeys, poolSize: 1 });
  await other.client.$transaction(async () => {
    expect(await other.apiKeysByHash.find(keyHash)).toMatchObject({ id });
  });
  await other.close();
});

it('records the use of a key at most once a minute, in the background', async () => {
  const { id, keyHash } = await addKey(await addMerchant(database));
  const uses = createKeyUses(database.client, () => {});
  const find = () => findLiveApiKey(database.client, uses)(keyHash);
  const longAgo = new Date(Date.now() - HOUR);
  await database.client.apiKey.updateMany({ where: { id }, data: { lastUsedAt: longAgo } });
  expect(await find()).toMatchObject({ expiresInMs: null });
  expect(await readLastUse(id)).toEqual(longAgo);
  await uses.flush();
  const use = await readLastUse(id);
  expect(use?.getTime()).toBeGreaterThan(Date.now() - HOUR / 2);
  await find();
  await uses.flush();
  expect(await readLastUse(id)).toEqual(use);
});

it('records when a key was used, and no use before one that is recorded', async () => {
  const { id, keyHash } = await addKey(await addMerchant(database));
  const { client } = database;
  const uses = createKeyUses(client, () => {});
  await findLiveApiKey(client, uses)(keyHash);
  await pause(10);
  const [clock] = await client.$queryRaw<{ now: Date }[]>`SELECT now()`;
  await pause(10);
  await uses.flush();
  const use = await readLastUse(id);
  expect(use?.getTime()).toBeLessThan(clock?.now.getTime() ?? 0);
  uses.add(keyHash, '2026-01-01 00:00:00+00');
  await uses.flush();
  expect(await readLastUse(id)).toEqual(use);
});

it('records the uses of several keys, each with its time', async () => {
  const scope = await addMerchant(database);
  const keys = [await addKey(scope), await addKey(scope)];
  const times = ['2026-11-20T09:00:00.000Z', '2026-11-20T09:01:00.000Z'];
  const uses = createKeyUses(database.client, () => {});
  for (const [index, { keyHash }] of keys.entries()) uses.add(keyHash, times[index] ?? '');
  await uses.flush();
  const recorded = await Promise.all(keys.map(({ id }) => readLastUse(id)));
  expect(recorded.map((time) => time?.toISOString())).toEqual(times);
});

it('records the first use of a key when the process ends', async () => {
  const { id, keyHash } = await addKey(await addMerchant(database));
  const other = openDatabase({ url, encryptionKeys });
  await other.apiKeysByHash.find(keyHash);
  await other.close();
  expect(await readLastUse(id)).toBeInstanceOf(Date);
});

it('finds a key with the time until it expires', async () => {
  const scope = await addMerchant(database);
  const id = newId('key');
  await database.forScope(scope).apiKeys.insert({
    id,
    kind: 'secret',
    name: 'server',
    keyHash: 'a'.repeat(64),
    lastFour: 'abcd',
    publicValue: null,
    scopes: ['proxy_sessions:read'],
    expiresAt: new Date(Date.now() + HOUR),
  });
  const key = await database.apiKeysByHash.find('a'.repeat(64));
  expect(key).toEqual({
    ...scope,
    id,
    isMerchantSuspended: false,
    settings: await database.forScope(scope).settings.find(),
    kind: 'secret',
    scopes: ['proxy_sessions:read'],
    expiresInMs: expect.any(Number),
  });
  expect(key?.expiresInMs).toBeGreaterThan(HOUR / 2);
  expect(key?.expiresInMs).toBeLessThanOrEqual(HOUR);
});
