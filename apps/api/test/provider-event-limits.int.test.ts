import { afterEach, expect, it } from 'vitest';
import type { ServerOptions } from '../src/server.ts';
import { startApi, type TestApi } from './api.ts';
import { postProviderEvent, providerEvent } from './post-provider-event.ts';

let api: TestApi;
afterEach(() => api.stop());

/** A bucket that is not refilled during a test. */
const burst = (size: number) => ({ perSecond: 0.001, burst: size });

async function start(providerEventLimits: ServerOptions['providerEventLimits'] = {}) {
  api = await startApi({ serve: () => ({ providerEventLimits }) });
}

/** Posts an event that the merchant has signed with its own secret. */
async function send(change: object = {}, configId = api.merchant.pspConfigId): Promise<Response> {
  const body = providerEvent({ id: 'pi_1', object: 'payment_intent' }, undefined, change);
  const response = await postProviderEvent(api.url, { configId, secret: 'whsec_provider', body });
  await response.text();
  return response;
}

const count = (merchantId: string) =>
  api.database.client.providerEvent.count({ where: { merchantId } });

async function storedBytes(): Promise<number> {
  const [row] = await api.database.client.$queryRaw<{ bytes: number }[]>`
    SELECT COALESCE(sum(octet_length(payload::text)), 0)::int AS bytes FROM provider_event`;
  return row?.bytes ?? 0;
}

it('stores little of 40 signed events of a megabyte, and rejects most of them', async () => {
  await start();
  const filler = 'x'.repeat(1_000_000);
  const responses = await Promise.all(Array.from({ length: 40 }, () => send({ filler })));
  const accepted = responses.filter(({ status }) => status === 200);
  const rejected = responses.filter(({ status }) => status === 429);
  // 8 MiB at once, and half a MiB per second while they are sent.
  expect(accepted.length).toBeGreaterThanOrEqual(8);
  expect(accepted.length + rejected.length).toBe(40);
  for (const { headers } of rejected) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
  expect(await storedBytes()).toBeLessThan(40 * 1_024);
});

it('limits the number of signed events per config, and not those of another one', async () => {
  await start({ verified: burst(5) });
  const responses = await Promise.all(Array.from({ length: 12 }, () => send()));
  const accepted = responses.filter(({ status }) => status === 200);
  expect(accepted).toHaveLength(5);
  expect(await count(api.merchant.id)).toBe(5);
  expect((await send({}, api.other.pspConfigId)).status).toBe(200);
});

it('rejects an event before it reads its body once the config has sent too many bytes', async () => {
  await start({ verifiedBytes: burst(3_000) });
  expect((await send({ filler: 'x'.repeat(2_000) })).status).toBe(200);
  // The signature is not verified any more.
  const response = await postProviderEvent(api.url, {
    configId: api.merchant.pspConfigId,
    secret: 'whsec_wrong',
    body: providerEvent({ id: 'pi_1' }, undefined, { filler: 'x'.repeat(2_000) }),
  });
  expect(response.status).toBe(429);
});

it('acknowledges events of a config that was never active, and stores them once it is', async () => {
  await start();
  const { client } = api.database;
  const where = { id: api.merchant.pspConfigId };
  await client.pspConfig.updateMany({ where, data: { status: 'inactive' } });
  expect((await send()).status).toBe(200);
  expect(await count(api.merchant.id)).toBe(0);
  await client.pspConfig.updateMany({ where, data: { status: 'retired' } });
  // A config is read at most once a second.
  const countAfterNext = async () => {
    await send();
    return count(api.merchant.id);
  };
  await expect.poll(countAfterNext, { timeout: 10_000 }).toBeGreaterThan(0);
});

it('rejects events of a merchant while 20,000 of them wait', async () => {
  await start();
  await api.database.client.$executeRaw`
    INSERT INTO provider_event (merchant_id, psp_config_id, event_id, mode, type, object_id, payload,
      status, due_at, occurred_at)
    SELECT ${api.merchant.id}, ${api.merchant.pspConfigId}, 'evt_' || n, 'test', 'x', 'pi_1', '{}',
      'waiting', now(), now()
    FROM generate_series(1, 20000) n`;
  const response = await send();
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await send({}, api.other.pspConfigId)).status).toBe(200);
});
