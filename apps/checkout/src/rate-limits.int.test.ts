import { randomBytes } from 'node:crypto';
import type { MerchantId } from '@parley/domain';
import { createSessionWithHandoff, insertApiKey, newId } from '@parley/operations';
import { createTestDatabase } from '@parley/testing';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { appContext } from './app-context.ts';
import { handleEvents } from './http/events-route.ts';
import { handleLogo } from './http/logo-route.ts';
import { handleRpc } from './http/rpc-route.ts';

const postgres = await createTestDatabase();
vi.stubEnv('DATABASE_URL', postgres.url);
vi.stubEnv('CHECKOUT_URL', 'http://localhost:3001');
vi.stubEnv('PARLEY_ENCRYPTION_KEYS', `k1:${randomBytes(32).toString('base64')}`);
vi.stubEnv('LOG_LEVEL', 'silent');
// A busy machine is not an overload.
vi.stubEnv('REQUEST_QUEUE_MS', '60000');
vi.stubEnv('CHECKOUT_RATE_LIMIT_PER_ADDRESS', '1');
vi.stubEnv('CHECKOUT_RATE_LIMIT_PER_ADDRESS_BURST', '10');
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

const caller = () =>
  ({ merchantId, mode: 'test', actor: { kind: 'system', id: null }, requestId: null }) as const;

async function getPage(id: string, address = '192.0.2.1'): Promise<string> {
  const request = new Request('http://localhost:3001/rpc/getPage', {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: JSON.stringify({ id, pk }),
  });
  const info = { requestId: newId('req'), params: {}, addLogFields: () => {} };
  const { error } = (await (await handleRpc(request, info)).json()) as {
    error?: { data: { code: string } };
  };
  return error?.data.code ?? 'ok';
}

async function countBuckets(): Promise<number> {
  const { deps, perAddress, perLink } = appContext();
  await Promise.all([perAddress, perLink].map((limiter) => limiter.close()));
  return deps.database.client.rateLimit.count({ where: { merchantId } });
}

it('rejects an id that is not a session id without a bucket', async () => {
  const ids = ['', 'psess_1', newId('evt'), `${newId('psess')}0`];
  expect(await Promise.all(ids.map((id) => getPage(id)))).toEqual(ids.map(() => 'not_found'));
  expect(await countBuckets()).toBe(0);
});

it('counts made-up session ids for their address only, so that payers elsewhere can pay', async () => {
  const { id } = await createSessionWithHandoff(deps, caller(), {
    amount_minor: 4200,
    currency: 'eur',
    buyer_reference: 'buyer',
    cart_snapshot: { lines: [] },
    publishable_key: pk,
  });
  const codes = await Promise.all(Array.from({ length: 100 }, () => getPage(newId('psess'))));
  expect(new Set(codes)).toEqual(new Set(['not_found', 'rate_limited']));
  expect(await countBuckets()).toBe(1);
  expect(await getPage(id, '192.0.2.2')).toBe('ok');
  // The other address and the session.
  expect(await countBuckets()).toBe(3);
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
