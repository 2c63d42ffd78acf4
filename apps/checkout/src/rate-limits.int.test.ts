import { randomBytes } from 'node:crypto';
import type { MerchantId } from '@parley/domain';
import { insertApiKey, newId } from '@parley/operations';
import { createTestDatabase } from '@parley/testing';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { appContext } from './app-context.ts';
import { handleEvents } from './http/events-route.ts';
import { handleLogo } from './http/logo-route.ts';
import { handleRpc } from './http/rpc-route.ts';

const postgres = await createTestDatabase();
vi.stubEnv('DATABASE_URL', postgres.url);
vi.stubEnv('PARLEY_ENCRYPTION_KEYS', `k1:${randomBytes(32).toString('base64')}`);
vi.stubEnv('LOG_LEVEL', 'silent');
// A busy machine is not an overload.
vi.stubEnv('REQUEST_QUEUE_MS', '60000');
vi.stubEnv('CHECKOUT_RATE_LIMIT_PER_KEY', '1');
vi.stubEnv('CHECKOUT_RATE_LIMIT_PER_KEY_BURST', '10');
const { deps } = appContext();
let merchantId: MerchantId;
let pk: string;
afterAll(async () => {
  await appContext().deps.database.close();
  vi.unstubAllEnvs();
  vi.resetModules();
  await postgres.drop();
});
beforeEach(async () => {
  merchantId = newId('merch');
  const scope = { merchantId, mode: 'test' } as const;
  await deps.database.forScope(scope).merchants.insert({ id: merchantId, name: 'Nord' });
  pk = await insertApiKey(deps, scope, { kind: 'publishable', name: 'test' });
});

async function getPage(id: string): Promise<string> {
  const request = new Request('http://localhost:3001/rpc/getPage', {
    method: 'POST',
    body: JSON.stringify({ id, pk }),
  });
  const info = { requestId: newId('req'), params: {}, addLogFields: () => {} };
  const { error } = (await (await handleRpc(request, info)).json()) as {
    error: { data: { code: string } };
  };
  return error.data.code;
}

async function countBuckets(): Promise<number> {
  const { deps, perKey, perLink } = appContext();
  await Promise.all([perKey, perLink].map((limiter) => limiter.close()));
  return deps.database.client.rateLimit.count({ where: { merchantId } });
}

it('rejects an id that is not a session id without a bucket', async () => {
  const ids = ['', 'psess_1', newId('evt'), `${newId('psess')}0`];
  expect(await Promise.all(ids.map(getPage))).toEqual(ids.map(() => 'not_found'));
  expect(await countBuckets()).toBe(0);
});

it('limits the buckets of made-up session ids by the limit of the publishable key', async () => {
  const codes = await Promise.all(Array.from({ length: 100 }, () => getPage(newId('psess'))));
  expect(new Set(codes)).toEqual(new Set(['not_found', 'rate_limited']));
  // The burst, with time for refills on a busy machine, and the bucket of the key.
  expect(await countBuckets()).toBeLessThan(50);
});

const openLogo = (hash: string) =>
  handleLogo(new Request(`http://localhost:3001/logos/${hash}?pk=${pk}`), {
    requestId: newId('req'),
    params: { hash },
    addLogFields: () => {},
  });

it('limits requests for logos by themselves, so that they keep no payer from a payment link', async () => {
  const hash = randomBytes(32).toString('hex');
  const responses = await Promise.all(Array.from({ length: 100 }, () => openLogo(hash)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404, 503]));
  expect(await getPage(newId('psess'))).toBe('not_found');
});

it('limits event streams by themselves, so that pages that connect again keep no payer from paying', async () => {
  const connect = async () => {
    const id = newId('psess');
    const request = new Request(`http://localhost:3001/${id}/events?pk=${pk}`);
    const info = { requestId: newId('req'), params: { session_id: id }, addLogFields: () => {} };
    return (await handleEvents(request, info)).status;
  };
  const statuses = await Promise.all(Array.from({ length: 100 }, connect));
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
  expect(await getPage(newId('psess'))).toBe('not_found');
});

it('rejects a logo whose hash is not a SHA-256 without a bucket', async () => {
  const hashes = ['x', randomBytes(31).toString('hex')];
  const responses = await Promise.all(hashes.map(openLogo));
  expect(responses.map(({ status }) => status)).toEqual([404, 404]);
  expect(await countBuckets()).toBe(0);
});
