import { describe, expect, it } from 'vitest';
import { expectDeclared } from './expect-declared.ts';

const headers = {
  'x-request-id': 'req_1',
  'content-type': 'application/json; charset=utf-8',
};
const error = (code: string) => ({
  error: { code, message: 'It is not so.', request_id: 'req_1' },
});
const path = '/proxy_sessions/psess_1/payer_handoff';

describe('a response that the OpenAPI document declares', () => {
  it('passes whether the request succeeded or failed', () => {
    expectDeclared('POST', path, 200, { status: 'payer_handoff_pending' }, headers);
    expectDeclared('post', `${path}?a=1`, 404, error('not_found'), new Headers(headers));
    expectDeclared('POST', path, 409, error('idempotency_in_flight'), {
      ...headers,
      'retry-after': '1',
    });
    expectDeclared('DELETE', path, 405, error('method_not_allowed'), headers);
    expectDeclared('GET', '/nothing', 404, error('not_found'), headers);
  });
});

describe('a response that the OpenAPI document does not declare', () => {
  const bare = { status: 'payer_handoff_pending' };
  it.each<[string, string, string, number, unknown, Record<string, string>]>([
    ['a status that no one declared', 'POST', path, 418, error('not_found'), headers],
    ['a field too many', 'POST', path, 200, { ...bare, more: 1 }, headers],
    ['a field of another type', 'POST', path, 200, { status: 1 }, headers],
    ['no field at all', 'POST', path, 200, {}, headers],
    ['a code of another status', 'POST', path, 404, error('session_expired'), headers],
    ['a code of another operation', 'POST', path, 409, error('currency_locked'), headers],
    ['a code that is none', 'POST', path, 404, error('lost'), headers],
    ['no envelope', 'POST', path, 404, { message: 'lost' }, headers],
    ['more than the envelope', 'POST', path, 404, { ...error('not_found'), stack: '' }, headers],
    [
      'an empty message',
      'POST',
      path,
      404,
      { error: { ...error('not_found').error, message: '' } },
      headers,
    ],
    ['no request id', 'POST', path, 200, bare, { ...headers, 'x-request-id': '' }],
    [
      'another request id',
      'POST',
      path,
      404,
      error('not_found'),
      { ...headers, 'x-request-id': 'req_2' },
    ],
    ['no JSON', 'POST', path, 200, bare, { ...headers, 'content-type': 'text/html' }],
    [
      'a header in its place only elsewhere',
      'GET',
      '/proxy_sessions/psess_1/merchant',
      401,
      error('invalid_api_key'),
      { ...headers, 'retry-after': '1' },
    ],
    ['429 that does not say when', 'POST', path, 429, error('rate_limited'), headers],
    ['200 where nothing is', 'GET', '/nothing', 200, {}, headers],
    ['404 where another method is', 'DELETE', path, 404, error('not_found'), headers],
  ])('fails the check: %s', (_, method, where, status, body, given) => {
    expect(() => expectDeclared(method, where, status, body, given)).toThrow(`returned ${status}`);
  });
});
