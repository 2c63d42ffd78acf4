import { insertApiKey } from '@parley/operations';
import { waitFor } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRateLimits, type RateLimits } from '../src/rate-limits.ts';
import { order, startApi, type TestApi } from './api.ts';

/** Buckets refill so slowly that no test sees a refill. */
const settings = {
  perKey: { perSecond: 0.001, burst: 20 },
  perAddress: { perSecond: 0.001, burst: 5 },
};
/** Requests that one process lets through before it reads the shared bucket. */
const LOCAL_BUDGET = 1;

const api = await startApi();
afterAll(() => api.stop());

const clearBuckets = () => api.database.client.rateLimit.deleteMany();
const startProcess = (change: Partial<typeof settings> = {}): RateLimits =>
  createRateLimits(api.deps, { ...settings, ...change });

async function countAdmitted(limits: RateLimits, key: string, address: string, tries: number) {
  const outcomes = await Promise.allSettled(
    Array.from({ length: tries }, () => limits.consume(key, address)),
  );
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

describe('the rate limit of a key', () => {
  it('admits the burst and refuses the next request with Retry-After', async () => {
    await clearBuckets();
    const limits = startProcess();
    const { secretKey } = api.merchant;
    expect(await countAdmitted(limits, secretKey, '10.0.0.1', 60)).toBe(20);
    await expect(limits.consume(secretKey, '10.0.0.1')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: expect.any(Number),
    });
    // Each key has its own bucket.
    expect(await countAdmitted(limits, api.other.secretKey, '10.0.0.1', 1)).toBe(1);
    await limits.close();
  });

  it('is shared by all processes, except for the local budget of each', async () => {
    await clearBuckets();
    const processes = Array.from({ length: 4 }, () => startProcess());
    const counts = await Promise.all(
      processes.map((limits) => countAdmitted(limits, api.merchant.secretKey, '10.0.0.1', 30)),
    );
    const all = counts.reduce((sum, count) => sum + count, 0);
    expect(all).toBeGreaterThanOrEqual(20);
    expect(all).toBeLessThanOrEqual(20 + processes.length * (LOCAL_BUDGET + 1));
    await Promise.all(processes.map((limits) => limits.close()));
    const late = startProcess();
    // A process that starts later admits at most its local budget.
    expect(await countAdmitted(late, api.merchant.secretKey, '10.0.0.1', 30)).toBeLessThanOrEqual(
      LOCAL_BUDGET + 1,
    );
    await late.close();
  });

  it('has one bucket per publishable key and address, with an IPv6 network as one address', async () => {
    await clearBuckets();
    const limits = startProcess();
    const { publishableKey } = api.merchant;
    expect(await countAdmitted(limits, publishableKey, '10.0.0.1', 9)).toBe(5);
    expect(await countAdmitted(limits, publishableKey, '10.0.0.2', 9)).toBe(5);
    expect(await countAdmitted(limits, publishableKey, '2001:db8::1', 9)).toBe(5);
    expect(await countAdmitted(limits, publishableKey, '2001:db8:0:0:9:9:9:9', 1)).toBe(0);
    expect(await countAdmitted(limits, publishableKey, '2001:db8:0:1::1', 1)).toBe(1);
    await limits.close();
  });

  it('refills with time', async () => {
    await clearBuckets();
    const limits = startProcess({ perKey: { perSecond: 2, burst: 5 } });
    expect(await countAdmitted(limits, api.merchant.secretKey, '', 50)).toBeLessThan(50);
    await waitFor(
      () =>
        limits.consume(api.merchant.secretKey, '').then(
          () => true,
          () => false,
        ),
      { what: 'the bucket to refill' },
    );
    await limits.close();
  });

  it('stores no row for an unknown key and no readable address', async () => {
    await clearBuckets();
    const limits = startProcess();
    const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
    // The key has a valid checksum, so only the database can show that it does not exist.
    const deleted = await insertApiKey(api.deps, scope, { kind: 'secret', name: 'deleted' });
    const { count } = await api.database.client.apiKey.deleteMany({ where: { name: 'deleted' } });
    expect(count).toBe(1);
    await limits.consume(deleted, '10.0.0.1');
    await limits.consume(api.merchant.publishableKey, '10.0.0.1');
    await limits.close();
    const rows = await api.database.client.rateLimit.findMany();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('10.0.0.1');
  });

  it('applies per process while the database is unavailable', async () => {
    const rateLimits = {
      consume: () => Promise.reject(new Error('unavailable')),
      deleteIdle: () => Promise.reject(new Error('unavailable')),
    };
    const limits = createRateLimits(
      { ...api.deps, database: { ...api.database, rateLimits } },
      settings,
    );
    expect(await countAdmitted(limits, api.merchant.secretKey, '', 60)).toBe(20);
    await limits.close();
  });
});

describe('a request over the rate limit', () => {
  let limited: TestApi;
  beforeAll(async () => {
    limited = await startApi({
      serve: (deps) => ({
        rateLimits: createRateLimits(deps, settings),
        trustProxy: (_address, hop) => hop < 1,
      }),
    });
  });
  afterAll(() => limited.stop());

  it('receives 429 rate_limited with Retry-After over REST and over RPC', async () => {
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => limited.post('/proxy_sessions', order)),
    );
    const refused = responses.filter(({ status }) => status !== 200);
    expect(responses.length - refused.length).toBe(20);
    for (const { status, body, headers } of refused) {
      expect([status, body.error.code]).toEqual([429, 'rate_limited']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    const rpc = await fetch(`${limited.url}/trpc/sessions.create`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${limited.merchant.secretKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(order),
    });
    expect(rpc.status).toBe(429);
    expect(Number(rpc.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('counts per client address as reported by a trusted proxy', async () => {
    const { publishableKey } = limited.merchant;
    const read = async (address: string) => {
      const path = `/proxy_sessions/psess_none?pk=${publishableKey}`;
      const headers = { 'x-forwarded-for': address };
      return (await limited.get(path, { key: null, headers })).status;
    };
    const statuses = await Promise.all(Array.from({ length: 8 }, () => read('192.0.2.1')));
    expect(statuses.filter((status) => status === 404)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    expect(await read('192.0.2.2')).toBe(404);
  });
});
