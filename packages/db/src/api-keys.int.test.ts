import { afterAll, expect, it } from 'vitest';
import { addMerchant, newId, openTestDatabase } from '../test/rows.ts';

const { database, close } = await openTestDatabase();
afterAll(close);

it('finds a key with the time until it expires, and records its use', async () => {
  const scope = await addMerchant(database);
  const id = newId('key');
  const hour = 3_600_000;
  await database.forScope(scope).apiKeys.insert({
    id,
    kind: 'secret',
    name: 'server',
    keyHash: 'a'.repeat(64),
    lastFour: 'abcd',
    publicValue: null,
    scopes: ['proxy_sessions:read'],
    expiresAt: new Date(Date.now() + hour),
  });
  const key = await database.findApiKey('a'.repeat(64));
  expect(key).toEqual({
    ...scope,
    id,
    kind: 'secret',
    scopes: ['proxy_sessions:read'],
    expiresInMs: expect.any(Number),
  });
  expect(key?.expiresInMs).toBeGreaterThan(hour / 2);
  expect(key?.expiresInMs).toBeLessThanOrEqual(hour);
  const stored = await database.client.apiKey.findFirst({ where: { id } });
  expect(stored?.lastUsedAt).toBeInstanceOf(Date);
});
