import { waitFor } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRateLimits, type RateLimits } from '../src/rate-limits.ts';
import { order, startApi, type TestApi } from './api.ts';

/** Refilled so slowly that no test is long enough to see it. */
const settings = {
  perKey: { perSecond: 0.001, burst: 20 },
  perAddress: { perSecond: 0.001, burst: 5 },
};
/** What one process may let through before it asks. */
const SLICE = 1;

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const forget = () => api.database.client.rateLimit.deleteMany();
const fresh = (change: Partial<typeof settings> = {}): RateLimits =>
  createRateLimits(api.deps, { ...settings, ...change });

async function admitted(limits: RateLimits, key: string, address: string, tries: number) {
  const outcomes = await Promise.allSettled(
    Array.from({ length: tries }, () => limits.consume(key, address)),
  );
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

describe('the allowance of a key', () => {
  it('is its burst, and then the refusal says when to come back', async () => {
    await forget();
    const limits = fresh();
    const { secretKey } = api.merchant;
    expect(await admitted(limits, secretKey, '10.0.0.1', 60)).toBe(20);
    await expect(limits.consume(secretKey, '10.0.0.1')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: expect.any(Number),
    });
    // Another key is another allowance.
    expect(await admitted(limits, api.other.secretKey, '10.0.0.1', 1)).toBe(1);
    await limits.close();
  });

  it('is shared by all processes, but for a slice of each', async () => {
    await forget();
    const processes = Array.from({ length: 4 }, () => fresh());
    const counts = await Promise.all(
      processes.map((limits) => admitted(limits, api.merchant.secretKey, '10.0.0.1', 30)),
    );
    const all = counts.reduce((sum, count) => sum + count, 0);
    expect(all).toBeGreaterThanOrEqual(20);
    expect(all).toBeLessThanOrEqual(20 + processes.length * (SLICE + 1));
    await Promise.all(processes.map((limits) => limits.close()));
    const late = fresh();
    // One that begins later may let its slice through, and then knows.
    expect(await admitted(late, api.merchant.secretKey, '10.0.0.1', 30)).toBeLessThanOrEqual(
      SLICE + 1,
    );
    await late.close();
  });

  it('counts a publishable key by address, and IPv6 by its network', async () => {
    await forget();
    const limits = fresh();
    const { publishableKey } = api.merchant;
    expect(await admitted(limits, publishableKey, '10.0.0.1', 9)).toBe(5);
    expect(await admitted(limits, publishableKey, '10.0.0.2', 9)).toBe(5);
    expect(await admitted(limits, publishableKey, '2001:db8::1', 9)).toBe(5);
    expect(await admitted(limits, publishableKey, '2001:db8:0:0:9:9:9:9', 1)).toBe(0);
    expect(await admitted(limits, publishableKey, '2001:db8:0:1::1', 1)).toBe(1);
    await limits.close();
  });

  it('comes back with time', async () => {
    await forget();
    const limits = fresh({ perKey: { perSecond: 50, burst: 5 } });
    expect(await admitted(limits, api.merchant.secretKey, '', 50)).toBeLessThan(50);
    await waitFor(
      () =>
        limits.consume(api.merchant.secretKey, '').then(
          () => true,
          () => false,
        ),
      { what: 'the allowance to come back' },
    );
    await limits.close();
  });

  it('leaves no row for a key that is none of ours, nor an address to be read', async () => {
    await forget();
    const limits = fresh();
    const nobodys = `${api.merchant.secretKey.slice(0, -1)}`;
    await limits.consume(nobodys, '10.0.0.1');
    await limits.consume(api.merchant.publishableKey, '10.0.0.1');
    await limits.close();
    const rows = await api.database.client.rateLimit.findMany();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('10.0.0.1');
  });

  it('goes on by the process’s own count while the database is away', async () => {
    const away = {
      consumeRateLimits: () => Promise.reject(new Error('away')),
      deleteIdleRateLimits: () => Promise.reject(new Error('away')),
    };
    const limits = createRateLimits(
      { ...api.deps, database: { ...api.database, ...away } },
      settings,
    );
    expect(await admitted(limits, api.merchant.secretKey, '', 60)).toBe(20);
    await limits.close();
  });
});

describe('beyond it, over HTTP', () => {
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

  it('answers 429 with Retry-After in the envelope, as REST and as typed RPC', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => limited.post('/proxy_sessions', order)),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(answers.length - refused.length).toBe(20);
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

  it('tells payers apart by the address a trusted proxy names', async () => {
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
