import { newId } from '@parley/operations';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerRpc } from './answer-rpc.ts';

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://u:secret@127.0.0.1:9/none');
  vi.stubEnv('PARLEY_ENCRYPTION_KEY', Buffer.alloc(32).toString('base64'));
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterEach(() => vi.unstubAllEnvs());

async function post(body: string) {
  const noted: object[] = [];
  const request = new Request('http://localhost:3001/rpc/getPage', { method: 'POST', body });
  const note = (facts: object) => void noted.push(facts);
  const response = await answerRpc(request, { requestId: newId('req'), params: {}, note });
  const { error } = (await response.json()) as { error: { message: string; data: object } };
  return { status: response.status, error, noted };
}

it('refuses a body with two ids, of which one would choose the rate limit', async () => {
  const { status, error, noted } = await post('{"id":"decoy","id":"psess_real"}');
  expect(status).toBe(400);
  expect(error.message).toBe('The body has the key "id" twice in one object.');
  expect(error.data).toMatchObject({ code: 'invalid_request', httpStatus: 400 });
  expect(noted).toEqual([]);
});

it('refuses a body that is not JSON', async () => {
  expect((await post('id=psess_real')).error.message).toBe('The body is not valid JSON.');
});

it('logs the session of the parsed input', async () => {
  const { status, noted } = await post(JSON.stringify({ note: '"id":"decoy"', id: 'psess_real' }));
  expect(status).toBe(400);
  expect(noted).toContainEqual({ session_id: 'psess_real' });
});
