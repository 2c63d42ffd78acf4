import { resumeMerchant, suspendMerchant } from '@parley/operations';
import { createCaller } from '@parley/router';
import { waitFor } from '@parley/testing';
import { afterAll, expect, it } from 'vitest';
import { order, startApi } from './api.ts';

const api = await startApi();
afterAll(() => api.stop());
const merchantId = api.merchant.id;
const operator = {
  merchantId,
  mode: 'live',
  actor: { kind: 'operator', id: 'ada' },
  requestId: null,
} as const;

it('every key of a suspended merchant is refused soon after, and accepted again once it is resumed', async () => {
  const { id } = (await api.post('/proxy_sessions', order)).body;
  const requests = {
    create: () => api.post('/proxy_sessions', order),
    read: () => api.get(`/proxy_sessions/${id}/merchant`),
    payer: () => api.get(`/proxy_sessions/${id}?pk=${api.merchant.publishableKey}`, { key: null }),
  };
  const statuses = async () =>
    Promise.all(Object.values(requests).map(async (request) => (await request()).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  await suspendMerchant(api.deps, operator);
  await waitFor(async () => (await statuses()).every((status) => status === 403));
  const sessions = await api.database.client.proxySession.count({ where: { merchantId } });
  const refused = await requests.create();
  expect(refused.body.error).toMatchObject({
    code: 'insufficient_scope',
    message: expect.stringContaining('is suspended'),
  });
  expect(await api.database.client.proxySession.count({ where: { merchantId } })).toBe(sessions);
  const key = api.other.secretKey;
  expect((await api.post('/proxy_sessions', order, { key })).status).toBe(200);
  // Another merchant does not learn of the suspension.
  const handoff = { ...order, publishable_key: api.merchant.publishableKey };
  const mismatch = await api.post('/proxy_sessions/handoff', handoff, { key });
  expect(mismatch.body.error.code).toBe('publishable_key_mismatch');
  await resumeMerchant(api.deps, operator);
  await waitFor(async () => (await statuses()).every((status) => status === 200));
});

it('people of a suspended merchant may view, and change nothing', async () => {
  const person = { userId: 'user_1', merchantId, mode: 'test', role: 'owner' } as const;
  const at = (isMerchantSuspended: boolean) =>
    createCaller({
      deps: api.deps,
      requestId: 'req_1',
      person: { ...person, isMerchantSuspended, isRecentlyAuthenticated: true },
    });
  const before = await at(true).sessions.list({ limit: 100 });
  await expect(at(true).sessions.createTest()).rejects.toThrow('This merchant is suspended');
  expect(await at(true).sessions.list({ limit: 100 })).toEqual(before);
  await at(false).sessions.createTest();
});
