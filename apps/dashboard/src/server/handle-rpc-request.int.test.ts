import { randomBytes } from 'node:crypto';
import { createDashboardUser, signIn } from '@parley/auth';
import type { Mode } from '@parley/domain';
import { createSession, newId } from '@parley/operations';
import { createTestDatabase, type TestDatabase } from '@parley/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { handleRpcRequest } from './handle-rpc-request.ts';
import { runtime } from './runtime.ts';

const origin = 'http://localhost:3000';
const password = 'correct horse battery';
const own = { merchantId: newId('merch'), mode: 'test' } as const;
const ownLive = { ...own, mode: 'live' } as const;
const other = { merchantId: newId('merch'), mode: 'test' } as const;
type Scope = typeof own | typeof ownLive;

let store: TestDatabase;
let userId: string;
let cookie: string;

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
  for (const scope of [own, other]) {
    await database.forScope(scope).merchants.insert({ id: scope.merchantId, name: 'Nord' });
  }
  const person = { email: 'ada@nord.example', password };
  const member = { name: 'Ada', merchantId: own.merchantId, role: 'owner' } as const;
  userId = await createDashboardUser(database, { ...person, ...member });
  const request = {
    headers: new Headers(),
    address: undefined,
    requestId: 'req_0',
    setCookies: () => {},
  };
  [cookie = ''] = await signIn(accounts, person, request);
});
afterAll(async () => {
  await runtime().database.close();
  await store.drop();
  vi.unstubAllEnvs();
  vi.resetModules();
});

const getSession = (scope: Scope | typeof other) =>
  createSession(
    runtime().deps,
    { ...scope, actor: { kind: 'system', id: null }, requestId: null },
    { amount_minor: 4200, currency: 'eur', buyer_reference: 'b', cart_snapshot: { lines: [] } },
  );

const headers = (mode: Mode = 'test') => ({
  host: 'localhost:3000',
  origin,
  cookie,
  'content-type': 'application/json',
  'x-request-id': 'req_1',
  'x-parley-mode': mode,
});

function query(path: string, input: object, mode: Mode = 'test') {
  const url = `${origin}/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`;
  return new Request(url, { headers: headers(mode) });
}

function mutation(path: string, input: object, more: Record<string, string> = {}) {
  const body = JSON.stringify(input);
  const all = { ...headers(), ...more };
  return new Request(`${origin}/api/trpc/${path}`, { method: 'POST', headers: all, body });
}

it('reads the sessions of the person’s merchant in the mode of the page only', async () => {
  const sessions = { test: await getSession(own), live: await getSession(ownLive) };
  await getSession(other);
  for (const mode of ['test', 'live'] as const) {
    const response = await handleRpcRequest(query('sessions.list', {}, mode));
    expect(response.status).toBe(200);
    const { result } = await response.json();
    expect(result.data.data.map(({ id }: { id: string }) => id)).toEqual([sessions[mode].id]);
  }
});

it('changes only such a session and records the person', async () => {
  const { id } = await getSession(own);
  const foreign = [
    ['test', ownLive],
    ['live', own],
    ['test', other],
    ['live', other],
  ] as const;
  for (const [mode, scope] of foreign) {
    const target = await getSession(scope);
    for (const request of [
      query('sessions.getTimeline', { id: target.id }, mode),
      mutation('sessions.cancel', { id: target.id }, { 'x-parley-mode': mode }),
    ]) {
      expect((await handleRpcRequest(request)).status).toBe(404);
    }
    const stored = await runtime().database.forScope(scope).sessions.find(target.id);
    expect(stored?.session.status).toBe(target.status);
  }
  const response = await handleRpcRequest(mutation('sessions.cancel', { id }));
  expect(response.status).toBe(200);
  const history = await runtime().database.forScope(own).history.list(id);
  expect(history.at(-1)).toMatchObject({
    action: 'cancel',
    actorKind: 'user',
    actorId: userId,
    requestId: 'req_1',
  });
});

it('counts a request of an unattended page as no use of the session', async () => {
  const { dashboardSession } = runtime().database.client;
  const updatedAt = new Date(Date.now() - 3_600_000);
  await dashboardSession.updateMany({ where: { userId }, data: { updatedAt } });
  const used = () => dashboardSession.count({ where: { userId, updatedAt: { gt: updatedAt } } });
  const unattended = query('sessions.list', {});
  unattended.headers.set('x-parley-unattended', '1');
  expect((await handleRpcRequest(unattended)).status).toBe(200);
  expect(await used()).toBe(0);
  expect((await handleRpcRequest(query('sessions.list', {}))).status).toBe(200);
  expect(await used()).toBe(1);
});

it('logs who was refused what', async () => {
  const info = vi.spyOn(runtime().logger, 'info');
  await handleRpcRequest(query('sessions.getTimeline', { id: newId('psess') }, 'live'));
  const refused = { code: 'not_found', request_id: 'req_1', procedure: 'sessions.getTimeline' };
  const by = { merchant_id: own.merchantId, mode: 'live', user_id: userId };
  expect(info.mock.calls).toEqual([[{ ...refused, ...by }, 'request rejected']]);
});

it('acts for the merchant of the page, and refuses a merchant whose team the person left', async () => {
  const { client } = runtime().database;
  const { id } = await getSession(other);
  const send = () =>
    handleRpcRequest(
      mutation('sessions.cancel', { id }, { 'x-parley-merchant': other.merchantId }),
    );
  expect((await send()).status).toBe(401);
  await client.organization.create({
    data: { id: other.merchantId, name: 'Other', slug: other.merchantId },
  });
  const member = { id: 'member_2', organizationId: other.merchantId, userId, role: 'support' };
  await client.member.create({ data: member });
  expect((await send()).status).toBe(200);
  await client.member.delete({ where: { id: member.id } });
  expect((await send()).status).toBe(401);
});

it('refuses a person who is removed while they send the body', async () => {
  const { client } = runtime().database;
  const { id } = await getSession(own);
  const where = { organizationId: own.merchantId, userId };
  const members = await client.member.findMany({ where });
  const request = mutation('sessions.cancel', { id });
  const text = await request.text();
  const body = new ReadableStream(
    {
      // Called when the handler begins to read.
      pull: async (controller) => {
        await client.member.deleteMany({ where });
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const slow = { method: 'POST', headers: request.headers, body, duplex: 'half' } as RequestInit;
  const { status } = await handleRpcRequest(new Request(request.url, slow));
  await client.member.createMany({ data: members });
  expect(status).toBe(401);
  expect((await runtime().database.forScope(own).sessions.find(id))?.session.status).toBe(
    'created',
  );
});

it('refuses a person whose merchant requires a second factor that they do not have', async () => {
  const { team } = runtime().database.forScope(own);
  await team.setSecondFactorRequirement(new Date());
  const response = await handleRpcRequest(query('sessions.list', {}));
  await team.setSecondFactorRequirement(null);
  const { error } = await response.json();
  expect([response.status, error.data.code]).toEqual([403, 'second_factor_required']);
});

it('refuses a new key if the person proved who they are too long ago', async () => {
  const create = () => handleRpcRequest(mutation('apiKeys.create', { kind: 'secret', name: 'a' }));
  const { client } = runtime().database;
  await client.$executeRaw`
    UPDATE dashboard_session SET authenticated_at = now() - interval '11 minutes'`;
  const response = await create();
  const { error } = await response.json();
  expect([response.status, error.data.code]).toEqual([401, 'reauthentication_required']);
  await client.$executeRaw`UPDATE dashboard_session SET authenticated_at = now()`;
  expect((await create()).status).toBe(200);
});

it('sends Retry-After when a procedure cannot get a lock', async () => {
  const { id } = await getSession(own);
  const { client } = runtime().database;
  const locked = client.$transaction(
    async (tx) => {
      await tx.$queryRaw`
        SELECT 1 FROM proxy_session WHERE merchant_id = ${own.merchantId} AND id = ${id} FOR UPDATE`;
      return handleRpcRequest(mutation('sessions.cancel', { id }));
    },
    { timeout: 50_000 },
  );
  const { status, headers } = await locked;
  expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
});

it('sends Retry-After when the database is not available', async () => {
  vi.stubEnv('DATABASE_URL', 'postgresql://127.0.0.1:1/none');
  vi.resetModules();
  const unconnected = await import('./handle-rpc-request.ts');
  const { status, headers } = await unconnected.handleRpcRequest(query('sessions.list', {}));
  expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
});
