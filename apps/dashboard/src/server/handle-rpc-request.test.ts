import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handleRpcRequest } from './handle-rpc-request.ts';

const origin = 'http://localhost:3000';
const ownOrigin = { host: 'localhost:3000', origin, 'x-request-id': 'req_1' };

// Without a session cookie no request reaches the database.
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://localhost:1/none');
  vi.stubEnv('PARLEY_ENCRYPTION_KEY', Buffer.alloc(32).toString('base64'));
  vi.stubEnv('BETTER_AUTH_SECRET', 'x'.repeat(43));
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
async function errorOf(response: Response) {
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
  ])('requires a session for %s', async (_case, send) => {
    expect(await errorOf(await send())).toEqual({
      status: 401,
      code: 'authentication_required',
      requestId: 'req_1',
    });
  });

  it.each([
    ['invalid JSON', '{', 'invalid_request', 400],
    ['a repeated key', '{"id":"psess_1","id":"psess_2"}', 'invalid_request', 400],
    ['a large body', JSON.stringify('x'.repeat(256 * 1024)), 'payload_too_large', 413],
  ])('rejects %s', async (_case, body, code, status) => {
    expect(await errorOf(await post(body))).toEqual({ status, code, requestId: 'req_1' });
  });

  it('rejects a body that is not JSON by its content type', async () => {
    const response = await post('{"id":"psess_1"}', { 'content-type': 'text/plain' });
    expect(await errorOf(response)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  it('parses the input of a query as strictly as a body', async () => {
    const input = encodeURIComponent('{"id":"psess_1","id":"psess_2"}');
    expect(await errorOf(await get(`?input=${input}`))).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });

  it('rejects a batch of more than ten calls', async () => {
    const paths = Array.from({ length: 11 }, () => 'attention.list').join(',');
    const url = `${origin}/api/trpc/${paths}?batch=1`;
    const response = await handleRpcRequest(new Request(url, { headers: ownOrigin }));
    expect(response.status).toBe(400);
  });

  it('is never cached', async () => {
    expect((await get('')).headers.get('cache-control')).toBe('no-store');
  });
});
