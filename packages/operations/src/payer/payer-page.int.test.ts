import { openDatabase } from '@parley/db';
import { connectStripe } from '@parley/provider';
import { createTestDatabase } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertApiKey } from '../request/api-key.ts';
import { newId } from '../request/new-id.ts';
import { createSessionWithHandoff } from '../session/create-session-with-handoff.ts';
import { getPayerPage } from './payer-page.ts';

const server = await createTestDatabase();
const database = openDatabase({
  url: server.url,
  encryptionKeys: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
});
const deps = { database, connectProvider: connectStripe, newId, checkoutUrl: 'http://pay.test' };
const scope = { merchantId: newId('merch'), mode: 'test' } as const;
const payer = { ...scope, requestId: null, actor: { kind: 'payer', id: null } } as const;
let sessionId: string;

beforeAll(async () => {
  await database.forScope(scope).merchants.insert({ id: scope.merchantId, name: 'Acme' });
  const publishableKey = await insertApiKey(deps, scope, { kind: 'publishable', name: 'page' });
  const created = await createSessionWithHandoff(deps, payer, {
    amount_minor: 4200,
    currency: 'eur',
    buyer_reference: 'buyer-1',
    cart_snapshot: {},
    publishable_key: publishableKey,
  });
  sessionId = created.id;
});

afterAll(async () => {
  await database.close();
  await server.drop();
});

test('the payer page has the script URL of the provider account once there is one', async () => {
  const before = await getPayerPage(deps, payer, { id: sessionId });
  expect(before).toMatchObject({ provider_script_url: null, payment_received: false });
  await database.forScope(scope).providerConfigs.insert({
    id: newId('pspcfg'),
    psp: 'provider',
    status: 'active',
    apiUrl: 'http://provider.test',
    scriptUrl: 'http://provider.test/v3/stripe.js',
    publishableKey: 'pk_test_x',
    secretKey: 'sk_test_x',
    webhookSecret: 'whsec_x',
  });
  const after = await getPayerPage(deps, payer, { id: sessionId });
  expect(after).toMatchObject({
    status: 'payer_handoff_pending',
    provider_script_url: 'http://provider.test/v3/stripe.js',
  });
  expect(JSON.stringify(after)).not.toMatch(/sk_test|whsec/);
});
