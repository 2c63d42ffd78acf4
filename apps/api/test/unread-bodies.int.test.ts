import { generateKey, insertApiKey } from '@parley/operations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRateLimits } from '../src/rate-limits.ts';
import { startApi, type TestApi } from './api.ts';
import { receiveOnSocket } from './raw-socket.ts';

let api: TestApi;
/** An API where each key may send one request. */
let limited: TestApi;
let readOnlyKey = '';

beforeAll(async () => {
  const limit = { perSecond: 0.001, burst: 1 };
  api = await startApi();
  limited = await startApi({
    serve: (deps) => ({ rateLimits: createRateLimits(deps, { perKey: limit, perAddress: limit }) }),
  });
  readOnlyKey = await insertApiKey(
    api.deps,
    { merchantId: api.merchant.id, mode: 'test' },
    { kind: 'secret', name: 'reads', scopes: ['proxy_sessions:read'] },
  );
});
afterAll(() => Promise.all([api.stop(), limited.stop()]));

const REST = 'POST /v1/proxy_sessions';
const RPC = 'POST /trpc/sessions.create';
const BATCH = 'POST /trpc/sessions.create,sessions.create?batch=1';

/** Sends the headers of a request with a body that never arrives. Returns status and error code. */
async function sendHeaders(
  url: string,
  line: string,
  key: string | null,
  length = 'content-length: 200000',
) {
  const authorization = key === null ? '' : `authorization: Bearer ${key}\r\n`;
  const received = await receiveOnSocket(
    url,
    `${line} HTTP/1.1\r\nhost: api.test\r\nconnection: close\r\ncontent-type: application/json\r\n${authorization}${length}\r\n\r\n`,
  );
  const [head = '', body = ''] = received.split('\r\n\r\n');
  const { error } = JSON.parse(body);
  return [Number(head.split(' ')[1]), error.data?.code ?? error.code];
}

const keys: Readonly<Record<string, () => string | null>> = {
  'no key': () => null,
  'a malformed key': () => 'sk_test_1',
  'a made-up key': () => generateKey('secret', 'test'),
  'a publishable key': () => api.merchant.publishableKey,
  'a key without the scope': () => readOnlyKey,
  'a valid key': () => api.merchant.secretKey,
};

it.each([
  [REST, 'no key', 401, 'authentication_required'],
  [REST, 'a malformed key', 401, 'invalid_api_key'],
  [REST, 'a made-up key', 401, 'invalid_api_key'],
  [REST, 'a publishable key', 403, 'publishable_key_not_allowed'],
  [REST, 'a key without the scope', 403, 'insufficient_scope'],
  [RPC, 'no key', 401, 'authentication_required'],
  [RPC, 'a made-up key', 401, 'invalid_api_key'],
  [RPC, 'a publishable key', 403, 'publishable_key_not_allowed'],
  ['POST /v1/nothing', 'a valid key', 404, 'not_found'],
  ['PATCH /v1/proxy_sessions', 'a valid key', 405, 'method_not_allowed'],
])('%s with %s is refused before its body arrives', async (line, key, status, code) => {
  expect(await sendHeaders(api.url, line, keys[key]?.() ?? null)).toEqual([status, code]);
  const chunked = 'transfer-encoding: chunked';
  expect(await sendHeaders(api.url, line, keys[key]?.() ?? null, chunked)).toEqual([status, code]);
});

it.each([REST, RPC, BATCH])(
  '%s over the rate limit is refused before its body arrives',
  async (line) => {
    const { secretKey } = limited.merchant;
    await limited.get('/proxy_sessions');
    expect(await sendHeaders(limited.url, line, secretKey)).toEqual([429, 'rate_limited']);
  },
);

it('a write consumes the rate limit once', async () => {
  const burst = { perSecond: 0.001, burst: 3 };
  const three = await startApi({
    serve: (deps) => ({ rateLimits: createRateLimits(deps, { perKey: burst, perAddress: burst }) }),
  });
  const batch = () =>
    fetch(`${three.url}/trpc/sessions.create,sessions.create?batch=1`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${three.merchant.secretKey}`,
        'content-type': 'application/json',
      },
      body: '{}',
    });
  expect((await batch()).status).toBe(400);
  expect((await three.post('/proxy_sessions', {})).status).toBe(400);
  expect((await three.post('/proxy_sessions', {})).status).toBe(429);
  await three.stop();
});
