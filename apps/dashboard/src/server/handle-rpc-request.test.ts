import type { Person, SignedInUser } from '@parley/auth';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const { findPerson, findSession } = vi.hoisted(() => ({
  findPerson: vi.fn<() => Promise<Person | null>>(),
  findSession: vi.fn<() => Promise<SignedInUser | null>>(),
}));
vi.mock('@parley/auth', async (original) => ({
  ...(await original<object>()),
  findPerson,
  findSession,
}));

import { handleRpcRequest } from './handle-rpc-request.ts';

const origin = 'http://localhost:3000';
const ownOrigin = {
  host: 'localhost:3000',
  origin,
  'x-request-id': 'req_1',
  'x-parley-mode': 'test',
};

const person: Person = {
  userId: 'user_1',
  name: 'Ada',
  email: 'ada@example.com',
  merchantId: 'merch_1',
  merchantName: 'Nordlicht Coffee',
  isMerchantSuspended: false,
  hasSecondFactor: false,
  hasPasskey: false,
  isRecentlyAuthenticated: true,
  role: 'owner',
  sessionId: 'session_1',
  hasFormerToken: false,
  selectedMerchantId: null,
};

// No request of these tests reaches the database.
beforeEach(() => {
  findPerson.mockResolvedValue(person);
  findSession.mockResolvedValue(person);
  vi.stubEnv('DATABASE_URL', 'postgresql://localhost:1/none');
  for (const name of ['API_URL', 'CHECKOUT_URL', 'DASHBOARD_URL']) vi.stubEnv(name, origin);
  vi.stubEnv('PARLEY_ENCRYPTION_KEYS', `k1:${Buffer.alloc(32).toString('base64')}`);
  vi.stubEnv('BETTER_AUTH_SECRET', 'x'.repeat(43));
  vi.stubEnv('MAIL_DIR', '/nonexistent');
  vi.stubEnv('LOG_LEVEL', 'silent');
});

function post(body: BodyInit, headers: Record<string, string> = {}) {
  const request = new Request(`${origin}/api/trpc/sessions.cancel`, {
    method: 'POST',
    body,
    headers: { ...ownOrigin, 'content-type': 'application/json', ...headers },
  });
  return handleRpcRequest(request);
}

function get(query: string, headers: Record<string, string> = {}) {
  const url = `${origin}/api/trpc/sessions.getTimeline${query}`;
  return handleRpcRequest(new Request(url, { headers: { ...ownOrigin, ...headers } }));
}

/** The code and the request id of a tRPC error. */
async function readError(response: Response) {
  const { error } = await response.json();
  return { status: response.status, code: error.data.code, requestId: error.data.request_id };
}

describe('handleRpcRequest', () => {
  it.each([
    ['a cross-site mutation', () => post('{}', { 'sec-fetch-site': 'cross-site' })],
    ['a mutation from another origin', () => post('{}', { origin: 'https://evil.example' })],
    ['a cross-site query', () => get('', { 'sec-fetch-site': 'cross-site' })],
  ])('refuses %s', async (_case, send) => {
    expect((await send()).status).toBe(403);
  });

  it.each([
    ['a mutation', () => post('{"id":"psess_1"}')],
    ['a query', () => get(`?input=${encodeURIComponent('{"id":"psess_1"}')}`)],
    ['a secret key', () => post('{"id":"psess_1"}', { authorization: 'Bearer sk_test_1' })],
    ['a request without a mode', () => get('', { 'x-parley-mode': '' })],
  ])('requires a session for %s', async (_case, send) => {
    findPerson.mockResolvedValue(null);
    expect(await readError(await send())).toEqual({
      status: 401,
      code: 'authentication_required',
      requestId: 'req_1',
    });
  });

  it.each([
    ['invalid JSON', '{', 'invalid_request', 400],
    ['a repeated key', '{"id":"psess_1","id":"psess_2"}', 'invalid_request', 400],
    ['a large body', JSON.stringify('x'.repeat(384 * 1024)), 'payload_too_large', 413],
  ])('rejects %s', async (_case, body, code, status) => {
    expect(await readError(await post(body))).toEqual({ status, code, requestId: 'req_1' });
  });

  it('rejects a body that is not JSON by its content type', async () => {
    const response = await post('{"id":"psess_1"}', { 'content-type': 'text/plain' });
    expect(await readError(response)).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    });
  });

  it('parses the input of a query as strictly as a body', async () => {
    const input = encodeURIComponent('{"id":"psess_1","id":"psess_2"}');
    expect(await readError(await get(`?input=${input}`))).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });

  it.each(['', 'Live', 'test,live', 'production'])('rejects the mode %j', async (mode) => {
    const response = await get('', { 'x-parley-mode': mode, cookie: 'parley.mode=test' });
    expect(await readError(response)).toEqual({
      status: 400,
      code: 'invalid_request',
      requestId: 'req_1',
    });
  });

  it.each(['', ' ', 'merch_', 'Nordlicht'])('rejects the merchant %j', async (merchant) => {
    const response = await post('{"id":"psess_1"}', { 'x-parley-merchant': merchant });
    expect(response.status).toBe(400);
    expect((await response.json()).error.message).toContain('x-parley-merchant must be');
  });

  it('does not read the body of a caller without a session', async () => {
    findSession.mockResolvedValue(null);
    const request = new Request(`${origin}/api/trpc/sessions.cancel`, {
      method: 'POST',
      body: '{',
      headers: { ...ownOrigin, 'content-type': 'application/json' },
    });
    expect((await handleRpcRequest(request)).status).toBe(401);
    expect(request.bodyUsed).toBe(false);
  });

  it('stops reading a body without a declared length at the limit', async () => {
    let chunks = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        chunks += 1;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const request = new Request(`${origin}/api/trpc/sessions.cancel`, {
      method: 'POST',
      body,
      headers: { ...ownOrigin, 'content-type': 'application/json' },
      duplex: 'half',
    } as RequestInit);
    expect(await readError(await handleRpcRequest(request))).toMatchObject({ status: 413 });
    expect(chunks).toBeLessThan(10);
  });

  const getBatch = (size: number) =>
    `${Array.from({ length: size }, () => 'attention.countItems').join(',')}?batch=1`;

  it.each([
    ['a batch of more than ten calls', getBatch(11), {}],
    ['connectionParams in the query', 'attention.countItems?connectionParams=%7B%7D', {}],
    ['an idempotency key on several calls', getBatch(2), { 'idempotency-key': 'key_1' }],
  ])('rejects %s with the request id', async (_case, path, headers) => {
    const request = new Request(`${origin}/api/trpc/${path}`, {
      headers: { ...ownOrigin, ...headers },
    });
    expect(await readError(await handleRpcRequest(request))).toEqual({
      status: 400,
      code: 'invalid_request',
      requestId: 'req_1',
    });
  });

  it('applies the idempotency key to a mutation', async () => {
    const response = await post('{"id":"psess_1"}', { 'idempotency-key': 'k'.repeat(256) });
    const { error } = await response.json();
    expect(error.message).toBe('idempotency-key must be at most 255 characters.');
  });

  it('is never cached', async () => {
    expect((await get('')).headers.get('cache-control')).toBe('no-store');
  });
});
