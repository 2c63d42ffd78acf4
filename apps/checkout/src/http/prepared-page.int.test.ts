import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSessionWithHandoff, insertApiKey, newId } from '@parley/operations';
import { createTestDatabase } from '@parley/testing';
import { afterAll, expect, it, vi } from 'vitest';
import { appContext } from '../app-context.ts';
import { handlePage } from './page-route.ts';

const scope = { merchantId: newId('merch'), mode: 'test' } as const;
const caller = { ...scope, actor: { kind: 'system', id: null }, requestId: null } as const;

const store = await createTestDatabase();
vi.stubEnv('DATABASE_URL', store.url);
vi.stubEnv('PARLEY_ENCRYPTION_KEYS', `k1:${randomBytes(32).toString('base64')}`);
vi.stubEnv('LOG_LEVEL', 'silent');
// A provider that refuses every request once the test lets it.
const called = Promise.withResolvers<void>();
const allowed = Promise.withResolvers<void>();
const provider = createServer(async (_request, response) => {
  called.resolve();
  await allowed.promise;
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end('{"error":{"type":"invalid_request_error","message":"no"}}');
}).listen(0, '127.0.0.1');
await once(provider, 'listening');
const { port } = provider.address() as AddressInfo;
const origin = `http://127.0.0.1:${port}`;

const { deps } = appContext();
const repositories = deps.database.forScope(scope);
await repositories.merchants.insert({ id: scope.merchantId, name: 'Nord' });
await repositories.pspConfigs.insert({
  id: newId('pspcfg'),
  psp: 'provider',
  status: 'active',
  secretKey: 'sk_test_1',
  publishableKey: 'pk_test_1',
  webhookSecret: 'whsec_1',
  apiUrl: origin,
  scriptUrl: `${origin}/v3/`,
});
const pk = await insertApiKey(deps, scope, { kind: 'publishable', name: 'test' });
afterAll(async () => {
  await appContext().perLink.close();
  await deps.database.close();
  await store.drop();
  provider.close();
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function createSession(): Promise<string> {
  const { id } = await createSessionWithHandoff(deps, caller, {
    amount_minor: 4200,
    currency: 'eur',
    buyer_reference: 'buyer',
    cart_snapshot: { lines: [] },
    publishable_key: pk,
  });
  return id;
}

const open = (id: string, headers: Record<string, string>, query = '', method = 'GET') =>
  handlePage(new Request(`http://localhost:3001/${id}?pk=${pk}${query}`, { method, headers }), {
    requestId: newId('req'),
    params: { session_id: id },
    addLogFields: () => {},
  });

const attemptOf = async (id: string) =>
  (await deps.database.findSession(scope, id))?.session.attempt.status;

it('prepares the payment for no link preview, no HEAD request and no browser that prefetches the page', async () => {
  const id = await createSession();
  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const previews = [{}, { ...navigation, 'sec-purpose': 'prefetch;prerender' }];
  for (const headers of previews) {
    expect(await (await open(id, headers)).text()).not.toContain('id="preparation"');
  }
  expect(await (await open(id, navigation, '', 'HEAD')).text()).not.toContain('id="preparation"');
  expect(await attemptOf(id)).toBe('unreserved');
});

it('sends a browser the whole page before the provider has responded, and the result at its end', async () => {
  const id = await createSession();
  const response = await open(id, { 'sec-fetch-mode': 'navigate' });
  const parts = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await parts?.read();
  expect(first?.value).toMatch(/<script nonce="[^"]+">/);
  expect(first?.value).toContain(`<link rel="preload" as="script" href="${origin}/v3/"`);
  await called.promise;
  expect(await attemptOf(id)).toBe('reserved');
  allowed.resolve();
  const last = await parts?.read();
  expect(last?.value).toBe(
    '<template id="preparation" data-result="null"></template></body></html>',
  );
});

it('keeps the chosen language when the provider returns the payer without it', async () => {
  const id = await createSession();
  const chosen = await open(id, { 'accept-language': 'fr' }, '&lang=de');
  const cookie = chosen.headers.get('set-cookie') ?? '';
  expect(cookie).toContain(`lang=de; Path=/${id}; HttpOnly; SameSite=Lax`);
  const headers = { 'accept-language': 'fr', cookie: `a=b; ${cookie.split(';')[0]}` };
  const returned = await open(id, headers, '&redirect_status=returned');
  expect(await returned.text()).toContain('<html lang="de"');
  expect((await open(id, {}, '&lang=xx')).headers.get('set-cookie')).toBeNull();
});
