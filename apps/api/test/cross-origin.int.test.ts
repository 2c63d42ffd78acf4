import { getOperations } from '@parley/router/rest';
import { openApiDocument } from '@parley/router/rest/document';
import { afterAll, expect, it } from 'vitest';
import { order, startApi } from './api.ts';

const api = await startApi();
afterAll(() => api.stop());

const getHeaders = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
const anyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, retry-after, link',
};
const origin = 'https://shop.example';

it('a page of any origin may read the payer-safe view and its errors, without credentials', async () => {
  const { id } = (await api.post('/proxy_sessions', order)).body;
  const { publishableKey } = api.merchant;
  for (const [path, status] of [
    [`${id}?pk=${publishableKey}`, 200],
    [`psess_unknown?pk=${publishableKey}`, 404],
    [`${id}?pk=pk_test_unknown`, 401],
    [`${id}?pk=${publishableKey}&x=1`, 400],
  ] as const) {
    const response = await fetch(`${api.url}/v1/proxy_sessions/${path}`, { headers: { origin } });
    expect([response.status, getHeaders(response)]).toEqual([status, anyOrigin]);
  }
});

it('a preflight request for the payer-safe view allows GET without the Authorization header', async () => {
  const response = await fetch(`${api.url}/v1/proxy_sessions/psess_1?pk=pk_test_1`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'content-type',
    },
  });
  expect([response.status, await response.text()]).toEqual([204, '']);
  expect(getHeaders(response)).toEqual({
    ...anyOrigin,
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '86400',
  });
});

it('no other route is for pages of other origins', async () => {
  const others = getOperations(openApiDocument('/v1'))
    .filter(({ operation }) => operation.operationId !== 'getSession')
    .map(({ method, path }) => [method, `/v1${path.replaceAll(/\{\w+\}/g, 'id_1')}`] as const);
  const routes = [
    ...others,
    ['get', '/v1/openapi.json'],
    ['get', '/trpc/sessions.get'],
    ['get', '/healthz'],
    ['get', '/v1/nothing'],
    ['put', '/v1/proxy_sessions/psess_1'],
  ] as const;
  expect(routes.length).toBeGreaterThan(30);
  for (const [method, path] of routes) {
    const preflight = { origin, 'access-control-request-method': method.toUpperCase() };
    const isShared = path === '/v1/proxy_sessions/psess_1';
    for (const request of [
      { method: method.toUpperCase(), headers: { origin } },
      ...(isShared ? [] : [{ method: 'OPTIONS', headers: preflight }]),
    ]) {
      const response = await fetch(`${api.url}${path}`, request);
      await response.text();
      expect([request.method, path, getHeaders(response)]).toEqual([request.method, path, {}]);
    }
  }
});
