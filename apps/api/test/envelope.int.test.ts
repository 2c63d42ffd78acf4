import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { type ApiResponse, addMerchant, order, startApi } from './api.ts';
import { openSocket, receiveOnSocket, sendOnSocket } from './raw-socket.ts';

const api = await startApi();
const sessionId = (await api.post('/proxy_sessions', order)).body.id;
afterAll(() => api.stop());

/** The envelope, whole, its request_id the header's. */
function expectError(response: ApiResponse, status: number, code: string): void {
  expect([response.status, response.body?.error?.code]).toEqual([status, code]);
  expect(Object.keys(response.body)).toEqual(['error']);
  expect(Object.keys(response.body.error).sort()).toEqual(['code', 'message', 'request_id']);
  expect(response.body.error.request_id).toBe(response.headers.get('x-request-id'));
  expect(response.body.error.message).not.toBe('');
}

describe('authentication', () => {
  it.each([
    ['no key', null, 401, 'authentication_required'],
    ['a key that is none', 'sk_test_nonsense', 401, 'invalid_api_key'],
  ])('responds to %s with the error envelope', async (_, key, status, code) => {
    expectError(await api.get(`/proxy_sessions/${sessionId}/merchant`, { key }), status, code);
  });

  it('rejects a secret key with one wrong character and a publishable key', async () => {
    const { secretKey, publishableKey } = api.merchant;
    const last = secretKey.endsWith('0') ? '1' : '0';
    const path = `/proxy_sessions/${sessionId}/merchant`;
    expectError(
      await api.get(path, { key: secretKey.slice(0, -1) + last }),
      401,
      'invalid_api_key',
    );
    expectError(await api.get(path, { key: publishableKey }), 403, 'publishable_key_not_allowed');
  });

  it('responds 404 for sessions of another merchant or mode and changes none of them', async () => {
    const live = await addMerchant(api.database, 'Live', 'live');
    const before = (await api.get(`/proxy_sessions/${sessionId}/merchant`)).body;
    for (const key of [api.other.secretKey, live.secretKey]) {
      expectError(
        await api.get(`/proxy_sessions/${sessionId}/merchant`, { key }),
        404,
        'not_found',
      );
      expectError(
        await api.post(`/proxy_sessions/${sessionId}/payer_opened`, undefined, { key }),
        404,
        'not_found',
      );
    }
    expect((await api.get(`/proxy_sessions/${sessionId}/merchant`)).body).toEqual(before);
  });
});

it('links to no documentation if there is none', async () => {
  const undocumented = await startApi({ serve: () => ({ docsUrl: null }) });
  try {
    const responses = [
      await undocumented.get('/nothing'),
      await undocumented.post('/proxy_sessions', {}),
      await sendOnSocket(undocumented.url, 'NONSENSE\r\n\r\n'),
    ];
    for (const { status, headers } of responses) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(headers.get('link')).toBeNull();
    }
  } finally {
    await undocumented.stop();
  }
});

describe('paths and methods', () => {
  it('responds 404 to an unknown path or malformed id and 405 to a wrong method', async () => {
    expectError(await api.get('/nothing'), 404, 'not_found');
    expectError(await api.get('/proxy_sessions/abc/merchant'), 404, 'not_found');
    expectError(await api.get('/proxy_sessions/psess_%00/merchant'), 404, 'not_found');
    const response = await api.call('DELETE', `/proxy_sessions/${sessionId}/cart`);
    expectError(response, 405, 'method_not_allowed');
    expect(response.headers.get('allow')).toBe('PUT');
    const unknown = await api.call('PROPFIND', '/nothing');
    expectError(unknown, 405, 'method_not_allowed');
    expect(unknown.headers.get('allow')).toBe('GET, HEAD, POST');
  });

  it('responds 400 to a broken percent encoding and keeps running', async () => {
    expectError(await api.get('/proxy_sessions/%E0%A4%A/merchant'), 400, 'invalid_request');
    expect((await api.get(`/proxy_sessions/${sessionId}/merchant`)).status).toBe(200);
  });

  it.each([
    ['a parameter', 'GET', '/proxy_sessions?limit=1&buyer_reference=%zz', 'buyer_reference'],
    ['bytes that are not UTF-8', 'GET', '/proxy_sessions?buyer_reference=%ff', 'buyer_reference'],
    ['half an escape', 'GET', '/proxy_sessions?buyer_reference=a%2', 'buyer_reference'],
    ['a name', 'GET', '/proxy_sessions?%zz=1', '%zz'],
    ['the query of a write', 'POST', '/proxy_sessions?a=%zz', 'a'],
    ['the query of the event stream', 'GET', '/events/stream?a=%zz', 'a'],
  ])('responds 400 to a broken percent encoding in %s', async (_, method, path, name) => {
    const response = await api.call(method, path, method === 'POST' ? order : undefined);
    expectError(response, 400, 'invalid_request');
    expect(response.body.error.message).toBe(
      `The query contains an invalid percent encoding in ${name}.`,
    );
  });

  it('accepts every valid percent encoding in the query', async () => {
    const { body } = await api.get('/proxy_sessions?buyer_reference=%25zz+%e2%98%95&&limit=1');
    expect(body.data).toEqual([]);
  });

  it('never repeats a key from the query in a response', async () => {
    const { body } = await api.get(`/nothing?pk=${api.merchant.publishableKey}`);
    expect(body.error.message).not.toContain('pk_test');
  });

  it.each([
    ['malformed HTTP', 'NONSENSE', 400, 'invalid_request', 'HTTP'],
    ['no host', 'GET /v1/events HTTP/1.1', 400, 'invalid_request', 'host'],
    ['no host for an unknown path', 'GET /nothing HTTP/1.1', 400, 'invalid_request', 'host'],
    [
      'an expectation that cannot be met',
      'POST /v1/proxy_sessions HTTP/1.1\r\nhost: api.test\r\nexpect: 200-ok\r\ncontent-length: 9',
      400,
      'invalid_request',
      'expect must be 100-continue',
    ],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nhost: a:1', 405, 'method_not_allowed', 'CONNECT'],
  ])(
    'responds to %s with the error envelope and closes the connection',
    async (_, head, status, code, message) => {
      const response = await sendOnSocket(api.url, `${head}\r\n\r\n`);
      expectError(response, status, code);
      expect(response.body.error.message).toContain(message);
      expect(response.headers.get('link')).toContain(code);
      expect(response.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD, POST' : null);
    },
  );

  it('serves HTTP/1.0 without a host, and 100-continue', async () => {
    const old = await sendOnSocket(api.url, 'GET /healthz HTTP/1.0\r\n\r\n');
    expect(old.status).toBe(200);
    const head = 'GET /healthz HTTP/1.1\r\nhost: api.test\r\nconnection: close\r\n';
    const received = await receiveOnSocket(api.url, `${head}expect: 100-continue\r\n\r\n`);
    expect(received.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 200']);
  });

  it('keeps running when a client that sent CONNECT resets the connection', async () => {
    const { socket } = openSocket(api.url);
    socket.write('CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n', () => socket.resetAndDestroy());
    await once(socket, 'close');
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
  });

  it('sends the response to a request that is followed by CONNECT', async () => {
    const received = await receiveOnSocket(
      api.url,
      'GET /readyz HTTP/1.1\r\nhost: api.test\r\n\r\nCONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n',
    );
    expect(received.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200']);
  });
});

describe('request bodies', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const withCart = (json: string) =>
    `{"amount_minor":100,"currency":"eur","buyer_reference":"b","cart_snapshot":{"x":${json}}}`;

  it.each([
    ['no JSON', '{', 'not valid JSON'],
    ['a list', '[]', 'must be a JSON object'],
    ['a key twice', '{"amount_minor":1,"amount_minor":2}', 'twice'],
    ['a key twice, once escaped', withCart('{"a":1,"\\u0061":2}'), 'twice'],
    ['__proto__', withCart('{"__proto__":1}'), '__proto__'],
    ['a NUL', withCart('"\\u0000"'), 'NUL'],
    ['a lone surrogate', withCart('"\\ud800"'), 'surrogate'],
    ['an integer beyond 2^53', withCart('9007199254740993'), '2^53'],
    ['an infinite number', withCart('1e999'), '2^53'],
    ['a tiny number', withCart('{"net":[0,5e-324]}'), '5e-324 at cart_snapshot.x.net.1'],
    ['too deep a nesting', withCart(nested(31)), '32 levels'],
  ])('rejects %s', async (_, body, message) => {
    const response = await api.post('/proxy_sessions', body);
    expectError(response, 400, 'invalid_request');
    expect(response.body.error.message).toContain(message);
  });

  it('stores and returns every JSON value that can be represented exactly', async () => {
    const cart = {
      deep: JSON.parse(nested(29)),
      text: '{"a":1,"a":2} \\ " é 😀',
      numbers: [0.1, -5, 9007199254740991, 1.5e-7, 0.1 + 0.2 - 0.3],
      odd: { '': null, constructor: true, toString: [] },
    };
    const { body } = await api.post('/proxy_sessions', { ...order, cart_snapshot: cart });
    const { body: view } = await api.get(`/proxy_sessions/${body.id}/merchant`);
    expect(view.cart_snapshot).toEqual(cart);
  });

  it('rejects other media types, content encodings and bodies over 256 KiB', async () => {
    const headers = { 'content-type': 'text/plain' };
    const text = JSON.stringify(order);
    expectError(
      await api.post('/proxy_sessions', text, { headers }),
      415,
      'unsupported_media_type',
    );
    expectError(
      await api.post('/proxy_sessions', text, { headers: { 'content-encoding': 'gzip' } }),
      415,
      'unsupported_media_type',
    );
    expectError(
      await api.post('/proxy_sessions', withCart(`"${'x'.repeat(256 * 1024)}"`)),
      413,
      'payload_too_large',
    );
  });

  it('rejects a path parameter repeated in the body', async () => {
    const response = await api.post(`/proxy_sessions/${sessionId}/provisioned`, { id: sessionId });
    expectError(response, 400, 'invalid_request');
    expect(response.body.error.message).toMatch(/^id: not a known field/);
  });
});
