import { setTimeout } from 'node:timers/promises';
import { generateKey } from '@parley/operations';
import { createAdmission } from '@parley/runtime/admission';
import { waitFor } from '@parley/testing';
import { afterAll, expect, it } from 'vitest';
import { order, startApi } from './api.ts';
import { sessionAt } from './attempt-stages.ts';

/** Every request holds one of two slots for at least this long: at most 100 requests per second. */
const QUERY_MS = 20;
/** More requests than a second of capacity, so that the queue stays longer than a request may wait. */
const CONCURRENT = 150;
const RETRY_MS = 200;

const admission = createAdmission({ slots: 2, maxWaitMs: 1_000 });
/** Calls of the provider that wait for its response; null while it responds at once. */
let held: (() => void)[] | null = null;
/** Reads of sessions in progress, and the most of them at once. */
const sessionReads = { running: 0, most: 0 };

const api = await startApi({
  serve: ({ database, connectProvider, ...deps }) => ({
    admission,
    deps: {
      ...deps,
      connectProvider: admission.provider((account) => ({
        ...connectProvider(account),
        readRoot: async () => {
          await new Promise<void>((resolve) => (held ? held.push(resolve) : resolve()));
          return null;
        },
      })),
      database: {
        ...database,
        findSession: async (...args) => {
          sessionReads.running += 1;
          sessionReads.most = Math.max(sessionReads.most, sessionReads.running);
          await setTimeout(QUERY_MS);
          sessionReads.running -= 1;
          return database.findSession(...args);
        },
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

it('continues requests in turns with those of another merchant when their provider responds to all at once', async () => {
  const attached = await sessionAt(api, 'attached');
  const cart = { amount_minor: 100, currency: 'eur', cart_snapshot: {}, expected_cart_version: 1 };
  const calls: (() => void)[] = [];
  held = calls;
  let refused = 0;
  const replacing = Array.from({ length: 12 }, async () => {
    const { status } = await api.call('PUT', `/proxy_sessions/${attached.id}/cart`, cart);
    if (status === 503) refused += 1;
  });
  // A slow machine refuses some.
  await waitFor(() => calls.length + refused === replacing.length, { what: 'the provider calls' });
  expect(calls.length).toBeGreaterThan(2);
  sessionReads.most = 0;
  held = null;
  for (const respond of calls) respond();
  const other = await api.get('/events', { key: api.other.secretKey });
  expect(other.status).toBe(200);
  await Promise.all(replacing);
  // Each reads the session again after the provider's response.
  expect(sessionReads.most).toBeLessThanOrEqual(2);
});
