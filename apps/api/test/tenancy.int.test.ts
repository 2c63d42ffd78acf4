import { type ApiScope, apiScopes } from '@parley/domain';
import { insertApiKey } from '@parley/operations';
import { getOperations, type RestRoute, restRoutes } from '@parley/router/rest';
import { openApiDocument } from '@parley/router/rest/document';
import { waitFor } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiResponse, startApi, type TestApi } from './api.ts';
import { createOwnedObjects, type OwnedObjects, readRows } from './owned-objects.ts';
import { readVersions } from './row-versions.ts';

let api: TestApi;
let owned: OwnedObjects;
/** Keys that must not give access to the first merchant's test-mode objects. */
const strangers: Record<string, string> = {};
beforeAll(async () => {
  api = await startApi();
  owned = await createOwnedObjects(api, api.merchant);
  await createOwnedObjects(api, api.other);
  strangers['another merchant'] = api.other.secretKey;
  strangers['the other mode of the same merchant'] = await insertApiKey(
    api.deps,
    { merchantId: api.merchant.id, mode: 'live' },
    { kind: 'secret', name: 'live', scopes: apiScopes },
  );
});
afterAll(() => api.stop());

const routes = restRoutes();
const each = routes.map((route) => [route.operation, route] as const);
const examples = new Map(
  getOperations(openApiDocument('/v1')).map(({ operation }) => [
    operation.operationId,
    operation.requestBody?.content['application/json'].example,
  ]),
);

/** The path's parameters, each the first merchant's own object of its kind. */
function getParams({ path, operation }: RestRoute): Record<string, string> {
  const places = [...path.matchAll(/\/(\w+)\/\{(\w+)\}/g)];
  return Object.fromEntries(
    places.map(([, noun = '', name = '']) => {
      const id = owned[noun];
      if (!id) throw new Error(`${operation}: add one of ${noun} to belongings.ts`);
      return [name, id];
    }),
  );
}

/** Calls an operation as an integrator would, with the example of the document as its body. */
async function call(
  route: RestRoute,
  surface: 'REST' | 'typed RPC',
  key: string | null,
): Promise<ApiResponse> {
  const params = getParams(route);
  const body = examples.get(route.operation);
  if (surface === 'REST') {
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    return api.call(route.method, path, body, { key });
  }
  const input = JSON.stringify({ ...params, ...(body as object | undefined) });
  const reads = route.method === 'GET';
  const response = await fetch(
    `${api.url}/trpc/${route.procedure}${reads ? `?input=${encodeURIComponent(input)}` : ''}`,
    {
      method: reads ? 'GET' : 'POST',
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(reads ? {} : { 'content-type': 'application/json' }),
      },
      ...(reads ? {} : { body: input }),
    },
  );
  const { error } = (await response.json()) as { error?: { message: string; data: object } };
  const envelope = error && { error: { ...error.data, message: error.message } };
  return { status: response.status, headers: response.headers, body: envelope ?? null };
}

const surfaces = ['REST', 'typed RPC'] as const;
const getCode = ({ status, body }: ApiResponse) => [status, body?.error?.code];

describe.each(each)('%s', (_, route) => {
  const named = route.path.includes('{');
  const takesPublishableKey = route.meta.openapi.protect === false;

  it('is not found for any other merchant or mode and changes nothing', async () => {
    const before = await readVersions(api, api.merchant.id);
    for (const [who, key] of Object.entries(strangers)) {
      for (const surface of surfaces) {
        const response = await call(route, surface, key);
        if (named) {
          expect([who, surface, ...getCode(response)]).toEqual([who, surface, 404, 'not_found']);
        }
        for (const id of Object.values(owned)) {
          expect(JSON.stringify(response.body)).not.toContain(id);
        }
      }
    }
    const after = await readVersions(api, api.merchant.id);
    for (const [table, rows] of Object.entries(before)) {
      // Rows that the live key creates have the same owner. No other row may be new or changed.
      expect(named ? after[table] : after[table]?.filter((row) => rows.includes(row))).toEqual(
        rows,
      );
    }
  });

  it('requires a secret key', async () => {
    const before = await readVersions(api, api.merchant.id);
    for (const surface of surfaces) {
      expect([surface, ...getCode(await call(route, surface, null))]).toEqual([
        surface,
        401,
        'authentication_required',
      ]);
      const published = await call(route, surface, api.merchant.publishableKey);
      expect([surface, ...getCode(published)]).toEqual(
        takesPublishableKey
          ? [surface, 200, undefined]
          : [surface, 403, 'publishable_key_not_allowed'],
      );
    }
    expect(await readVersions(api, api.merchant.id)).toEqual(before);
  });

  it('requires exactly its own scope', async () => {
    const { scope } = route.meta;
    const scopes = { merchantId: api.merchant.id, mode: 'test' } as const;
    const others = apiScopes.filter((one) => one !== scope);
    const without = await insertApiKey(api.deps, scopes, {
      kind: 'secret',
      name: 'others',
      scopes: others,
    });
    const before = await readVersions(api, api.merchant.id);
    for (const surface of surfaces) {
      const refused = await call(route, surface, without);
      expect([surface, ...getCode(refused)]).toEqual([surface, 403, 'insufficient_scope']);
      expect(refused.body.error.message).toContain(scope);
    }
    expect(await readVersions(api, api.merchant.id)).toEqual(before);
  });
});

it('a key with only the scope of an operation may call it', async () => {
  const used = new Set<ApiScope>(routes.map(({ meta }) => meta.scope));
  for (const scope of used) {
    const key = await insertApiKey(
      api.deps,
      // Another merchant, so that these requests do not affect the other tests.
      { merchantId: api.other.id, mode: 'test' },
      { kind: 'secret', name: scope, scopes: [scope] },
    );
    for (const route of routes.filter(({ meta }) => meta.scope === scope)) {
      const { status } = await call(route, 'REST', key);
      expect([route.operation, [200, 400, 404, 422].includes(status)]).toEqual([
        route.operation,
        true,
      ]);
    }
  }
});

it('every scope is required by an operation, and reading needs no write scope', () => {
  const used = new Set<string>(routes.map(({ meta }) => meta.scope));
  expect(apiScopes.filter((scope) => !used.has(scope))).toEqual([]);
  for (const { operation, method, meta } of routes) {
    expect([operation, meta.scope.endsWith(':read')]).toEqual([operation, method === 'GET']);
  }
});

describe('a key', () => {
  const scope = () => ({ merchantId: api.merchant.id, mode: 'test' }) as const;
  const read = (key: string) =>
    api.get(`/proxy_sessions/${owned.proxy_sessions}/merchant`, { key });

  /** The first response that is not a success. */
  const rejection = (request: () => ReturnType<typeof read>) =>
    waitFor(async () => {
      const response = await request();
      return response.status !== 200 && getCode(response);
    });

  it('is valid until it expires', async () => {
    const secret = { kind: 'secret', name: 'temporary' } as const;
    const later = new Date(Date.now() + 3_600_000);
    const good = await insertApiKey(api.deps, scope(), { ...secret, expiresAt: later });
    expect((await read(good)).status).toBe(200);
    const ended = await insertApiKey(api.deps, scope(), {
      ...secret,
      expiresAt: new Date(Date.now() - 1_000),
    });
    expect(getCode(await read(ended))).toEqual([401, 'invalid_api_key']);
  });

  it('is rejected soon after it was revoked', async () => {
    const key = await insertApiKey(api.deps, scope(), { kind: 'secret', name: 'lost' });
    expect((await read(key)).status).toBe(200);
    await api.database.client.apiKey.updateMany({
      where: { merchantId: api.merchant.id, name: 'lost' },
      data: { revokedAt: new Date() },
    });
    expect(await rejection(() => read(key))).toEqual([401, 'invalid_api_key']);
    const pk = await insertApiKey(api.deps, scope(), { kind: 'publishable', name: 'old' });
    const safe = () => api.get(`/proxy_sessions/${owned.proxy_sessions}?pk=${pk}`, { key: null });
    expect((await safe()).status).toBe(200);
    await api.database.client.apiKey.updateMany({
      where: { merchantId: api.merchant.id, name: 'old' },
      data: { revokedAt: new Date() },
    });
    expect(await rejection(safe)).toEqual([401, 'invalid_api_key']);
  });

  it('is stored only as a hash', async () => {
    const { client } = api.database;
    const stored = await client.apiKey.findMany({ where: { merchantId: api.merchant.id } });
    const rows = JSON.stringify([stored, await readRows(api, api.merchant.id)]);
    expect(rows).not.toContain(api.merchant.secretKey);
    expect(rows).toContain(api.merchant.publishableKey);
  });
});
