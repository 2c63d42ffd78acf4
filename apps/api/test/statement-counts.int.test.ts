import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { order, startApi, type TestApi } from './api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

it.each([
  ['the merchant view', (id: string) => api.get(`/proxy_sessions/${id}/merchant`)],
  [
    'the payer-safe view',
    (id: string) =>
      api.get(`/proxy_sessions/${id}?pk=${api.merchant.publishableKey}`, { key: null }),
  ],
])('a read of %s executes one statement besides the lookup of its key', async (_, read) => {
  const { id } = (await api.post('/proxy_sessions', order)).body;
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const responses = [await read(id), await read(id), await read(id)];
  const texts = query.mock.calls.map(([statement]) => JSON.stringify(statement));
  query.mockRestore();
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  // The key is read again when it was read more than a second ago.
  expect(texts.filter((text) => !text.includes('api_key'))).toHaveLength(3);
});
