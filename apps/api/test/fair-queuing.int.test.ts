import { setTimeout } from 'node:timers/promises';
import { generateKey } from '@parley/operations';
import { createAdmission } from '@parley/runtime/admission';
import { afterAll, expect, it } from 'vitest';
import { order, startApi } from './api.ts';

/** Every request holds one of two slots for at least this long: at most 100 requests per second. */
const QUERY_MS = 20;
/** More requests than a second of capacity, so that the queue stays longer than a request may wait. */
const CONCURRENT = 150;
const RETRY_MS = 200;

const api = await startApi({
  serve: ({ database, ...deps }) => ({
    admission: createAdmission({ slots: 2, maxWaitMs: 1_000 }),
    deps: {
      ...deps,
      database: {
        ...database,
        apiKeysByHash: {
          ...database.apiKeysByHash,
          find: async (hash) => {
            await setTimeout(QUERY_MS);
            return database.apiKeysByHash.find(hash);
          },
        },
      },
    },
  }),
});
afterAll(() => api.stop());

const { id } = (await api.post('/proxy_sessions', order)).body;
const read = () => api.get(`/proxy_sessions/${id}/merchant`);

it.each<[string, () => Promise<{ status: number }>]>([
  ['the key of another merchant', () => api.get('/events', { key: api.other.secretKey })],
  ['made-up keys', () => api.get('/events', { key: generateKey('secret', 'test') })],
  [
    'the publishable key of the merchant',
    () => api.get(`/proxy_sessions/${id}?pk=${api.merchant.publishableKey}`, { key: null }),
  ],
])('serves a merchant at once during a flood with %s', async (_name, send) => {
  // Both keys are known to the process.
  await Promise.all([read(), send()]);
  let isRefused = false;
  let isDone = false;
  const flood = Array.from({ length: CONCURRENT }, async () => {
    while (!isDone) {
      if ((await send()).status !== 503) continue;
      isRefused = true;
      await setTimeout(RETRY_MS);
    }
  });
  await expect.poll(() => isRefused, { timeout: 10_000 }).toBe(true);
  const statuses: number[] = [];
  for (let sent = 0; sent < 10; sent++) statuses.push((await read()).status);
  isDone = true;
  await Promise.all(flood);
  expect(statuses).toEqual(Array(10).fill(200));
});
