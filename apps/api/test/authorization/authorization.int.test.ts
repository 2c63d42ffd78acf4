import {
  type ApiScope,
  apiScopes,
  explicitScopes,
  type MerchantId,
  type Mode,
  modes,
  roles,
} from '@parley/domain';
import { insertApiKey } from '@parley/operations';
import { appRouter } from '@parley/router';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../api.ts';
import { createOwnedObjects, type OwnedObjects } from '../owned-objects.ts';
import { readVersions, versionsOfAll } from '../row-versions.ts';
import { type Credentials, callProcedure } from './call.ts';
import { addMember, createInputs } from './inputs.ts';
import { authorizationRows, type Column, recentAuthentication } from './table.ts';

/** The code that a refusal with each status has. */
const codes: Readonly<Record<string, string>> = {
  401: 'authentication_required',
  403: 'insufficient_scope',
  404: 'not_found',
  422: 'publishable_key_mismatch',
};

let api: TestApi;
let owned: OwnedObjects;
let inputs: ReturnType<typeof createInputs>;
let credentials: Readonly<Record<Column, Credentials>>;
/** The same merchant in live mode. */
let live: Readonly<Record<'secretKey' | 'owner' | 'payer', Credentials>>;
/** A key for each scope, with that scope alone. */
const scopedKeys = new Map<ApiScope, Credentials>();

/** The state of a person who may act. */
const active = { isMerchantSuspended: false, isRecentlyAuthenticated: true } as const;

const bearer = (key: string): Credentials => ({ context: { authorization: `Bearer ${key}` } });

beforeAll(async () => {
  // Each case creates the objects that it changes.
  api = await startApi({ limits: { webhook_endpoints: 10_000, provider_configs: 10_000 } });
  owned = await createOwnedObjects(api, api.merchant);
  inputs = createInputs(api, owned);
  const person = (role: string, merchant = api.merchant): Credentials => {
    const userId = merchant === api.merchant ? `user_${role}` : 'user_other';
    const person = { userId, merchantId: merchant.id, mode: 'test', role } as const;
    return { context: { person: { ...person, ...active } } };
  };
  for (const role of roles) await addMember(api, api.merchant.id, role, `user_${role}`);
  await addMember(api, api.other.id, 'owner', 'user_other');
  // The others may leave only if an owner stays.
  for (const { id } of [api.merchant, api.other]) await addMember(api, id, 'owner');
  const defaultKey = (merchantId: MerchantId) =>
    insertApiKey(api.deps, { merchantId, mode: 'test' }, { kind: 'secret', name: 'default' });
  credentials = {
    none: {},
    secretKey: bearer(await defaultKey(api.merchant.id)),
    publishableKey: bearer(api.merchant.publishableKey),
    payer: { context: { payerPage: true }, input: { pk: api.merchant.publishableKey } },
    owner: person('owner'),
    admin: person('admin'),
    developer: person('developer'),
    support: person('support'),
    viewer: person('viewer'),
    otherKey: bearer(await defaultKey(api.other.id)),
    otherOwner: person('owner', api.other),
  };
  const inLive = { merchantId: api.merchant.id, mode: 'live' } as const;
  const liveKey = (kind: 'secret' | 'publishable') =>
    insertApiKey(api.deps, inLive, { kind, name: 'live' });
  live = {
    secretKey: bearer(await liveKey('secret')),
    owner: {
      context: {
        person: { ...inLive, userId: 'user_owner', role: 'owner', ...active },
      },
    },
    payer: { ...credentials.payer, input: { pk: await liveKey('publishable') } },
  };
  for (const scope of apiScopes) {
    const key = { kind: 'secret', name: scope, scopes: [scope] } as const;
    const owner = { merchantId: api.merchant.id, mode: 'test' } as const;
    scopedKeys.set(scope, bearer(await insertApiKey(api.deps, owner, key)));
  }
});
afterAll(() => api.stop());

const versions = () => versionsOfAll(api);
const call = (path: string, given: Credentials, input: object | undefined) =>
  callProcedure(api, path, given, input);

/** Adds the people again who have left. */
async function restoreMembers(): Promise<void> {
  const member = (organizationId: string, userId: string, role: string) => ({
    id: `${userId}_member`,
    organizationId,
    userId,
    role,
  });
  await api.database.client.member.createMany({
    data: [
      ...roles.map((role) => member(api.merchant.id, `user_${role}`, role)),
      member(api.other.id, 'user_other', 'owner'),
    ],
    skipDuplicates: true,
  });
}

/** Whether a key has the scope of a cell only if it was selected. */
const isExplicit = (cell: string) => explicitScopes.some((scope) => scope === cell);

/** The refused principals of a procedure with the expected codes. */
function refusals(path: string, cells: Readonly<Record<Column, string>>) {
  const { secretKey, otherKey } = cells;
  const expected: [string, Credentials, string][] = [];
  for (const [column, cell] of Object.entries(cells) as [Column, string][]) {
    const code = codes[cell];
    if (code === undefined) continue;
    const isPublishable = column === 'publishableKey' && cell === '403';
    const refused = isPublishable ? 'publishable_key_not_allowed' : code;
    // Payer procedures take a key of the other merchant in their input.
    const isPayer = path.startsWith('payer.') && column === 'otherKey' && otherKey === '404';
    const given = isPayer
      ? { context: { payerPage: true }, input: { pk: api.other.publishableKey } }
      : credentials[column];
    expected.push([column, given, refused]);
  }
  expected.push(['signed out', { context: { person: null } }, 'authentication_required']);
  if (path.startsWith('payer.')) {
    // A publishable key in the input is not a credential outside of the payer page.
    const input = { pk: api.merchant.publishableKey };
    expected.push(
      ['a payer at the API', { input }, 'not_found'],
      ['a payer at the dashboard', { context: { person: null }, input }, 'authentication_required'],
    );
  }
  if (isExplicit(secretKey)) {
    expected.push(['a key with default scopes', credentials.secretKey, 'insufficient_scope']);
  }
  for (const [scope, key] of scopedKeys) {
    if (scope === secretKey) continue;
    expected.push([`a key with ${scope}`, key, codes[secretKey] ?? 'insufficient_scope']);
  }
  return expected;
}

it.each([
  ...['create', 'roll', 'revoke', 'rename'].map((name) => `apiKeys.${name}`),
  ...['create', 'update', 'activate', 'retire'].map((name) => `providerConfigs.${name}`),
])('refuses %s in live mode to everyone but an owner or admin', async (path) => {
  const person = {
    userId: 'user_1',
    merchantId: api.merchant.id,
    mode: 'live',
    ...active,
  } as const;
  const before = await versions();
  for (const role of ['developer', 'support', 'viewer']) {
    const given = { context: { person: { ...person, role } } };
    const input = { id: 'key_1', kind: 'secret', name: 'server', overlap_seconds: 0 };
    expect((await call(path, given, input)).code).toBe('insufficient_scope');
  }
  expect(await versions()).toEqual(before);
});

/** Procedures of test mode only, or with input for it. */
const refusedInLiveMode: Readonly<Record<string, string>> = {
  'sessions.createTest': 'session_state_conflict',
  'providerConfigs.create': 'invalid_request',
};

/** What the same merchant in live mode gets: what another merchant gets. */
function inLiveMode(path: string, cells: Readonly<Record<Column, string>>) {
  if (path.startsWith('payer.')) return [['payer', live.payer, '404']] as const;
  const own = refusedInLiveMode[path] ?? 'yes';
  const allowed = (cell: string) => (cell === 'own' ? own : cell);
  return [
    ['secretKey', live.secretKey, allowed(cells.otherKey)],
    ['owner', live.owner, allowed(cells.otherOwner)],
  ] as const;
}

it('the table of docs/authorization.md has a row for every procedure', () => {
  const rows = authorizationRows.map(([procedure]) => procedure);
  expect(rows.toSorted()).toEqual(Object.keys(appRouter._def.procedures).sort());
  expect(rows).toEqual(expect.arrayContaining([...recentAuthentication.keys()]));
});

describe.each(authorizationRows)('%s', (path, cells) => {
  beforeEach(restoreMembers);

  it('refuses every other principal with the exact code and changes no row', async () => {
    const input = await inputs(path);
    const before = await versions();
    const sent = [...api.providerRequests];
    for (const [name, given, expected] of refusals(path, cells)) {
      const { code } = await call(path, given, input);
      expect([name, code]).toEqual([name, expected]);
      expect([name, ...api.providerRequests]).toEqual([name, ...sent]);
    }
    expect(await versions()).toEqual(before);
  });

  it('allows the principals of the table', async () => {
    for (const [column, cell] of Object.entries(cells) as [Column, string][]) {
      const scope = apiScopes.find((one) => one === cell);
      if (cell !== 'yes' && scope === undefined) continue;
      const scoped = scope && scopedKeys.get(scope);
      const own = isExplicit(cell) ? [] : [credentials[column]];
      for (const given of [...own, ...(scoped ? [scoped] : [])]) {
        const { code } = await call(path, given, await inputs(path));
        expect([column, code]).toEqual([column, 'yes']);
      }
    }
  });

  it('refuses an owner without recent authentication in exactly the listed modes', async () => {
    const userId = await addMember(api, api.merchant.id, 'owner');
    const owner = { userId, merchantId: api.merchant.id, role: 'owner' } as const;
    const refused: Mode[] = [];
    for (const mode of modes) {
      const input = await inputs(path);
      const before = await versions();
      const person = { ...owner, mode, ...active, isRecentlyAuthenticated: false };
      const { code } = await call(path, { context: { person } }, input);
      if (code !== 'reauthentication_required') continue;
      refused.push(mode);
      expect(await versions()).toEqual(before);
    }
    expect(refused).toEqual(recentAuthentication.get(path) ?? []);
  });

  it('gives another merchant nothing of this one', async () => {
    const input = await inputs(path);
    const before = await readVersions(api, api.merchant.id);
    for (const column of ['otherKey', 'otherOwner'] as const) {
      if (cells[column] !== 'own') continue;
      const { code, result } = await call(path, credentials[column], input);
      expect([column, code]).toEqual([column, 'yes']);
      for (const id of Object.values(owned)) expect(JSON.stringify(result)).not.toContain(id);
    }
    expect(await readVersions(api, api.merchant.id)).toEqual(before);
  });

  // A team and the embedding origins have no mode.
  it.skipIf(path.startsWith('team.') || path === 'settings.replaceEmbeddingOrigins')(
    'gives the same merchant in live mode nothing of test mode',
    async () => {
      const input = await inputs(path);
      const before = await readVersions(api, api.merchant.id, 'test');
      const sent = [...api.providerRequests];
      for (const [column, given, cell] of inLiveMode(path, cells)) {
        const { code, result } = await call(path, given, input);
        expect([column, code]).toEqual([column, codes[cell] ?? cell]);
        for (const id of Object.values(owned)) expect(JSON.stringify(result)).not.toContain(id);
      }
      expect(await readVersions(api, api.merchant.id, 'test')).toEqual(before);
      expect(api.providerRequests).toEqual(sent);
    },
  );
});
