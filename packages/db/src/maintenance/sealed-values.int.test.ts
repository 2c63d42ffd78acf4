import { createCipheriv, randomBytes } from 'node:crypto';
import { lockWaits, waitFor } from '@parley/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { addEndpoint, addMerchant, addProviderConfig, openTestDatabase } from '../../test/rows.ts';
import { secondFactorRepository } from '../accounts/second-factors.ts';
import { type Database, openDatabase } from '../database.ts';
import { parseEncryptionKeys } from '../sql/encryption-keys.ts';
import type { Scope } from '../sql/records.ts';
import { getKeyId } from '../sql/secret-box.ts';

const { database: older, url, encryptionKeys: k1, close } = await openTestDatabase();
const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const keys = `${newKey('k2')},${k1}`;
const database = openDatabase({ url, encryptionKeys: keys });
afterAll(async () => {
  await database.close();
  await close();
});

beforeEach(async () => {
  await older.client.$executeRaw`TRUNCATE merchant, webhook_endpoint, idempotency_record CASCADE`;
});

const inAnHour = () => new Date(Date.now() + 3_600_000);
const idempotency = (key: string) => ({ method: 'POST', path: '/rotate_secret', key });

/** A merchant with a sealed value in each place, sealed by this database. */
async function addSealedValues(by: Database) {
  const scope = await addMerchant(by);
  const providerConfigId = await addProviderConfig(by, scope);
  const endpointId = await addEndpoint(by, scope);
  const sealed = await by
    .forScope(scope)
    .webhookEndpoints.rotateSecret(endpointId, 'whsec_bmV3', inAnHour(), new Date());
  await by.transaction(scope, async (tx) => {
    await tx.idempotency.claim(idempotency(endpointId), 'a'.repeat(64));
    const output = { sealed, webhook_endpoint: { id: endpointId } };
    await tx.idempotency.saveOutcome(idempotency(endpointId), { output });
  });
  return { scope, providerConfigId, endpointId };
}

/** What the service reads from the sealed values. */
async function readSecrets(
  by: Database,
  {
    scope,
    providerConfigId,
    endpointId,
  }: { scope: Scope; providerConfigId: string; endpointId: string },
) {
  const { providerConfigs, webhookEndpoints, idempotency: records } = by.forScope(scope);
  const config = await providerConfigs.find(providerConfigId);
  const stored = await records.find(idempotency(endpointId));
  const { sealed = '' } = (stored?.outcome?.output ?? {}) as { sealed?: string };
  return [
    config?.secretKey,
    config?.webhookSecret,
    webhookEndpoints.openSecret(endpointId, sealed),
  ];
}
const secrets = ['sk_test_provider', 'whsec_provider', 'whsec_bmV3'];

it('a rotation seals every value with the primary key, after which the older key is not needed', async () => {
  const merchants = [await addSealedValues(older), await addSealedValues(older)];
  const dryRun = await database.sealedValues.rotate({ dryRun: true });
  expect(dryRun).toEqual({ found: 10, rotated: 10, unreadable: [] });
  expect(await database.sealedValues.rotate()).toEqual(dryRun);
  expect(await database.sealedValues.rotate()).toMatchObject({ found: 0, rotated: 0 });
  const counts = await database.sealedValues.count();
  expect(counts).toHaveLength(5);
  for (const count of counts) expect(count).toMatchObject({ keyId: 'k2', count: 2 });
  const newer = openDatabase({ url, encryptionKeys: keys.slice(0, keys.indexOf(',')) });
  try {
    for (const one of merchants) expect(await readSecrets(newer, one)).toEqual(secrets);
  } finally {
    await newer.close();
  }
});

it('a rotation seals values from before keys had ids', async () => {
  const merchant = await addSealedValues(older);
  const { providerConfigId } = merchant;
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', parseEncryptionKeys(k1)[0].bytes, nonce);
  cipher.setAAD(Buffer.from(`${providerConfigId}:secret_key`));
  const body = Buffer.concat([cipher.update('sk_test_provider'), cipher.final()]);
  await older.client.providerConfig.updateMany({
    where: { id: providerConfigId },
    data: { secretKeySealed: Buffer.concat([nonce, body, cipher.getAuthTag()]) },
  });
  const counts = await database.sealedValues.count();
  expect(counts.filter(({ keyId }) => keyId === null)).toEqual([
    { column: 'psp_config.secret_key_sealed', keyId: null, count: 1 },
  ]);
  expect(await database.sealedValues.rotate()).toEqual({ found: 5, rotated: 5, unreadable: [] });
  expect(await readSecrets(database, merchant)).toEqual(secrets);
});

it('a rotation reports a value that no key opens, and continues with the others', async () => {
  const { endpointId } = await addSealedValues(older);
  await older.client.$executeRaw`
    UPDATE webhook_endpoint SET signing_secret_sealed = 'v1.k9.unknown' WHERE id = ${endpointId}`;
  const { found, rotated, unreadable } = await database.sealedValues.rotate();
  expect([found, rotated]).toEqual([5, 4]);
  expect(unreadable.map(({ message }) => message)).toEqual([
    `The sealed value of ${endpointId}:signing_secret cannot be opened: PARLEY_ENCRYPTION_KEYS has k2, k1, not key k9.`,
  ]);
});

it('a rotation leaves a value that another write has replaced since it was read', async () => {
  const { scope, providerConfigId } = await addSealedValues(older);
  const rotating = await older.transaction(scope, async ({ providerConfigs }) => {
    await providerConfigs.lockAll();
    const rotation = database.sealedValues.rotate();
    await waitFor(async () => {
      const waiting = await older.client.$queryRawUnsafe<unknown[]>(lockWaits());
      return waiting.length > 0;
    });
    await providerConfigs.update(providerConfigId, { secretKey: 'sk_test_newer' }, new Date());
    return { rotation };
  });
  expect(await rotating.rotation).toEqual({ found: 5, rotated: 5, unreadable: [] });
  const config = await database.forScope(scope).providerConfigs.find(providerConfigId);
  expect(config?.secretKey).toBe('sk_test_newer');
});

it('a rotation under concurrent writes of the same rows loses none of them and fails no request', async () => {
  const merchants = await Promise.all(Array.from({ length: 20 }, () => addSealedValues(older)));
  const written = new Map<string, { key: string; secret: string }>();
  let isRunning = true;
  const write = async () => {
    for (let n = 0; isRunning || n < 3; n++) {
      for (const { scope, providerConfigId, endpointId } of merchants) {
        // Processes with either primary key write during the rotation.
        const by = n % 2 === 0 ? older : database;
        const { providerConfigs, webhookEndpoints } = by.forScope(scope);
        const [key, secret] = [`sk_test_${n}`, `whsec_${Buffer.from(`${n}`).toString('base64')}`];
        await providerConfigs.update(providerConfigId, { secretKey: key }, new Date());
        await webhookEndpoints.rotateSecret(endpointId, secret, inAnHour(), new Date());
        written.set(providerConfigId, { key, secret });
      }
    }
  };
  const writing = write();
  for (let n = 0; n < 5; n++) await database.sealedValues.rotate();
  isRunning = false;
  await writing;
  expect((await database.sealedValues.rotate()).unreadable).toEqual([]);
  for (const { scope, providerConfigId, endpointId } of merchants) {
    const config = await database.forScope(scope).providerConfigs.find(providerConfigId);
    const expected = written.get(providerConfigId);
    expect(config?.secretKey).toBe(expected?.key);
    const [row] = await database.client.$queryRaw<{ sealed: Uint8Array }[]>`
      SELECT signing_secret_sealed AS sealed FROM webhook_endpoint WHERE id = ${endpointId}`;
    const sealed = Buffer.from(row?.sealed ?? []).toString('base64');
    expect(database.forScope(scope).webhookEndpoints.openSecret(endpointId, sealed)).toBe(
      expected?.secret,
    );
  }
  const counts = await database.sealedValues.count();
  expect(new Set(counts.map(({ keyId }) => keyId))).toEqual(new Set(['k2']));
}, 60_000);

it('a rotation seals the secrets of second factors too', async () => {
  await older.client.dashboardUser.create({
    data: { id: 'user_1', name: 'Ada', email: 'ada@nord.example' },
  });
  await secondFactorRepository(older.client, older.box).start('user_1', 'A'.repeat(32));
  expect(await database.sealedValues.rotate()).toMatchObject({ found: 1, rotated: 1 });
  const [stored] = await database.client.secondFactor.findMany();
  expect(getKeyId(stored?.secretSealed ?? new Uint8Array())).toBe('k2');
  const factor = await secondFactorRepository(database.client, database.box).find('user_1');
  expect(factor).toMatchObject({ secret: 'A'.repeat(32), isConfirmed: false });
});
