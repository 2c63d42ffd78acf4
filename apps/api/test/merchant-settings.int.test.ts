import { openDatabase } from '@parley/db';
import { DomainError } from '@parley/domain';
import { findLogo, insertApiKey, newId } from '@parley/operations';
import { createCaller, formatErrorResponse } from '@parley/router';
import { createPayerCaller } from '@parley/router/payer';
import { lockWaits, waitFor } from '@parley/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addMerchant, order, startApi, type TestMerchant } from './api.ts';
import { addMember } from './authorization/inputs.ts';

const api = await startApi();
/** As another process, which shares nothing with the API but the tables. */
const elsewhere = openDatabase({
  url: api.env.DATABASE_URL,
  encryptionKeys: api.env.PARLEY_ENCRYPTION_KEYS,
});
afterAll(async () => {
  await elsewhere.close();
  await api.stop();
});

let merchant: TestMerchant;
let userId: string;
beforeEach(async () => {
  merchant = await addMerchant(api.database, 'Nordlicht Coffee', 'test');
  userId = await addMember(api, merchant.id, 'owner');
});

/** The procedures for an owner, in a process of its own. */
const person = (deps: object = {}) =>
  createCaller({
    deps: { ...api.deps, database: elsewhere, ...deps },
    requestId: newId('req'),
    person: {
      userId,
      merchantId: merchant.id,
      mode: 'test',
      role: 'owner',
      isMerchantSuspended: false,
      isRecentlyAuthenticated: true,
    },
  });
const owner = (deps: object = {}) => person(deps).settings;
type Update = Parameters<ReturnType<typeof owner>['update']>[0];

/** A PNG image of a width in pixels, with some bytes after its size. */
function png(width: number, more = 0): string {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(40, 4);
  const head = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  return Buffer.concat([head, size, Buffer.alloc(more)]).toString('base64');
}

const all = {
  name: '  Nordlicht Rösterei ',
  support_email: 'Help@Nord.Example',
  support_url: 'https://nord.example/hilfe?q=1',
  support_phone: '+49 30 901820',
  terms_url: 'https://nord.example',
  privacy_url: 'https://nord.example/privacy',
  accent_color: '#FFDD00',
  corner_radius: 12 as const,
  success_text: '  Danke!\r\nWir rösten morgen. ☕️ ',
  logo: png(320),
  embedding_origins: ['https://nord.example/', 'HTTPS://nord.example', 'https://shop.example:8443'],
  default_payer_destination_url: 'https://nord.example/thanks',
  default_lifetime_seconds: 1_800,
  email_receipts: true,
};
const stored = {
  ...all,
  name: 'Nordlicht Rösterei',
  support_email: 'help@nord.example',
  terms_url: 'https://nord.example/',
  accent_color: '#ffdd00',
  success_text: 'Danke!\nWir rösten morgen. ☕️',
  logo: {
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    content_type: 'image/png',
    content: png(320),
  },
  embedding_origins: ['https://nord.example', 'https://shop.example:8443'],
};

const readAudit = async (mode: 'test' | 'live') => {
  const { entries } = await elsewhere
    .forScope({ merchantId: merchant.id, mode })
    .audit.list({ objectId: merchant.id, limit: 10 });
  return entries.map(({ action, actorId, details }) => [action, actorId, details]);
};

it('saves every setting in one form, and records the changed fields in the logs of both modes', async () => {
  expect(await owner().get()).toMatchObject({ version: 1, name: 'Nordlicht Coffee', logo: null });
  expect(await owner().update({ expected_version: 1, ...all })).toEqual({ version: 2, ...stored });
  expect(await owner().get()).toEqual({ version: 2, ...stored });
  const change = { name: 'Nord', logo: null, support_email: null };
  const after = { ...stored, ...change };
  expect(await owner().update({ expected_version: 2, ...change })).toEqual({
    version: 3,
    ...after,
  });
  // Nothing changes, so nothing is recorded.
  expect(await owner().update({ expected_version: 3, ...change })).toEqual({
    version: 3,
    ...after,
  });
  for (const mode of ['test', 'live'] as const) {
    const [latest, first, ...others] = await readAudit(mode);
    expect(others).toEqual([]);
    expect(latest).toEqual([
      'merchant.updated',
      userId,
      {
        name: { from: stored.name, to: 'Nord' },
        support_email: { from: stored.support_email, to: null },
        logo: { from: stored.logo.hash, to: null },
      },
    ]);
    expect(Object.keys(first?.[2] ?? {}).sort()).toEqual(Object.keys(all).sort());
  }
});

it('stores and serves the current logo only', async () => {
  const serve = (hash: string) => findLogo(api.deps, merchant.publishableKey, hash);
  const first = await owner().update({ expected_version: 1, logo: png(320) });
  const second = await owner().update({ expected_version: 2, logo: png(321) });
  await expect(serve(String(first.logo?.hash))).rejects.toThrow(new DomainError('not_found'));
  expect((await serve(String(second.logo?.hash))).contentType).toBe('image/png');
  await owner().update({ expected_version: 3, logo: null });
  await expect(serve(String(second.logo?.hash))).rejects.toThrow(new DomainError('not_found'));
});

it('refuses to overwrite what someone else saved, also at the same time', async () => {
  await owner().update({ expected_version: 1, name: 'First' });
  await expect(owner().update({ expected_version: 1, name: 'Second' })).rejects.toThrow(
    'expected_version is not the current version: someone else saved the settings.',
  );
  const { client } = api.database;
  // Both have read version 2 when they wait for the row.
  const { saves } = await client.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM merchant WHERE id = ${merchant.id} FOR UPDATE`;
      const names = ['A', 'B'];
      const saves = Promise.allSettled(
        names.map((name) => owner().update({ expected_version: 2, name })),
      );
      await waitFor(
        async () => (await client.$queryRawUnsafe<unknown[]>(lockWaits())).length === 2,
        { what: 'two saves that wait for the merchant', timeoutMs: 3_000 },
      );
      return { saves };
    },
    { timeout: 10_000 },
  );
  const results = await saves;
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await owner().get()).version).toBe(3);
  expect(await readAudit('test')).toHaveLength(2);
});

describe('input that is refused', () => {
  const url = 'must be an https URL';
  const many = Array.from({ length: 21 }, (_, i) => `https://shop${i}.example`);
  it.each<[Omit<Update, 'expected_version'>, string]>([
    [{ name: ' ' }, 'name must have 1 to 100 characters'],
    [{ name: 'Nord\u202egnp.exe' }, 'name must not contain line breaks, control'],
    [{ name: 'https://evil.example' }, 'name must not contain a web or email'],
    [{ support_email: 'a@b.example?bcc=c@d.example' }, 'support_email must be an email address'],
    [
      { support_email: 'a@b.example\r\nBcc: c@d.example' },
      'support_email must be an email address',
    ],
    [{ support_phone: 'javascript:alert(1)' }, 'support_phone must be a phone number'],
    [{ support_phone: '0900' }, 'support_phone must be a phone number'],
    [{ support_url: 'http://nord.example' }, `support_url ${url}`],
    [{ support_url: 'javascript:alert(1)//https://' }, `support_url ${url}`],
    [{ terms_url: 'https://nord.example@evil.example' }, `terms_url ${url}`],
    [{ terms_url: 'https://nord.example\\@evil.example' }, `terms_url ${url}`],
    [{ terms_url: 'https://nord.example/\u202egnp' }, `terms_url ${url}`],
    [{ privacy_url: `https://nord.example/${'ü'.repeat(400)}` }, `privacy_url ${url}`],
    [{ privacy_url: 'data:text/html,x' }, `privacy_url ${url}`],
    [{ accent_color: 'red' }, 'accent_color must be a color'],
    [{ accent_color: '#000000;}*{display:none' }, 'accent_color must be a color'],
    [{ corner_radius: 5 } as object, 'corner_radius must be 0 or 4 or 8 or 12 or 16'],
    [{ success_text: ' \n' }, 'success_text must contain text'],
    [{ success_text: 'a'.repeat(301) }, 'success_text must be at most 300 characters'],
    [{ success_text: 'Thanks\u202egnp' }, 'success_text must be plain text'],
    [{ success_text: 'Thanks\u0000' }, 'success_text must be plain text'],
    [{ embedding_origins: ['https://shop.example/pay'] }, 'embedding_origins.0 must be origins'],
    [{ embedding_origins: ['https://a.example', '*'] }, 'embedding_origins.1 must be origins'],
    [{ embedding_origins: ["https://a.example;script-src 'unsafe-inline'"] }, 'must be origins'],
    [{ embedding_origins: ['http://localhost:3000'] }, 'embedding_origins must be https'],
    [{ embedding_origins: many }, 'embedding_origins must be at most 20 origins'],
    [{ default_payer_destination_url: 'javascript:alert(1)' }, 'must be an absolute URL'],
    [{ default_lifetime_seconds: 299 }, 'default_lifetime_seconds must be at least 300'],
    [{ default_lifetime_seconds: 2_592_001 }, 'default_lifetime_seconds must be at most 2592000'],
    [{ default_lifetime_seconds: 600.5 }, 'must be a whole number of seconds'],
    [{ logo: '<svg/>' }, 'logo must be base64'],
    [{ logo: btoa('<svg xmlns="http://www.w3.org/2000/svg"/>') }, 'logo must be a PNG, JPEG or'],
    [{ logo: '' }, 'logo must be a PNG, JPEG or WebP image'],
    [{ logo: png(320, 256 * 1024) }, 'logo must have at most 256 KiB'],
    [{ logo: png(2_049) }, 'logo must be 1 to 2048 pixels wide and high; it is 2049 × 40'],
    [{ logo: png(0) }, 'logo must be 1 to 2048 pixels'],
    [{ embedding_origins: [], suspended_at: null } as object, 'suspended_at'],
  ])('%j', async (change, message) => {
    const error: unknown = await owner()
      .update({ expected_version: 1, ...change })
      .catch((reason: unknown) => reason);
    const refusal = formatErrorResponse(error);
    expect(refusal.code).toBe('invalid_request');
    expect(refusal.message).toContain(message);
    expect(await owner().get()).toMatchObject({ version: 1, name: 'Nordlicht Coffee' });
  });
});

describe('embedding origins over REST', () => {
  const path = '/embedding_origins';
  const createKey = () =>
    insertApiKey(
      api.deps,
      { merchantId: merchant.id, mode: 'test' },
      { kind: 'secret', name: 'Deployment', scopes: ['embedding_origins:write'] },
    );

  it('are replaced as a whole, recorded in both modes, and returned', async () => {
    const key = await createKey();
    const replace = (embedding_origins: string[]) =>
      api.call('PUT', path, { embedding_origins }, { key });
    expect((await replace(['https://old.example'])).status).toBe(200);
    const { status, body } = await replace(all.embedding_origins);
    expect([status, body]).toEqual([200, { embedding_origins: stored.embedding_origins }]);
    const read = await api.get(path, { key: merchant.secretKey });
    expect(read.body).toEqual({ embedding_origins: stored.embedding_origins });
    expect(await owner().get()).toMatchObject({ ...read.body, version: 3 });
    for (const mode of ['test', 'live'] as const) {
      const [latest] = await readAudit(mode);
      expect(latest?.[0]).toBe('merchant.updated');
      expect(latest?.[2]).toEqual({
        embedding_origins: { from: ['https://old.example'], to: stored.embedding_origins },
      });
    }
  });

  it('are all saved, one after the other, by requests at the same time', async () => {
    const key = await createKey();
    const origins = Array.from({ length: 8 }, (_, index) => `https://shop${index}.example`);
    const responses = await Promise.all(
      origins.map((origin) => api.call('PUT', path, { embedding_origins: [origin] }, { key })),
    );
    expect(responses.map(({ status }) => status)).toEqual(origins.map(() => 200));
    expect((await owner().get()).version).toBe(9);
  });

  it('are refused with a path, http or a key without the scope', async () => {
    const key = await createKey();
    const replace = (origin: string, options = { key }) =>
      api.call('PUT', path, { embedding_origins: [origin] }, options);
    for (const origin of ['https://shop.example/pay', 'http://localhost:3000', '*']) {
      const { status, body } = await replace(origin);
      expect([status, body.error.code]).toEqual([400, 'invalid_request']);
      expect(body.error.message).toContain('embedding_origins');
    }
    const byDefault = await insertApiKey(
      api.deps,
      { merchantId: merchant.id, mode: 'test' },
      { kind: 'secret', name: 'Default' },
    );
    const refused = await replace('https://shop.example', { key: byDefault });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope']);
    expect(await owner().get()).toMatchObject({ version: 1, embedding_origins: [] });
  });
});

it('accepts origins on this machine where the payer page is on this machine too', async () => {
  const local = owner({ checkoutUrl: 'http://localhost:3001' });
  const embedding_origins = ['http://localhost:3000'];
  await local.update({ expected_version: 1, embedding_origins });
  expect(await local.get()).toMatchObject({ embedding_origins });
});

it('a session has the default destination and lifetime unless its request names others, in every process soon', async () => {
  const headers = { key: merchant.secretKey };
  const create = async (change: object = {}) => {
    const { body } = await api.post('/proxy_sessions/handoff', createSession(change), headers);
    const { payer_destination_url, created_at, expires_at } = (
      await api.get(`/proxy_sessions/${body.id}/merchant`, headers)
    ).body;
    return [payer_destination_url, (Date.parse(expires_at) - Date.parse(created_at)) / 1_000];
  };
  const createSession = (change: object) => ({
    ...order,
    publishable_key: merchant.publishableKey,
    ...change,
  });
  expect(await create()).toEqual([null, 86_400]);
  await owner().update({ expected_version: 1, ...all });
  const used = [all.default_payer_destination_url, all.default_lifetime_seconds];
  await waitFor(async () => String(await create()) === String(used));
  const chosen = 'https://nord.example/orders/1';
  expect((await create({ payer_destination_url: chosen }))[0]).toBe(chosen);
  const expires_at = new Date(Date.now() + 7_200_000).toISOString();
  const [, lifetime] = await create({ expires_at });
  expect(lifetime).toBeGreaterThan(7_000);
  const ofDashboard = await person().sessions.createTest();
  expect((Date.parse(ofDashboard.expires_at) - Date.now()) / 1_000).toBeLessThanOrEqual(1_800);
  const { body } = await api.post('/proxy_sessions', order, headers);
  expect((Date.parse(body.expires_at) - Date.now()) / 1_000).toBeLessThanOrEqual(1_800);
});

it('the payer page has the settings of its merchant soon, and no others', async () => {
  const { body } = await api.post(
    '/proxy_sessions/handoff',
    { ...order, publishable_key: merchant.publishableKey },
    { key: merchant.secretKey },
  );
  await owner().update({ expected_version: 1, ...all });
  const payer = createPayerCaller({ deps: api.deps, requestId: newId('req') });
  const link = { id: body.id, pk: merchant.publishableKey };
  const expected = {
    logo_hash: stored.logo.hash,
    accent_color: '#ffdd00',
    corner_radius: 12,
    success_text: stored.success_text,
    support: { email: 'help@nord.example', url: all.support_url, phone: all.support_phone },
    terms_url: stored.terms_url,
    privacy_url: all.privacy_url,
    embedding_origins: stored.embedding_origins,
  };
  const branding = await waitFor(async () => {
    const page = await payer.getPage(link);
    return page.branding.accent_color && page.branding;
  });
  expect(branding).toEqual(expected);
});
