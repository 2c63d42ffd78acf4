import { randomBytes } from 'node:crypto';
import { createDashboardUser, signIn } from '@parley/auth';
import { addAttempt } from '@parley/db/testing';
import type { Mode } from '@parley/domain';
import { createSession, newId } from '@parley/operations';
import { createTestDatabase, type TestDatabase } from '@parley/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { exportAuditLog } from '#audit/export-audit-log.ts';
import { formatLocal } from '#preferences/local-time.ts';
import { exportSessions } from '#sessions/export-sessions.ts';
import { runtime } from './runtime.ts';

const password = 'correct horse battery';
const merchantId = newId('merch');

let store: TestDatabase;
let cookie: string;
let userId: string;

beforeAll(async () => {
  store = await createTestDatabase();
  vi.stubEnv('DATABASE_URL', store.url);
  vi.stubEnv('API_URL', 'http://localhost:4000');
  vi.stubEnv('CHECKOUT_URL', 'http://localhost:3001');
  vi.stubEnv('DASHBOARD_URL', 'http://localhost:3000');
  vi.stubEnv('PARLEY_ENCRYPTION_KEYS', `k1:${randomBytes(32).toString('base64')}`);
  vi.stubEnv('BETTER_AUTH_SECRET', 'x'.repeat(43));
  vi.stubEnv('MAIL_DIR', '/nonexistent');
  vi.stubEnv('LOG_LEVEL', 'silent');
  const { accounts, database } = runtime();
  await database.forScope({ merchantId, mode: 'test' }).merchants.insert({
    id: merchantId,
    name: 'Nord',
  });
  const person = { email: 'ada@nord.example', password };
  const member = { name: 'Ada', merchantId, role: 'viewer' } as const;
  userId = await createDashboardUser(database, { ...person, ...member });
  const request = {
    headers: new Headers(),
    address: undefined,
    requestId: 'req_0',
    setCookies: () => {},
  };
  [cookie = ''] = await signIn(accounts, person, request);
  await addSession('live', { currency: 'eur' });
  for (let round = 0; round < 12; round++) {
    await Promise.all(Array.from({ length: 10 }, () => addSession('test', { currency: 'usd' })));
  }
});
afterAll(async () => {
  await runtime().database.close();
  await store.drop();
  vi.unstubAllEnvs();
  vi.resetModules();
});

interface Change {
  readonly currency: string;
  readonly buyer_reference?: string;
  readonly metadata?: Record<string, string>;
}

const addSession = (mode: Mode, change: Change) =>
  createSession(
    runtime().deps,
    { merchantId, mode, actor: { kind: 'system', id: null }, requestId: null },
    {
      amount_minor: 4200,
      buyer_reference: 'b',
      cart_snapshot: { lines: [{ name: 'Tea, green', quantity: 2, amount_minor: 4200 }] },
      ...change,
    },
  );

const download = (mode: Mode, query: string, cookies = cookie, zone = 'UTC') =>
  exportSessions(
    new Request(`http://localhost:3000/${mode}/sessions/export?${query}`, {
      headers: { cookie: cookies, 'x-request-id': 'req_1' },
    }),
    mode,
    zone,
  );

it('exports the sessions of the filter, in minor and major units and without formulas', async () => {
  const buyer = `=1+1${'0'.repeat(200)}`;
  const metadata = { order: 'A-1, B' };
  const { id } = await addSession('test', { currency: 'jpy', buyer_reference: buyer, metadata });
  const scope = { merchantId, mode: 'test' } as const;
  await addAttempt(runtime().database, scope, id, { statusReason: '-2+3' });
  const response = await download('test', 'currency=jpy');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="sessions-test-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const lines = (await response.text()).trim().split('\n');
  expect(lines).toEqual([
    'session_id,created_at,status,buyer_reference,description,currency,amount_minor,amount,reason,updated_at,metadata,payment_status,received_minor,received,refunded_minor,refunded,disputed_minor,disputed',
    expect.stringMatching(
      new RegExp(
        [
          `^${id},[^,]+Z,created,'=1\\+10{200},"2 × Tea, green",jpy,4200,4200`,
          `'-2\\+3,[^,]+Z,"{""order"":""A-1, B""}",unpaid,0,0,0,0,0,0$`,
        ].join(','),
      ),
    ),
  ]);
});

it('refuses a filter that is not valid, without which the file would have all sessions', async () => {
  const response = await download('test', 'currency=usd&status=payed');
  expect([response.status, await response.text()]).toEqual([
    400,
    'status=payed is not a valid filter. Correct or remove it, then export again.\n',
  ]);
});

it('exports every page of the mode, each session once', async () => {
  const text = await (await download('test', 'currency=usd')).text();
  const ids = text.match(/psess_\w+/g) ?? [];
  expect(ids).toHaveLength(120);
  expect(new Set(ids).size).toBe(120);
  expect(text).toContain(',usd,4200,42.00');
  expect((await (await download('live', '')).text()).match(/psess_/g)).toHaveLength(1);
});

it('exports the days of the time zone', async () => {
  await addSession('test', { currency: 'chf' });
  // This day begins 25 hours later in Pago Pago.
  const today = formatLocal(new Date(), 'Pacific/Kiritimati').slice(0, 10);
  const rowsIn = async (zone: string) => {
    const query = `currency=chf&created_from=${today}&created_to=${today}`;
    const text = await (await download('test', query, cookie, zone)).text();
    return text.trim().split('\n').length - 1;
  };
  expect(await rowsIn('Pacific/Kiritimati')).toBe(1);
  expect(await rowsIn('Pacific/Pago_Pago')).toBe(0);
});

it('exports the selected sessions of the mode, and refuses more than 100', async () => {
  const first = await addSession('test', { currency: 'gbp', buyer_reference: '@selected' });
  const second = await addSession('test', { currency: 'gbp' });
  const other = await addSession('live', { currency: 'gbp' });
  const query = `id=${first.id}&id=${other.id}&id=${second.id}`;
  const text = await (await download('test', query)).text();
  expect(text.match(/psess_\w+/g)).toEqual([second.id, first.id]);
  expect(text).toContain(",'@selected,");
  const none = await (await download('test', `id=${other.id}`)).text();
  expect(none.trim().split('\n')).toHaveLength(1);
  const refused = await download('test', 'id=psess_1&'.repeat(101));
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('ids must have at most 100 ids');
});

it('exports the audit log of the filter', async () => {
  const audit = (query: string) =>
    exportAuditLog(
      new Request(`http://localhost:3000/test/audit-log/export?${query}`, { headers: { cookie } }),
      'test',
      'UTC',
    ).then((response) => response.text());
  const [header, entry, ...others] = (await audit('about=user')).trim().split('\n');
  expect(header).toBe(
    'entry_id,created_at,action,object_type,object_id,actor_kind,actor_id,request_id,address,details',
  );
  expect(entry).toContain(`,user.signed_in,user,${userId},user,${userId},req_0,,`);
  expect(others).toEqual([]);
  expect((await audit('about=api_key')).trim().split('\n')).toEqual([header]);
});

it('is refused without a session, and breaks off for a person who is removed meanwhile', async () => {
  const refused = await download('test', '', '');
  expect([refused.status, await refused.text()]).toEqual([401, 'Sign in, then export again.\n']);
  const { body } = await download('test', 'currency=usd');
  // Before anything is read: with the first row, the next page is on its way.
  await runtime().database.client.member.deleteMany({ where: { userId } });
  const reader = body?.getReader();
  const head = await reader?.read();
  expect(new TextDecoder().decode(head?.value)).toContain('session_id');
  const rest = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(rest()).rejects.toThrow('Sign in');
});
