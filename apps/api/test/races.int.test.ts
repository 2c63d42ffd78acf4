import { restRoutes } from '@parley/router/rest';
import { spawnApp } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { attemptOptions, createCall, hex, order, startApi } from './api.ts';
import { everyWrite, readTrace, type Write, writeNames } from './writes.ts';

const AT_ONCE = 32;
/** High, because all requests use one key. */
const limits = { API_RATE_LIMIT_PER_KEY: '10000', API_RATE_LIMIT_PER_KEY_BURST: '20000' };

const api = await startApi();
const writes = everyWrite(api);
const start = () => spawnApp({ app: 'api', env: { ...api.env, ...limits } });
const processes = await Promise.all([start(), start()]);
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  await api.stop();
});

/** Sends a write to one of the processes. */
async function send(index: number, { method, path, body }: Write, key?: string) {
  const target = processes[index % processes.length];
  const call = createCall(() => target?.url ?? '', api.merchant.secretKey);
  const headers = key ? { 'idempotency-key': key } : {};
  const response = await call(method, path, body, { headers });
  const replayed = response.headers.get('idempotent-replayed');
  return { status: response.status, body: response.body, replayed };
}

type Sent = Awaited<ReturnType<typeof send>>;
const winners = (responses: readonly Sent[]) => responses.filter(({ status }) => status === 200);
const codes = (responses: readonly Sent[]) => [
  ...new Set(responses.filter(({ status }) => status !== 200).map(({ body }) => body.error.code)),
];
const atOnce = (write: (index: number) => Write, key?: string) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => send(index, write(index), key)));

describe('two API processes on one database', () => {
  it('accept one of many concurrent cart replacements', async () => {
    const { id } = (await api.post('/proxy_sessions', order)).body;
    const responses = await atOnce((index) => ({
      method: 'PUT',
      path: `/proxy_sessions/${id}/cart`,
      body: {
        amount_minor: 1_000 + index,
        currency: 'eur',
        cart_snapshot: { index },
        expected_cart_version: 1,
      },
    }));
    expect(winners(responses)).toHaveLength(1);
    expect(codes(responses)).toEqual(['cart_version_conflict']);
    const { body } = await api.get(`/proxy_sessions/${id}/merchant`);
    expect(body).toMatchObject({
      cart_version: 2,
      amount_minor: winners(responses)[0]?.body.amount_minor,
      cart_snapshot: winners(responses)[0]?.body.cart_snapshot,
    });
  });

  it('reserve one attempt for concurrent requests with different options', async () => {
    const { id } = (await api.post('/proxy_sessions', order)).body;
    const path = `/proxy_sessions/${id}/acquisition_attempts`;
    const responses = await atOnce((index) => ({
      method: 'POST',
      path,
      body: { ...attemptOptions, provider_options_fingerprint: hex(index % 3 ? 'a' : 'b') },
    }));
    const reserved = winners(responses).map(({ body }) => body.acquisition_attempt);
    expect(new Set(reserved.map((attempt) => attempt.id)).size).toBe(1);
    expect(new Set(reserved.map((attempt) => attempt.provider_options_fingerprint)).size).toBe(1);
    expect(codes(responses)).toEqual(['attempt_options_mismatch']);
    expect((await api.get(path)).body.data).toHaveLength(1);
  });

  it('attach one object to an attempt and an object to one attempt', async () => {
    const attach = writes.attachProviderObject;
    const one = await attach();
    const objects = await atOnce((index) => ({
      ...one,
      body: { ...one.body, object_id: `pi_many_${index}` },
    }));
    expect(winners(objects)).toHaveLength(1);

    const many = await Promise.all(Array.from({ length: AT_ONCE }, attach));
    const attempts = await atOnce((index) => {
      const write = many[index] ?? one;
      return { ...write, body: { ...write.body, object_id: 'pi_wanted_by_all' } };
    });
    expect(winners(attempts)).toHaveLength(1);
    expect(codes(attempts)).toEqual(['provider_object_conflict']);
  });

  it('supersede an attempt once', async () => {
    const write = await writes.supersedeAttempt();
    const responses = await atOnce(() => write);
    expect(winners(responses)).toHaveLength(1);
    expect(winners(responses)[0]?.body.acquisition_attempt.attempt_number).toBe(2);
  });

  it('record one of two contradictory fulfillment reports', async () => {
    const { path: paid } = await writes.reportProvisioned();
    const responses = await atOnce((index) =>
      index % 2
        ? { method: 'POST', path: paid, body: {} }
        : {
            method: 'POST',
            path: paid.replace(/provisioned$/, 'provisioning_failed'),
            body: { error_message: 'out of stock' },
          },
    );
    // A repeat of the first report is not rejected.
    expect(new Set(winners(responses).map(({ body }) => body.status)).size).toBe(1);
    expect(winners(responses)).toHaveLength(AT_ONCE / 2);
    expect(codes(responses)).toEqual(['session_state_conflict']);
  });
});

describe('32 concurrent equal writes with one idempotency key', () => {
  it('are tested for every write of the API', () => {
    const mutations = restRoutes().filter(({ method }) => method !== 'GET');
    expect([...writeNames].sort()).toEqual(mutations.map((route) => route.operation).sort());
  });

  it.each(writeNames)('execute %s once and return one response', async (operation) => {
    const write = await writes[operation]();
    const key = `race-${operation}`;
    const before = await readTrace(api);
    const responses = await atOnce(() => write, key);
    const after = await readTrace(api);
    expect(codes(responses)).toEqual([]);
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(responses.filter(({ replayed }) => replayed === null)).toHaveLength(1);
    // The rows of one write, compared with those of an equal write that ran alone.
    const alone = await writes[operation]();
    const baseline = await readTrace(api);
    expect((await send(0, alone)).status).toBe(200);
    const made = await readTrace(api);
    for (const name of Object.keys(after) as (keyof typeof after)[]) {
      expect([name, after[name] - before[name]]).toEqual([name, made[name] - baseline[name]]);
    }
  });
});
