import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { hex, order, startApi, type TestApi } from './api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/**
 * The statements that `send` executes besides lookups of API keys, which are read once a second, and the
 * first statement of a connection.
 */
async function statementsOf(send: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await send();
    const texts = query.mock.calls.map(([statement]) => JSON.stringify(statement));
    return texts.filter((text) => !/FROM (api_key|pg_extension)/.test(text));
  } finally {
    query.mockRestore();
  }
}

it.each([
  ['the merchant view', (id: string) => api.get(`/proxy_sessions/${id}/merchant`)],
  [
    'the payer-safe view',
    (id: string) =>
      api.get(`/proxy_sessions/${id}?pk=${api.merchant.publishableKey}`, { key: null }),
  ],
])('a read of %s executes one statement besides the lookup of its key', async (_, read) => {
  const { id } = (await api.post('/proxy_sessions', order)).body;
  const statements = await statementsOf(async () => {
    for (let times = 0; times < 3; times++) expect((await read(id)).status).toBe(200);
  });
  expect(statements).toHaveLength(3);
});

it.each([
  ['a session', '/proxy_sessions', () => order],
  [
    'a session with its handoff',
    '/proxy_sessions/handoff',
    () => ({ ...order, publishable_key: api.merchant.publishableKey }),
  ],
])('creating %s executes one statement, and a replay two', async (name, path, body) => {
  await api.post(path, body());
  const create = async () => {
    const headers = { 'idempotency-key': name };
    expect((await api.post(path, body(), { headers })).status).toBe(200);
  };
  expect(await statementsOf(create)).toHaveLength(1);
  const replayed = await statementsOf(create);
  expect(replayed.length).toBeLessThanOrEqual(path.endsWith('handoff') ? 3 : 2);
});

const cart = { amount_minor: 100, currency: 'eur', cart_snapshot: {}, expected_cart_version: 1 };
const reservation = {
  commercial_mode: 'one_time',
  integration_path: 'payment_intent',
  pricing_mode: 'fixed',
  provider_options_fingerprint: hex('a'),
};

it.each<[string, string, string, object | undefined]>([
  ['replacing the cart', 'PUT', 'cart', cart],
  ['reserving the attempt', 'POST', 'acquisition_attempts', reservation],
  ['issuing the handoff', 'POST', 'payer_handoff', undefined],
  ['recording that the payer opened the page', 'POST', 'payer_opened', undefined],
])('%s executes two statements, and its replay one', async (name, method, path, body) => {
  const { id } = (await api.post('/proxy_sessions', order)).body;
  const send = async () => {
    const headers = { 'idempotency-key': name };
    const response = await api.call(method, `/proxy_sessions/${id}/${path}`, body, { headers });
    expect(response.status).toBe(200);
  };
  expect(await statementsOf(send)).toHaveLength(2);
  expect(await statementsOf(send)).toHaveLength(1);
});

it('attaching an object executes three statements, and its replay one', async () => {
  const { id } = (await api.post('/proxy_sessions', order)).body;
  const path = `/proxy_sessions/${id}/acquisition_attempts`;
  const { acquisition_attempt: attempt } = (await api.post(path, reservation)).body;
  const object = {
    role: 'root',
    object_type: 'payment_intent',
    object_id: attempt.id.replace('pspacq_', 'pi_'),
    expected_version: attempt.version,
  };
  const attach = async () => {
    const headers = { 'idempotency-key': 'attach' };
    const to = `${path}/${attempt.id}/provider_objects`;
    expect((await api.post(to, object, { headers })).status).toBe(200);
  };
  expect(await statementsOf(attach)).toHaveLength(3);
  expect(await statementsOf(attach)).toHaveLength(1);
});
