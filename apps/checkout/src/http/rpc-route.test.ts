import { generateKey, newId } from '@parley/operations';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { appContext } from '../app-context.ts';
import { handleRpc } from './rpc-route.ts';

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://u:secret@127.0.0.1:9/none');
  vi.stubEnv('PARLEY_ENCRYPTION_KEYS', `k1:${Buffer.alloc(32).toString('base64')}`);
  vi.stubEnv('CHECKOUT_URL', 'http://localhost:3001');
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterEach(() => vi.unstubAllEnvs());

async function post(body: string, headers: Record<string, string> = {}, procedure = 'getPage') {
  const logged: object[] = [];
  const url = `http://localhost:3001/rpc/${procedure}`;
  const request = new Request(url, { method: 'POST', body, headers });
  const addLogFields = (fields: object) => void logged.push(fields);
  const requestId = newId('req');
  const response = await handleRpc(request, { requestId, params: {}, addLogFields });
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { error } = (await response.json()) as { error: { message: string; data: object } };
  expect(error.data).toMatchObject({ httpStatus: response.status, request_id: requestId });
  return { status: response.status, error, logged };
}

it('rejects a body with a duplicate id, which could select another rate limit', async () => {
  const { status, error, logged } = await post('{"id":"decoy","id":"psess_real"}');
  expect(status).toBe(400);
  expect(error.message).toBe('The body contains the key "id" twice in one object.');
  expect(error.data).toMatchObject({ code: 'invalid_request', httpStatus: 400 });
  expect(logged).toEqual([]);
});

it('rejects a body that is not JSON', async () => {
  expect((await post('id=psess_real')).error.message).toBe('The body is not valid JSON.');
});

it('rejects a path with an invalid percent encoding', async () => {
  const { status, error } = await post('{"id":"psess_1"}', {}, 'get%zzPage');
  expect(status).toBe(400);
  expect(error).toMatchObject({
    message: 'The path contains an invalid percent encoding.',
    data: { code: 'invalid_request' },
  });
});

it('logs the session of the parsed input', async () => {
  const { status, logged } = await post(JSON.stringify({ note: '"id":"decoy"', id: 'psess_real' }));
  expect(status).toBe(400);
  expect(logged).toContainEqual({ session_id: 'psess_real' });
});

it('rejects a request from a page of another origin', async () => {
  const { status, error } = await post('{"id":"psess_1"}', { origin: 'https://evil.example' });
  expect(status).toBe(403);
  expect(error.data).toMatchObject({ code: 'publishable_key_not_allowed', httpStatus: 403 });
});

it('logs why the database is unavailable', async () => {
  const error = vi.spyOn(appContext().logger, 'error').mockReturnValue();
  const pk = generateKey('publishable', 'test');
  const { status } = await post(JSON.stringify({ id: newId('psess'), pk }));
  expect(status).toBe(503);
  expect(error).toHaveBeenCalledExactlyOnceWith({
    request_id: expect.stringMatching(/^req_/),
    procedure: 'getPage',
    code: 'service_unavailable',
    err: expect.objectContaining({
      cause: new Error('the database is unavailable (ECONNREFUSED)'),
    }),
  });
});
