import { randomBytes } from 'node:crypto';
import {
  createSessionWithHandoff,
  insertApiKey,
  newId,
  updateMerchantSettings,
} from '@parley/operations';
import { createTestDatabase, startServer } from '@parley/testing';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { appContext } from '../app-context.ts';
import { handlePage } from './page-route.ts';
import { handleReceipt } from './receipt-route.ts';
import { handleRpc } from './rpc-route.ts';

const scope = { merchantId: newId('merch'), mode: 'test' } as const;
const caller = { ...scope, actor: { kind: 'system', id: null }, requestId: null } as const;

const store = await createTestDatabase();
vi.stubEnv('DATABASE_URL', store.url);
vi.stubEnv('CHECKOUT_URL', 'http://localhost:3001');
vi.stubEnv('PARLEY_ENCRYPTION_KEYS', `k1:${randomBytes(32).toString('base64')}`);
vi.stubEnv('LOG_LEVEL', 'silent');
vi.stubEnv('CHECKOUT_RATE_LIMIT_PER_LINK_BURST', '1000');
// A busy machine is not an overload.
vi.stubEnv('REQUEST_QUEUE_MS', '60000');

/** A provider with the payment intent that the page creates. */
const calls: string[] = [];
let intent: Record<string, unknown>;
const provider = await startServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  calls.push(`${request.method} ${request.url?.split('?')[0]}`);
  for (const [name, value] of new URLSearchParams(body)) {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    if (key) intent.metadata = { ...(intent.metadata as object), [key]: value };
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(intent));
});
const origin = provider.url;

const { deps } = appContext();
const repositories = deps.database.forScope(scope);
await repositories.merchants.insert({ id: scope.merchantId, name: 'Nord' });
await updateMerchantSettings(deps, caller, { expected_version: 1, email_receipts: true });
await repositories.providerConfigs.insert({
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
beforeEach(() => {
  calls.length = 0;
  intent = {
    id: `pi_${newId('evt')}`,
    object: 'payment_intent',
    amount: 4200,
    amount_received: 0,
    currency: 'eur',
    status: 'requires_payment_method',
    client_secret: 'pi_secret_1',
    created: 1_800_000_000,
    livemode: false,
    last_payment_error: null,
    latest_charge: null,
    metadata: {},
  };
});
afterAll(async () => {
  await appContext().perLink.close();
  await deps.database.close();
  await store.drop();
  await provider.stop();
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function createLink(amount_minor: number): Promise<string> {
  const { id } = await createSessionWithHandoff(deps, caller, {
    amount_minor,
    currency: 'eur',
    buyer_reference: 'buyer',
    cart_snapshot: { lines: [] },
    payer_contact: { email: 'ada@example.com' },
    publishable_key: pk,
  });
  return id;
}

const info = (params = {}) => ({ requestId: newId('req'), params, addLogFields: () => {} });

const navigation = {
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0',
};
const clients: Readonly<Record<string, Record<string, string>>> = {
  'a browser': { ...navigation, 'accept-language': 'de' },
  'a browser that prerenders': { ...navigation, 'sec-purpose': 'prefetch;prerender' },
  curl: { 'user-agent': 'curl/8.14.1' },
  'a link preview': { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
};

/** Sends every read of a payment link. */
async function readAll(id: string): Promise<void> {
  for (const headers of Object.values(clients)) {
    for (const method of ['GET', 'HEAD']) {
      for (const query of ['', '&lang=de', '&redirect_status=returned']) {
        const request = (path: string) =>
          new Request(`http://localhost:3001/${id}${path}?pk=${pk}${query}`, { method, headers });
        const page = await handlePage(request(''), info({ session_id: id }));
        expect(page.status).toBe(200);
        await page.text();
        await handleReceipt(request('/receipt'), info({ session_id: id }));
      }
    }
  }
}

/** Everything that is stored about a session. */
async function stored(id: string) {
  const { client } = deps.database;
  const where = { ...scope, proxySessionId: id };
  return {
    session: await client.proxySession.findMany({ where: { ...scope, id } }),
    attempts: await client.acquisitionAttempt.findMany({ where }),
    history: await client.historyEntry.count({ where: { merchantId: scope.merchantId } }),
    events: await client.outboxEvent.count({ where: scope }),
    payments: await client.payment.count({ where: { merchantId: scope.merchantId } }),
  };
}

/** The call that the script of the page sends first. */
async function readFirstCall(id: string, query = '') {
  const request = new Request(`http://localhost:3001/${id}?pk=${pk}${query}`, {
    headers: clients['a browser'] ?? {},
  });
  const html = await (await handlePage(request, info({ session_id: id }))).text();
  const [, path = '', body = ''] = /data-path="([^"]+)" data-body="([^"]+)"/.exec(html) ?? [];
  return { path, body: body.replaceAll('&quot;', '"') };
}

async function sendCall({ path, body }: { readonly path: string; readonly body: string }) {
  const request = new Request(`http://localhost:3001${path}`, { method: 'POST', body });
  const response = await handleRpc(request, info());
  const { result, error } = (await response.json()) as {
    result?: { data: unknown };
    error?: object;
  };
  expect(error).toBeUndefined();
  return { path, data: result?.data };
}

const sendFirstCall = async (id: string, query = '') => sendCall(await readFirstCall(id, query));

it.each([
  ['an amount', 4200, { form: { kind: 'payment' }, page: { status: 'payer_opened' } }],
  ['nothing due', 0, { form: null, page: { status: 'provisionable' } }],
])(
  'changes nothing when a page with %s is read, until its script runs',
  async (_, amount, opened) => {
    const id = await createLink(amount);
    const before = await stored(id);
    await readAll(id);
    expect(await stored(id)).toEqual(before);
    expect(calls).toEqual([]);

    expect(await sendFirstCall(id)).toMatchObject({ path: '/rpc/openPage', data: opened });
    const { history, session } = await stored(id);
    expect(session[0]).toMatchObject({
      status: opened.page.status,
      payerLocale: expect.stringMatching(/^de/),
    });
    expect(history).toBeGreaterThan(before.history);
  },
);

it('changes nothing when a payer returns from the bank, until the script reads the payment', async () => {
  const id = await createLink(4200);
  await sendFirstCall(id);
  Object.assign(intent, { status: 'succeeded', amount_received: 4200 });
  const before = await stored(id);
  calls.length = 0;
  await readAll(id);
  expect(await stored(id)).toEqual(before);
  expect(calls).toEqual([]);

  expect(await sendFirstCall(id, '&redirect_status=returned')).toMatchObject({
    path: '/rpc/syncPayment',
    data: { status: 'paid', payment_received: true },
  });
});

it('makes few requests to the provider in a burst of calls from one link', async () => {
  const id = await createLink(4200);
  await sendFirstCall(id);
  const call = await readFirstCall(id, '&redirect_status=returned');
  calls.length = 0;
  const start = performance.now();
  const results = await Promise.all(Array.from({ length: 78 }, () => sendCall(call)));
  expect(results.map(({ data }) => data)).toEqual(
    results.map(() => expect.objectContaining({ payment_received: false })),
  );
  // At most three reads of an object begin in a second.
  const seconds = Math.ceil((performance.now() - start) / 1_000);
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.length).toBeLessThanOrEqual(3 * seconds);
});
