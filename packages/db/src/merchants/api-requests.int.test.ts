import { formatId, ID_RANDOM_BYTES, type RequestId } from '@parley/domain';
import { isCluster } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainScans, rowsRead } from '../../test/plans.ts';
import { addMerchant, openTestDatabase } from '../../test/rows.ts';
import type { Scope } from '../sql/records.ts';
import {
  type ApiRequestListQuery,
  apiRequestRepository,
  type NewApiRequest,
} from './api-requests.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const START_MS = 1_800_000_000_000;

function requestAt(scope: Scope, second: number, more: Partial<NewApiRequest> = {}): NewApiRequest {
  const createdAt = new Date(START_MS + second * 1_000);
  return {
    ...scope,
    id: formatId('req', Number(createdAt), new Uint8Array(ID_RANDOM_BYTES)),
    method: 'POST',
    route: '/v1/proxy_sessions',
    path: '/v1/proxy_sessions',
    status: 200,
    durationMs: 3,
    errorCode: null,
    apiKeyId: 'key_1',
    apiKeyKind: 'secret',
    network: null,
    idempotencyKey: null,
    replayed: false,
    proxySessionId: null,
    query: null,
    requestBody: null,
    responseBody: null,
    createdAt,
    ...more,
  };
}

describe('the log of requests', () => {
  let scope: Scope;
  let stored: NewApiRequest[];
  beforeAll(async () => {
    scope = await addMerchant(opened.database);
    const other = await addMerchant(opened.database);
    const paths = { route: '/v1/proxy_sessions/:id', path: '/v1/proxy_sessions/psess_1' };
    stored = [
      requestAt(scope, 0, { idempotencyKey: 'order_1', proxySessionId: 'psess_1' }),
      requestAt(scope, 1, {
        ...paths,
        method: 'GET',
        apiKeyId: 'key_2',
        proxySessionId: 'psess_1',
      }),
      requestAt(scope, 2, { status: 404, errorCode: 'not_found' }),
      requestAt(scope, 3, { status: 503, apiKeyId: 'key_2', network: '203.0.113.9' }),
      requestAt(scope, 4, { idempotencyKey: 'order_1', replayed: true }),
    ];
    const of = (one: Scope) => stored.map((request) => ({ ...request, ...one }));
    const all = [...of(scope), ...of(other), ...of({ ...scope, mode: 'live' })];
    expect(await opened.database.insertApiRequests(all)).toBe(15);
    await opened.database.insertApiRequests(of(scope));
    expect(await opened.database.client.apiRequest.count()).toBe(15);
  });
  const list = async (query: Partial<ApiRequestListQuery>) => {
    const { apiRequests } = opened.database.forScope(scope);
    const { requests, examinedTo } = await apiRequests.list({ limit: 10, ...query });
    return {
      found: requests.map(({ id }) => stored.findIndex((request) => request.id === id)),
      examinedTo,
    };
  };
  const at = (second: number) => new Date(START_MS + second * 1_000);

  it.each<[Partial<ApiRequestListQuery>, number[]]>([
    [{}, [4, 3, 2, 1, 0]],
    [{ limit: 2 }, [4, 3]],
    [{ pathPrefix: '/v1/proxy_sessions/' }, [1]],
    [{ method: 'GET' }, [1]],
    [{ proxySessionId: 'psess_1', exceptReads: true }, [0]],
    [{ statusFrom: 400, statusTo: 499 }, [2]],
    [{ statusFrom: 400, apiKeyId: 'key_2' }, [3]],
    [{ statusFrom: 200, statusTo: 299, apiKeyId: 'key_2' }, [1]],
    [{ proxySessionId: 'psess_1', method: 'POST' }, [0]],
    [{ idempotencyKey: 'order_1' }, [4, 0]],
    [{ createdFrom: at(1), createdBefore: at(3) }, [2, 1]],
  ])('with %o contains the requests that match all filters', async (query, expected) => {
    expect(await list(query)).toEqual({ found: expected, examinedTo: null });
  });

  it('continues after a request, and where its limit of examined requests ended it', async () => {
    expect((await list({ after: stored[2]?.id })).found).toEqual([1, 0]);
    const { found, examinedTo } = await list({ method: 'GET', maxExamined: 2 });
    expect(found).toEqual([]);
    expect(examinedTo).toMatchObject({ id: stored[3]?.id, createdAt: stored[3]?.createdAt });
  });

  it('stores any JSON, and returns all of it for one request only', async () => {
    const body = { message: 'NUL \u0000, half a pair \ud800, ü' };
    const request = requestAt(scope, -1, {
      query: '{"limit":1}',
      requestBody: '[]',
      responseBody: JSON.stringify(body),
    });
    await opened.database.insertApiRequests([request]);
    const { apiRequests } = opened.database.forScope(scope);
    const { merchantId: _, mode: __, ...fields } = request;
    expect(await apiRequests.find(request.id)).toEqual({
      ...fields,
      query: { limit: 1 },
      requestBody: [],
      responseBody: body,
    });
    const [found] = (await apiRequests.list({ limit: 1, after: stored[0]?.id })).requests;
    expect(found).toMatchObject({ id: request.id });
    expect(found).not.toHaveProperty('responseBody');
    const live = opened.database.forScope({ ...scope, mode: 'live' }).apiRequests;
    expect(await live.find(request.id)).toBeNull();
  });

  it('leads a search by request id to its session', async () => {
    const { sessions } = opened.database.forScope(scope);
    expect(await sessions.searchById(stored[1]?.id as RequestId)).toEqual(['psess_1']);
  });
});

// On a cluster, EXPLAIN ANALYZE shows the rows of one shard only.
describe.skipIf(isCluster())('among 5,000 requests of a merchant', () => {
  const MAX_EXAMINED = 100;
  let scope: Scope;
  beforeAll(async () => {
    scope = await addMerchant(opened.database);
    const requests = Array.from({ length: 5_000 }, (_, n) =>
      requestAt(scope, n, {
        apiKeyId: `key_${n % 10}`,
        status: n % 50 === 0 ? 404 : 200,
        proxySessionId: `psess_${n % 500}`,
        idempotencyKey: n % 2 ? `order_${n % 500}` : null,
      }),
    );
    await opened.database.insertApiRequests(requests);
    await opened.database.client.$executeRaw`ANALYZE api_request`;
  });

  it.each<[Partial<ApiRequestListQuery>, string, number]>([
    [{}, 'api_request_pkey', 10],
    [{ apiKeyId: 'key_1' }, 'api_request_of_key', 10],
    [{ proxySessionId: 'psess_7' }, 'api_request_of_session', 10],
    [{ idempotencyKey: 'order_7' }, 'api_request_of_idempotency_key', 10],
    [{ statusFrom: 400 }, 'api_request_failed', MAX_EXAMINED],
    [{ statusFrom: 500, statusTo: 599 }, 'api_request_failed', MAX_EXAMINED],
    [{ method: 'DELETE' }, 'api_request_pkey', MAX_EXAMINED],
    [{ pathPrefix: '/v2' }, 'api_request_pkey', MAX_EXAMINED],
    [{ apiKeyId: 'key_1', statusFrom: 400 }, 'api_request_of_key', MAX_EXAMINED],
    [{ createdBefore: new Date(START_MS + 60_000) }, 'api_request_pkey', MAX_EXAMINED],
  ])('a list with %o reads a bounded part of one index', async (query, index, most) => {
    const nodes = await explainScans(opened.database.client, (db) =>
      apiRequestRepository(db, scope).list({ limit: 10, maxExamined: MAX_EXAMINED, ...query }),
    );
    expect(nodes.length).toBeGreaterThan(0);
    for (const node of nodes) {
      expect(node['Index Name']).toBe(index);
      expect(rowsRead(node)).toBeLessThanOrEqual(most);
    }
  });
});
