import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { createLogger } from '@parley/telemetry';
import { waitFor } from '@parley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { order, startApi, type TestApi } from './api.ts';
import { openSocket } from './raw-socket.ts';

let api: TestApi;
let lines: string[] = [];
const sink = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});
let failure: Error | null = null;
/** Commits wait for it. */
let blocked: Promise<void> | null = null;
/** Requests whose headers have arrived, and commits that were requested. */
let begun = 0;
let reached = 0;

beforeAll(async () => {
  api = await startApi({
    serve: (deps) => ({
      requestTimeoutMs: 1_000,
      // The most verbose level, so that every line is checked.
      logger: createLogger({ name: 'api', level: 'trace', destination: sink }),
      deps: {
        ...deps,
        database: {
          ...deps.database,
          commit: async (commit) => {
            reached += 1;
            await blocked;
            if (failure) throw failure;
            return deps.database.commit(commit);
          },
        },
        verifyNotification: (rawBody, signature, secret) => {
          if (failure) throw failure;
          return deps.verifyNotification(rawBody, signature, secret);
        },
      },
    }),
  });
  api.server.on('request', () => {
    begun += 1;
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  lines = [];
  failure = null;
  blocked = null;
  begun = 0;
  reached = 0;
});

const EMAIL = 'ada.lovelace@example.com';
const PHONE = '+49 30 901820';
const NAME = 'Ada Lovelace';
const PROVIDER_KEY = `sk_live_${'5a'.repeat(12)}`;
const SIGNING_SECRET = `whsec_${'MfKQ9r8G'.repeat(4)}`;
const CARD = '4242424242424242';

/** Every value that must not appear in a log. */
const secrets = () => [
  api.merchant.secretKey,
  api.merchant.publishableKey,
  EMAIL,
  encodeURIComponent(EMAIL),
  PHONE,
  NAME,
  encodeURIComponent(NAME),
  PROVIDER_KEY,
  SIGNING_SECRET,
  CARD,
  'secret-cookie',
  'hunter2',
];

function expectNothingLeaked(): void {
  const all = lines.join('');
  expect(lines.length).toBeGreaterThan(0);
  for (const secret of secrets()) expect(all).not.toContain(secret);
}

const parsed = () => lines.map((line) => JSON.parse(line));
const everything = `${EMAIL} ${PHONE} ${NAME} ${PROVIDER_KEY} ${SIGNING_SECRET} ${CARD} hunter2`;
const sensitiveHeaders = {
  cookie: 'session=secret-cookie',
  'x-forwarded-for': EMAIL,
  'user-agent': encodeURIComponent(everything),
  'idempotency-key': `${EMAIL}-${PROVIDER_KEY}`,
  referer: `https://user:hunter2@shop.example/?email=${EMAIL}`,
};

describe('the log line of a request', () => {
  it('names the merchant, operation, status, error and duration', async () => {
    const { body, headers } = await api.post('/proxy_sessions', order);
    const path = `/proxy_sessions/${body.id}`;
    await api.call('PUT', `${path}/cart`, { ...order, expected_cart_version: 9 });
    expect(parsed()).toEqual([
      expect.objectContaining({
        level: 30,
        msg: 'request',
        request_id: headers.get('x-request-id'),
        merchant_id: api.merchant.id,
        mode: 'test',
        key_id: expect.stringMatching(/^key_/),
        operation: 'createSession',
        method: 'POST',
        route: '/v1/proxy_sessions',
        status: 200,
        error: null,
        duration_ms: expect.any(Number),
      }),
      expect.objectContaining({
        operation: 'replaceCart',
        route: '/v1/proxy_sessions/:id/cart',
        proxy_session_id: body.id,
        status: 400,
        error: 'invalid_request',
        help: 'https://docs.test/errors/invalid_request/',
      }),
    ]);
  });

  it('names no merchant for an unauthenticated request', async () => {
    await api.get('/proxy_sessions/psess_x/merchant', { key: null });
    expect(parsed()[0]).toMatchObject({
      merchant_id: null,
      mode: null,
      key_id: null,
      status: 401,
      error: 'authentication_required',
    });
  });
});

describe('a request that ends early', () => {
  const post = () =>
    `POST /v1/proxy_sessions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nauthorization: Bearer ${api.merchant.secretKey}\r\n`;
  const upload = 'content-length: 9\r\n\r\n{';
  const lineOfRequest = () =>
    waitFor(() => parsed().find(({ msg }) => msg === 'request'), { what: 'the log line' });

  it.each<[string, string, (socket: Socket) => void, object]>([
    [
      'by the client during the upload',
      upload,
      (socket) => socket.end(),
      { status: 499, error: 'client_closed_request' },
    ],
    [
      'by a reset during the upload',
      upload,
      (socket) => socket.resetAndDestroy(),
      { status: 499, error: 'client_closed_request' },
    ],
    [
      'by a malformed chunk',
      'transfer-encoding: chunked\r\n\r\n1\r\n{\r\n',
      (socket) => socket.write('no size\r\n'),
      { status: 400, error: 'invalid_request' },
    ],
    ['by the timeout of the body', upload, () => {}, { status: 408, error: 'request_timeout' }],
  ])('%s has one line, which is not an error', async (_name, text, end, expected) => {
    const { socket } = openSocket(api.url);
    socket.write(post() + text);
    await waitFor(() => begun > 0, { what: 'the request to arrive' });
    end(socket);
    expect(await lineOfRequest()).toMatchObject({
      level: 30,
      operation: 'createSession',
      ...expected,
    });
    socket.destroy();
    expect(parsed()).toHaveLength(1);
  });

  it('by the client during the response has one line with its status', async () => {
    const sessions = await api.database.client.proxySession.count();
    const { promise, resolve } = Promise.withResolvers<void>();
    blocked = promise;
    const { socket } = openSocket(api.url);
    const body = JSON.stringify(order);
    socket.write(`${post()}content-length: ${body.length}\r\n\r\n${body}`);
    await waitFor(() => reached > 0, { what: 'the request to reach the database' });
    socket.destroy();
    expect(await lineOfRequest()).toMatchObject({ level: 30, status: 499 });
    resolve();
    await waitFor(async () => (await api.database.client.proxySession.count()) === sessions + 1);
    expect(parsed()).toHaveLength(1);
  });
});

describe('sensitive data', () => {
  it('is not logged when it is sent in headers, body, query or path', async () => {
    const contact = { email: EMAIL, phone: PHONE };
    const body = {
      ...order,
      buyer_reference: NAME,
      payer_contact: contact,
      metadata: { everything },
      cart_snapshot: { [EMAIL]: everything },
    };
    const created = await api.post('/proxy_sessions', body, { headers: sensitiveHeaders });
    expect(created.status).toBe(200);
    const encoded = encodeURIComponent(everything);
    await api.post('/proxy_sessions', { ...body, [EMAIL]: everything });
    await api.post('/proxy_sessions', `{"email":"${EMAIL}",`);
    await api.post('/proxy_sessions', { ...body, currency: everything, amount_minor: EMAIL });
    await api.get(`/proxy_sessions/${created.body.id}?pk=${api.merchant.publishableKey}`);
    await api.get(`/proxy_sessions/${created.body.id}?pk=${api.merchant.secretKey}&q=${encoded}`);
    await api.get(`/proxy_sessions/${encodeURIComponent(EMAIL)}/merchant`);
    await api.get(`/proxy_sessions/${api.merchant.secretKey}/merchant`);
    await api.get(`/${encoded}`);
    await api.get(`/proxy_sessions/%zz${EMAIL}/merchant`);
    await api.get('/nothing', { key: PROVIDER_KEY, headers: sensitiveHeaders });
    await fetch(`${api.url}/trpc/sessions.create,${encoded}?batch=1&input=${encoded}`);
    await fetch(`${api.url}/provider_events/${encodeURIComponent(EMAIL)}`, {
      method: 'POST',
      headers: { 'stripe-signature': SIGNING_SECRET },
      body: everything,
    });
    expectNothingLeaked();
  });

  it('is not logged when an internal error contains it', async () => {
    const cause = Object.assign(new TypeError(`cannot read ${everything}`), {
      code: 'ERR_X',
      request: { headers: sensitiveHeaders, body: everything },
      raw: { message: everything, param: EMAIL },
    });
    failure = Object.assign(new Error(`failed for ${everything}`, { cause }), {
      secret: everything,
    });
    const { status, body } = await api.post('/proxy_sessions', order);
    expect([status, body.error.code]).toEqual([500, 'internal_error']);
    const rejected = await fetch(`${api.url}/provider_events/${api.merchant.providerConfigId}`, {
      method: 'POST',
      headers: { 'stripe-signature': SIGNING_SECRET },
      body: everything,
    });
    expect(rejected.status).toBe(500);
    expectNothingLeaked();
    expect(JSON.stringify(body)).not.toContain('failed for');
    const line = parsed().find(({ level }) => level === 50);
    expect(line).toMatchObject({ msg: 'internal_error', request_id: body.error.request_id });
    // The error's name and stack, without its message.
    expect(JSON.stringify(line.err)).toContain('TypeError');
    expect(JSON.stringify(line.err)).toMatch(/\.ts:\d+/);
  });
});
