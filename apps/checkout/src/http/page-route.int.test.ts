import { randomBytes } from 'node:crypto';
import {
  createSessionWithHandoff,
  insertApiKey,
  newId,
  updateMerchantSettings,
} from '@parley/operations';
import { createTestDatabase, waitFor } from '@parley/testing';
import { afterAll, expect, it, vi } from 'vitest';
import { appContext } from '../app-context.ts';
import { handleLogo } from './logo-route.ts';
import { handlePage } from './page-route.ts';
import { handleReceipt } from './receipt-route.ts';

const BURST = 3;
const scope = { merchantId: newId('merch'), mode: 'test' } as const;
const caller = { ...scope, actor: { kind: 'system', id: null }, requestId: null } as const;

const store = await createTestDatabase();
vi.stubEnv('DATABASE_URL', store.url);
vi.stubEnv('CHECKOUT_URL', 'http://localhost:3001');
vi.stubEnv('PARLEY_ENCRYPTION_KEYS', `k1:${randomBytes(32).toString('base64')}`);
vi.stubEnv('LOG_LEVEL', 'silent');
vi.stubEnv('CHECKOUT_RATE_LIMIT_PER_LINK', '1');
vi.stubEnv('CHECKOUT_RATE_LIMIT_PER_LINK_BURST', String(BURST));
const { deps } = appContext();
await deps.database.forScope(scope).merchants.insert({ id: scope.merchantId, name: 'Nord' });
const pk = await insertApiKey(deps, scope, { kind: 'publishable', name: 'test' });
afterAll(async () => {
  const { perLink, deps } = appContext();
  await perLink.close();
  await deps.database.close();
  await store.drop();
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function createLink(change: object = {}): Promise<string> {
  const { id } = await createSessionWithHandoff(appContext().deps, caller, {
    amount_minor: 4200,
    currency: 'eur',
    buyer_reference: 'buyer',
    cart_snapshot: { lines: [] },
    publishable_key: pk,
    ...change,
  });
  return id;
}

const open = (id: string, headers: Record<string, string> = {}, query = '') =>
  handlePage(new Request(`http://localhost:3001/${id}?pk=${pk}${query}`, { headers }), {
    requestId: newId('req'),
    params: { session_id: id },
    addLogFields: () => {},
  });

const openLogo = (url: string) =>
  handleLogo(new Request(`http://localhost:3001${url}`), {
    requestId: newId('req'),
    params: { hash: url.split(/[/?]/)[2] },
    addLogFields: () => {},
  });

it('limits how often a payment link is opened, per link', async () => {
  const [busy, other] = [await createLink(), await createLink()];
  const responses = await Promise.all(Array.from({ length: 10 * BURST }, () => open(busy)));
  const refused = responses.filter(({ status }) => status !== 200);
  expect(responses.length - refused.length).toBeGreaterThanOrEqual(1);
  expect(refused.length).toBeGreaterThan(BURST);
  for (const { status, headers } of refused) {
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
  expect((await open(other)).status).toBe(200);
});

it('the page of a merchant with settings shows its logo and color, and only its origins may frame it', async () => {
  const plain = await open(await createLink());
  expect(plain.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect((await plain.text()).match(/<script/g)).toHaveLength(2);
  const image = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x28\0\0\0\x28', 'latin1');
  await updateMerchantSettings(deps, caller, {
    expected_version: 1,
    logo: image.toString('base64'),
    accent_color: '#ffdd00',
    embedding_origins: ['https://nord.example', 'https://shop.example'],
  });
  const branded = await waitFor(async () => {
    const response = await open(await createLink());
    const html = await response.text();
    return html.includes('class="logo"') && { html, headers: response.headers };
  });
  expect(branded.headers.get('content-security-policy')).toMatch(
    /; frame-ancestors https:\/\/nord\.example https:\/\/shop\.example$/,
  );
  expect(branded.html).toContain(':root{--brand:#ffdd00;');
  const [, url = ''] = /<img class="logo" src="([^"]+)"/.exec(branded.html) ?? [];
  const logo = await openLogo(url);
  expect(Buffer.from(await logo.arrayBuffer())).toEqual(image);
  expect(Object.fromEntries(logo.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
  });
  const secret = await insertApiKey(deps, scope, { kind: 'secret', name: 'test' });
  const other = { ...scope, mode: 'live' } as const;
  const live = await insertApiKey(deps, other, { kind: 'publishable', name: 'test' });
  const withKey = (key: string) => url.replace(/pk=.*/, `pk=${key}`);
  const statuses = [withKey(live), withKey(secret), withKey('pk_test_x'), '/logos/x?pk='].map(
    async (logo) => (await openLogo(logo)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 404, 404, 404]);

  // A frame gets a script of its own, and may show a page that says to try again.
  const framed = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
  const id = await createLink();
  const scripts = async (headers: Record<string, string>) =>
    (await (await open(id, headers)).text()).match(/<script/g)?.length;
  expect(await scripts({ ...framed, 'sec-fetch-dest': 'document' })).toBe(2);
  expect(await scripts(framed)).toBe(3);
  const responses = await Promise.all(Array.from({ length: 10 * BURST }, () => open(id, framed)));
  const refused = responses.filter(({ status }) => status === 503);
  const policies = refused.map(({ headers }) => headers.get('content-security-policy'));
  expect(policies).toContainEqual(expect.stringMatching(/; frame-ancestors https:\/\/nord/));
  const unknown = await open('psess_unknown', framed);
  expect(unknown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

it('the page contains no buyer reference, metadata, contact or other cart data', async () => {
  const id = await createLink({
    buyer_reference: 'private-buyer',
    metadata: { order: 'private-metadata' },
    payer_contact: { email: 'private-payer@example.com', phone: '+4930555001' },
    beneficiary_contact: { email: 'private-beneficiary@example.com', phone: '+4930555002' },
    cart_snapshot: {
      margin: 'private-cart',
      lines: [{ name: 'Coffee', quantity: 1, amount_minor: 4200, supplier: 'private-line' }],
    },
  });
  const html = await (await open(id)).text();
  expect(html).toContain('Coffee');
  expect(html.match(/private-|4930555/g)).toBeNull();
});

it('a link without a payment has no receipt, and one with an unknown key is not found', async () => {
  const id = await createLink();
  const openReceipt = (key: string) =>
    handleReceipt(new Request(`http://localhost:3001/${id}/receipt?pk=${key}&lang=de&x=1`), {
      requestId: newId('req'),
      params: { session_id: id },
      addLogFields: () => {},
    });
  const { status, headers } = await openReceipt(pk);
  expect([status, headers.get('location')]).toEqual([303, `/${id}?pk=${pk}&lang=de`]);
  expect((await openReceipt('pk_test_x')).status).toBe(404);
});

it('removes what the provider adds to the address of a payer who returns before it reads anything', async () => {
  const returned =
    '&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded';
  for (const id of [await createLink(), 'psess_unknown']) {
    const response = await open(id, {}, returned);
    expect([response.status, response.headers.get('location'), response.body]).toEqual([
      303,
      `?pk=${pk}&redirect_status=returned`,
      null,
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  }
});

it.each([
  ['de_AT', 'de'],
  ['pt', 'pt-BR'],
  ['xx', 'fr'],
])('is in the language that the shop chose with lang=%s', async (lang, html) => {
  const page = await open(await createLink(), { 'accept-language': 'fr' }, `&lang=${lang}`);
  expect(await page.text()).toContain(`<html lang="${html}"`);
});

it('keeps the chosen language when the provider returns the payer without it', async () => {
  const id = await createLink();
  const chosen = await open(id, { 'accept-language': 'fr' }, '&lang=de');
  const cookie = chosen.headers.get('set-cookie') ?? '';
  expect(cookie).toContain(`lang=de; Path=/${id}; HttpOnly; SameSite=Lax`);
  const headers = { 'accept-language': 'fr', cookie: `a=b; ${cookie.split(';')[0]}` };
  const returned = await open(id, headers, '&redirect_status=returned');
  expect(await returned.text()).toContain('<html lang="de"');
  expect((await open(id, {}, '&lang=xx')).headers.get('set-cookie')).toBeNull();
});
