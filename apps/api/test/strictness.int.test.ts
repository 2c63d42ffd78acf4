import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { order, startApi } from './api.ts';
import { documentFile } from './openapi/checked-in.ts';
import { receiveOnSocket, sendOnSocket } from './raw-socket.ts';

const api = await startApi();
afterAll(() => api.stop());

/** Posts bytes as they are, to one surface or the other. */
async function post(
  surface: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
) {
  const path = surface === 'REST' ? '/v1/proxy_sessions' : '/trpc/sessions.create';
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${api.merchant.secretKey}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof body === 'string' ? body : Uint8Array.from(body),
  });
  const { error } = (await response.json()) as {
    error?: { code: unknown; message: string; data?: { code: string } };
  };
  return {
    status: response.status,
    code: error?.data?.code ?? error?.code ?? null,
    message: error?.message ?? '',
    requestId: response.headers.get('x-request-id'),
  };
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const withCart = (json: string) =>
  `{"amount_minor":100,"currency":"eur","buyer_reference":"b","cart_snapshot":{"x":${json}}}`;
const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))),
  );

describe.each(['REST', 'typed RPC'])('%s', (surface) => {
  it.each<[string, string | Uint8Array]>([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['a key twice, deep inside', withCart('[{"a":1,"\\u0061":2}]')],
    ['a NUL', withCart('"\\u0000"')],
    ['an integer beyond 2^53', withCart('9007199254740993')],
    ['33 levels', withCart(nested(31))],
    ['invalid UTF-8', bytes('{"buyer_reference":"', 0xc3, 0x28, '"}')],
  ])('rejects %s', async (_, body) => {
    expect(await post(surface, body)).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  it.each([
    ['another content type', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['a content encoding', { 'content-encoding': 'gzip' }],
  ])('rejects %s', async (_, headers) => {
    expect(await post(surface, JSON.stringify(order), headers)).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    });
  });

  it('rejects a body over 256 KiB', async () => {
    expect(await post(surface, withCart(`"${'x'.repeat(256 * 1024)}"`))).toMatchObject({
      status: 413,
      code: 'payload_too_large',
    });
  });

  it('accepts 32 levels of nesting and the integer 2^53 - 1', async () => {
    expect((await post(surface, withCart(nested(30)))).status).toBe(200);
    expect((await post(surface, withCart('9007199254740991'))).status).toBe(200);
  });
});

describe('a POST without a body', () => {
  it('needs no content type and may have any', async () => {
    const { id } = (await api.post('/proxy_sessions', order)).body;
    for (const headers of [{}, { 'content-type': 'text/plain' }] as Record<string, string>[]) {
      const response = await api.post(`/proxy_sessions/${id}/payer_handoff`, undefined, {
        headers,
      });
      expect(response.body).toEqual({ status: 'payer_handoff_pending' });
    }
  });

  it('names a missing required field', async () => {
    const { id } = (await api.post('/proxy_sessions', order)).body;
    const { status, body } = await api.post(`/proxy_sessions/${id}/provisioning_failed`);
    expect([status, body.error.message]).toEqual([
      400,
      'error_message is required and must be of type string.',
    ]);
  });
});

describe('an input with several mistakes', () => {
  it('receives a message that names each field, what it accepts and the nearest known field', async () => {
    const body = {
      amount: 4200,
      currency: 'euro',
      cart: { lines: [] },
      payer_contact: { mail: 'ada@example.com', phone: '' },
      integration_mode: 'hosted',
    };
    const { status, body: response } = await api.post('/proxy_sessions', body);
    expect([status, response.error.message.split(/(?<=[.?]) (?!Did)/)]).toEqual([
      400,
      [
        'amount_minor is required and must be a whole number of minor units.',
        'buyer_reference is required and must be of type string.',
        'cart_snapshot is required and must be of type object.',
        'currency must be three letters.',
        'payer_contact.phone must not be empty.',
        'payer_contact.mail: not a known field. Did you mean payer_contact.email?',
        'integration_mode must be "elements".',
        'amount: not a known field. Did you mean amount_minor?',
        'cart: not a known field. Did you mean cart_snapshot?',
      ],
    ]);
    const list = await api.get('/proxy_sessions?limit=0&statuses=paid');
    expect([list.status, list.body.error.message]).toEqual([
      400,
      'limit must be 1 or more. statuses: not a known field. Did you mean status?',
    ]);
  });
});

describe('a NUL character in a URL', () => {
  it.each([
    ['/proxy_sessions?buyer_reference=%00', 400],
    ['/proxy_sessions?buyer_reference=a%00b', 400],
    ['/events?proxy_session_id=psess_%00', 400],
    ['/proxy_sessions/psess_1?pk=%00', 400],
    ['/proxy_sessions/%00/merchant', 404],
    ['/webhook_endpoints/whend_1/deliveries/%00', 404],
  ])('in %s causes status %i', async (path, status) => {
    expect((await api.get(path)).status).toBe(status);
  });

  it.each([
    ['sessions.list', '{"buyer_reference":"\\u0000"}'],
    ['sessions.list', '{"status":"paid","status":"created"}'],
    ['sessions.list', '{"limit":"25"}'],
    ['sessions.get', '{"id":"\\ud800"}'],
  ])('is rejected over RPC: %s with %s', async (procedure, input) => {
    const response = await fetch(
      `${api.url}/trpc/${procedure}?input=${encodeURIComponent(input)}`,
      { headers: { authorization: `Bearer ${api.merchant.secretKey}` } },
    );
    expect(response.status).toBe(400);
  });
});

describe('malformed HTTP', () => {
  const key = ({ merchant } = api) => `authorization: Bearer ${merchant.secretKey}\r\n`;
  const alive = async () => expect((await fetch(`${api.url}/healthz`)).status).toBe(200);

  it.each([
    ['a broken percent encoding', 'GET /v1/proxy_sessions/%zz', 400],
    ['half an escape', 'GET /v1/proxy_sessions/%E0%A4%A/merchant', 400],
    ['a NUL in the path', 'GET /v1/proxy_sessions/%00', 404],
    ['dots', 'GET /v1/../../etc/passwd', 404],
    ['a very long path', `GET /v1/proxy_sessions/${'x'.repeat(5_000)}`, 404],
    ['two slashes', 'GET //v1//proxy_sessions', 404],
    ['no path', 'GET ?', 400],
    ['a method of its own', 'BREW /v1/proxy_sessions', 400],
  ])(
    'receives the error envelope and leaves the process running: %s',
    async (_, line, expected) => {
      const { status, body } = await sendOnSocket(
        api.url,
        `${line} HTTP/1.1\r\nhost: api.test\r\n${key()}connection: close\r\n\r\n`,
      );
      expect([line.slice(0, 60), status]).toEqual([line.slice(0, 60), expected]);
      expect(Object.keys(body.error)).toEqual(['code', 'message', 'request_id']);
      await alive();
    },
  );

  it('rejects two lengths for one body', async () => {
    const { status } = await sendOnSocket(
      api.url,
      `POST /v1/proxy_sessions HTTP/1.1\r\nhost: api.test\r\n${key()}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    );
    expect(status).toBe(400);
    await alive();
  });

  it('rejects a body that does not arrive within the request timeout', async () => {
    const shortTimeoutApi = await startApi({ serve: () => ({ requestTimeoutMs: 300 }) });
    const { status, body } = await sendOnSocket(
      shortTimeoutApi.url,
      `POST /v1/proxy_sessions HTTP/1.1\r\nhost: api.test\r\n${key(shortTimeoutApi)}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"amount`,
    );
    expect([status, body.error.code]).toEqual([408, 'request_timeout']);
    expect((await fetch(`${shortTimeoutApi.url}/healthz`)).status).toBe(200);
    await shortTimeoutApi.stop();
  });

  it('sends one response to a request whose body never arrives', async () => {
    const shortTimeoutApi = await startApi({ serve: () => ({ requestTimeoutMs: 300 }) });
    const { status, body } = await sendOnSocket(
      shortTimeoutApi.url,
      'GET /healthz HTTP/1.1\r\nhost: api.test\r\ncontent-length: 100\r\n\r\nunfinished',
    );
    expect([status, body]).toEqual([200, { status: 'ok' }]);
    await shortTimeoutApi.stop();
  });

  it('sends the response to a request that is followed by invalid HTTP', async () => {
    const received = await receiveOnSocket(
      api.url,
      'GET /readyz HTTP/1.1\r\nhost: api.test\r\n\r\nnot HTTP\r\n\r\n',
    );
    expect(received.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200']);
  });

  it('is rejected within 10 seconds by the default request timeout', () => {
    const { requestTimeout, headersTimeout } = api.server;
    expect([requestTimeout, headersTimeout]).toEqual([8_000, 8_000]);
  });
});

describe('the served OpenAPI document', () => {
  it('equals docs/openapi.json except for the server URL', async () => {
    const { status, body, headers } = await api.get('/openapi.json', { key: null });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body.servers).toEqual([{ url: 'http://api.test/v1' }]);
    const checkedIn = JSON.parse(readFileSync(documentFile, 'utf8'));
    expect({ ...body, servers: checkedIn.servers }).toEqual(checkedIn);
  });
});
