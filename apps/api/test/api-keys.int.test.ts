import { createApiKey, revokeApiKey, rollApiKey } from '@parley/operations';
import { spawnApp, waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { startApi } from './api.ts';

/** A revocation is promised to take effect in every process within this time. */
const REVOCATION_MS = 2_000;

const api = await startApi();
const start = () => spawnApp({ app: 'api', env: api.env });
const processes = await Promise.all([start(), start()]);
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  await api.stop();
});

const operator = {
  merchantId: api.merchant.id,
  mode: 'test',
  actor: { kind: 'operator', id: 'olga' },
  requestId: 'req_1',
} as const;

async function readStatus(url: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/v1/events`, { headers });
  await response.body?.cancel();
  return response.status;
}

/** Sends requests until one is refused. Returns its status, and when the last accepted one was sent. */
function getRefusal(url: string, key: string): Promise<{ status: number; acceptedAt: number }> {
  let acceptedAt = 0;
  return waitFor(async () => {
    const sentAt = Date.now();
    const status = await readStatus(url, key);
    if (status !== 200) return { status, acceptedAt };
    acceptedAt = sentAt;
    return false;
  });
}

describe('a key that two API processes are using', () => {
  it.each([
    ['revoked', (id: string) => revokeApiKey(api.deps, operator, { id })],
    [
      'rolled without an overlap',
      (id: string) => rollApiKey(api.deps, operator, { id, overlap_seconds: 0 }),
    ],
  ])('is rejected by both within two seconds after it was %s', async (_change, end) => {
    const { api_key, value } = await createApiKey(api.deps, operator, {
      kind: 'secret',
      name: 'Server',
    });
    for (const { url } of processes) expect(await readStatus(url, value)).toBe(200);
    await end(api_key.id);
    const endedAt = Date.now();
    for (const refusal of await Promise.all(processes.map(({ url }) => getRefusal(url, value)))) {
      expect(refusal.status).toBe(401);
      expect(refusal.acceptedAt - endedAt).toBeLessThan(REVOCATION_MS);
    }
  });

  it('works in both until the overlap of its roll ends, alongside its successor', async () => {
    const { api_key, value } = await createApiKey(api.deps, operator, {
      kind: 'secret',
      name: 'Server',
    });
    const roll = { id: api_key.id, overlap_seconds: 1 };
    const successor = await rollApiKey(api.deps, operator, roll);
    for (const { url } of processes) expect(await readStatus(url, successor.value)).toBe(200);
    const endsAt = Date.parse(successor.api_key.created_at) + 1_000;
    for (const refusal of await Promise.all(processes.map(({ url }) => getRefusal(url, value)))) {
      expect(refusal.status).toBe(401);
      // The database and this process share a clock.
      expect(refusal.acceptedAt).toBeLessThan(endsAt);
      expect(Date.now()).toBeGreaterThanOrEqual(endsAt);
    }
    for (const { url } of processes) expect(await readStatus(url, successor.value)).toBe(200);
  });
});
