import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '@parley/db';
import { type TestDatabase, testDatabase } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { newId } from '../request/new-id.ts';
import { createWebhookEndpoint } from '../webhook-endpoint/create-webhook-endpoint.ts';
import { deactivateEndpoint } from '../webhook-endpoint/deactivate-endpoint.ts';
import { findAttention } from './find-attention.ts';

let store: TestDatabase;
let database: Database;
let deps: Deps;
const scope = { merchantId: newId('merch'), mode: 'test' } as const;
const caller: Caller = { ...scope, actor: { kind: 'system', id: null }, requestId: null };

beforeAll(async () => {
  store = await testDatabase();
  database = openDatabase({ url: store.url, encryptionKey: randomBytes(32).toString('base64') });
  deps = {
    database,
    newId,
    checkoutUrl: 'http://localhost:3001',
    connectProvider: () => {
      throw new Error('no provider is asked here');
    },
  };
  await database.of(scope).merchants.insert({ id: scope.merchantId, name: 'Nordlicht Coffee' });
});

afterAll(async () => {
  await database.close();
  await store.drop();
});

const create = async (status: 'active' | 'inactive') => {
  const input = { url: 'https://shop.example/webhooks', status };
  return (await createWebhookEndpoint(deps, caller, input)).webhook_endpoint.id;
};

it('finds what the service has stopped, and nothing that its merchant has', async () => {
  const gone = await create('active');
  await create('active');
  await create('inactive');
  expect(await findAttention(deps, scope)).toEqual({
    conflicts: 0,
    failed_provider_events: 0,
    endpoints: [],
  });
  await deactivateEndpoint(deps, scope, { id: gone, reason: 'gone' });
  const { endpoints } = await findAttention(deps, scope);
  expect(endpoints).toEqual([
    expect.objectContaining({ id: gone, inactive_reason: 'gone', failing_since: null }),
  ]);
  expect(await findAttention(deps, { ...scope, mode: 'live' })).toMatchObject({ endpoints: [] });
});
