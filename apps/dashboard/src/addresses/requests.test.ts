import { expect, it } from 'vitest';
import { inMode } from './mode-route.ts';
import { readRequestListView, requestListInput, requestsHref } from './requests.ts';

it.each([
  ['/v1/proxy_sessions', { path: '/v1/proxy_sessions' }],
  ['proxy_sessions/psess_1', { path: '/v1/proxy_sessions/psess_1' }],
  ['https://api.example/v1/events?limit=1', { path: '/v1/events' }],
  ['404', { status: '404' }],
  ['5xx', { status: '5xx' }],
  ['req_1', { request_id: 'req_1' }],
  ['psess_1', { proxy_session_id: 'psess_1' }],
  ['key_1', { api_key_id: 'key_1' }],
  ['order 1042', { idempotency_key: 'order 1042' }],
])('searches %s as %o', (search, expected) => {
  expect(requestListInput(readRequestListView({ search: ` ${search} ` }))).toMatchObject(expected);
});

it('reads back the address that it writes, and ignores unknown values', () => {
  const view = { status: '4xx', search: 'a&b', older: 'abc' } as const;
  const query = new URL(inMode('test', requestsHref(view)), 'https://dashboard.test').searchParams;
  expect(readRequestListView(Object.fromEntries(query))).toEqual(view);
  expect(readRequestListView({ status: '9xx', search: '  ' })).toEqual({});
});
