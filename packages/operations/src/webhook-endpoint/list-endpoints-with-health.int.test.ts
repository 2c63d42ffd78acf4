import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '@parley/db';
import { type TestDatabase, testDatabase } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { newId } from '../request/new-id.ts';
import { archiveWebhookEndpoint } from './archive-webhook-endpoint.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { listEndpointsWithHealth } from './list-endpoints-with-health.ts';

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

it('pages through those in use, and keeps the archived ones apart', async () => {
  const ids: string[] = [];
  for (const path of ['a', 'b', 'c', 'd']) {
    const url = `https://shop.example/${path}`;
    ids.unshift((await createWebhookEndpoint(deps, caller, { url })).webhook_endpoint.id);
  }
  const [newest, archived, third, oldest] = ids;
  await archiveWebhookEndpoint(deps, caller, { webhook_endpoint_id: archived ?? '' });
  const list = async (input: { archived: boolean; cursor?: string | undefined }) => {
    const page = await listEndpointsWithHealth(deps, scope, { ...input, limit: 2 });
    const found = page.data.map(({ endpoint, health }) => [endpoint.id, health.status]);
    return { found, cursor: page.next_cursor ?? undefined };
  };
  const first = await list({ archived: false });
  expect(first.found).toEqual([
    [newest, 'active'],
    [third, 'active'],
  ]);
  const second = await list({ archived: false, cursor: first.cursor });
  expect(second).toEqual({ found: [[oldest, 'active']], cursor: undefined });
  expect((await list({ archived: true })).found).toEqual([[archived, 'archived']]);
});
