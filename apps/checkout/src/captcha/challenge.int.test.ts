import { randomBytes } from 'node:crypto';
import { createSessionWithHandoff, insertApiKey, newId } from '@parley/operations';
import { createTestDatabase, startServer } from '@parley/testing';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { appContext } from '../app-context.ts';
import { handlePage } from '../http/page-route.ts';
import { handleRpc } from '../http/rpc-route.ts';

const SECRET = 'the-captcha-secret';
const scope = { merchantId: newId('merch'), mode: 'live' } as const;
const caller = { ...scope, actor: { kind: 'system', id: null }, requestId: null } as const;

let outcome: { readonly status: number; readonly body: object };
const forms: Record<string, string>[] = [];
const siteverify = await startServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  forms.push(Object.fromEntries(new URLSearchParams(body)));
  response.writeHead(outcome.status).end(JSON.stringify(outcome.body));
});

const store = await createTestDatabase();
vi.stubEnv('DATABASE_URL', store.url);
vi.stubEnv('CHECKOUT_URL', 'http://localhost:3001');
vi.stubEnv('PARLEY_ENCRYPTION_KEYS', `k1:${randomBytes(32).toString('base64')}`);
vi.stubEnv('LOG_LEVEL', 'silent');
vi.stubEnv('CAPTCHA_SITE_KEY', 'the-site-key');
vi.stubEnv('CAPTCHA_SECRET', SECRET);
vi.stubEnv('CAPTCHA_SCRIPT_URL', 'https://captcha.example/api.js');
vi.stubEnv('CAPTCHA_VERIFY_URL', `${siteverify.url}/siteverify`);
const { deps } = appContext();
await deps.database.forScope(scope).merchants.insert({ id: scope.merchantId, name: 'Nord' });
const pk = await insertApiKey(deps, scope, { kind: 'publishable', name: 'test' });
const countedAt = await deps.database.now();
await deps.database.client.declineRate.create({
  data: { ...scope, lastHour: 30, lastWeek: 30, countedAt, spikingSince: countedAt },
});
let id: string;

beforeEach(async () => {
  forms.length = 0;
  outcome = { status: 200, body: { success: true, hostname: 'localhost' } };
  id = await createLink();
});

async function createLink(): Promise<string> {
  const session = await createSessionWithHandoff(deps, caller, {
    amount_minor: 4200,
    currency: 'eur',
    buyer_reference: 'private-buyer',
    metadata: { order: 'private-metadata' },
    payer_contact: { email: 'private@example.com', phone: '+4930555001' },
    cart_snapshot: { lines: [] },
    publishable_key: pk,
  });
  return session.id;
}
afterAll(async () => {
  const { perLink, challenges } = appContext();
  for (const limiter of [perLink, challenges.perLink, challenges.perAddress]) await limiter.close();
  await deps.database.close();
  await store.drop();
  await siteverify.stop();
  vi.unstubAllEnvs();
  vi.resetModules();
});

const info = (params = {}) => ({ requestId: newId('req'), params, addLogFields: () => {} });

async function call(procedure: string, input: object = {}, address = '192.0.2.7') {
  const request = new Request(`http://localhost:3001/rpc/${procedure}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: JSON.stringify({ id, pk, ...input }),
  });
  const response = await handleRpc(request, info());
  const text = await response.text();
  expect(text).not.toMatch(/private|4930555|the-captcha-secret/);
  const { result, error } = JSON.parse(text);
  return { status: response.status, data: result?.data, message: error?.message };
}
const pass = (token = 'the-token') => call('verifyChallenge', { token });

it('a payer passes the challenge with a token of the provider', async () => {
  const { data } = await call('preparePayment');
  expect(data).toMatchObject({ form: null, page: { challenge_required: true } });
  const charge = { cart_version: 1, amount_minor: 4200, currency: 'eur' };
  expect((await call('checkCharge', charge)).data).toMatchObject({ payable: false });
  expect(await pass()).toMatchObject({ status: 200, data: { challenge_required: false } });
  const sent = { secret: SECRET, sitekey: 'the-site-key', response: 'the-token' };
  expect(forms).toEqual([{ ...sent, remoteip: '192.0.2.7' }]);
  await pass();
  expect(forms).toHaveLength(1);
});

it.each([
  ['the provider refuses it', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
  ['it is of another site', { success: true, hostname: 'shop.example' }],
])('refuses a token if %s', async (_case, body) => {
  outcome = { status: 200, body };
  const { status, message } = await pass();
  expect([status, message]).toEqual([400, expect.stringMatching(/^token must/)]);
  expect((await call('getPage')).data).toMatchObject({ challenge_required: true });
});

it('lets the payer pass during an outage of the provider', async () => {
  outcome = { status: 503, body: {} };
  expect((await pass()).data).toMatchObject({ challenge_required: false });
});

it('verifies five tokens of a link at once, so that the provider does not refuse the others', async () => {
  outcome = { status: 200, body: { success: false, 'error-codes': ['invalid-input-response'] } };
  const statuses: number[] = [];
  for (let n = 1; n <= 6; n++) statuses.push((await pass(`made-up-${n}`)).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  expect(forms).toHaveLength(5);
});

it('verifies twenty tokens of a network at once, and then one in two seconds, of all its links', async () => {
  outcome = { status: 200, body: { success: false, 'error-codes': ['invalid-input-response'] } };
  const links = await Promise.all(Array.from({ length: 8 }, createLink));
  const statuses: number[] = [];
  const began = performance.now();
  for (const link of links) {
    for (let n = 1; n <= 5; n++) {
      const input = { id: link, token: `made-up-${n}` };
      statuses.push((await call('verifyChallenge', input, '198.51.100.9')).status);
    }
  }
  const refilled = Math.ceil((performance.now() - began) / 2_000);
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(400));
  expect(new Set(statuses)).toEqual(new Set([400, 429]));
  expect(forms.length).toBeLessThanOrEqual(20 + refilled);
});

it('sends the provider only what can be a token', async () => {
  for (const token of ['', "' OR 1=1 --", 'x'.repeat(8_193)]) {
    const { status, message } = await pass(token);
    expect([status, message]).toEqual([400, expect.stringMatching(/^token must/)]);
  }
  expect(forms).toEqual([]);
});

it('the document shows the challenge, allows its provider and contains no secret', async () => {
  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const request = new Request(`http://localhost:3001/${id}?pk=${pk}`, { headers: navigation });
  const response = await handlePage(request, info({ session_id: id }));
  expect(response.headers.get('content-security-policy')).toMatch(
    /script-src 'nonce-[^']+' https:\/\/captcha\.example; /,
  );
  const html = await response.text();
  expect(html).toContain('data-stage="challenge"');
  expect(html).toMatch(/<section id="challenge"(?![^>]* hidden)/);
  expect(html).toContain('the-site-key');
  expect(html).not.toMatch(/private|4930555|the-captcha-secret/);
});
