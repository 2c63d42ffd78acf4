import { setTimeout } from 'node:timers/promises';
import { newId } from '@parley/operations';
import { sandboxOrigin } from '@parley/provider';
import { afterEach, expect, it } from 'vitest';
import type { ServerOptions } from '../src/server.ts';
import { startApi, type TestApi } from './api.ts';
import { postProviderEvent, providerEvent } from './post-provider-event.ts';
import { receiveOnSocket } from './raw-socket.ts';

let api: TestApi;
afterEach(() => api.stop());

/** A bucket that is not refilled during a test. */
const burst = (size: number) => ({ perSecond: 0.001, burst: size });

async function start(providerEventLimits: ServerOptions['providerEventLimits'] = {}) {
  // The tests send from one address.
  const overload = { maxUnauthenticatedUploadsPerAddress: 200 };
  api = await startApi({ serve: () => ({ providerEventLimits, overload }) });
}

/** Posts an event that the merchant has signed with its own secret. */
async function send(
  change: object = {},
  configId = api.merchant.providerConfigId,
): Promise<Response> {
  const body = providerEvent({ id: 'pi_1', object: 'payment_intent' }, undefined, change);
  const response = await postProviderEvent(api.url, { configId, secret: 'whsec_provider', body });
  await response.text();
  return response;
}

const sendUnsigned = (filler: string): Promise<Response> =>
  postProviderEvent(api.url, {
    configId: api.merchant.providerConfigId,
    secret: 'whsec_wrong',
    body: providerEvent({ id: 'pi_1' }, undefined, { filler }),
  });

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
  // As many at once as may arrive from one address.
  const send20 = () => Promise.all(Array.from({ length: 20 }, () => send({ filler })));
  const responses = [...(await send20()), ...(await send20())];
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
  expect((await send({}, api.other.providerConfigId)).status).toBe(200);
});

it('rejects an event before it reads its body once the config has sent too many bytes', async () => {
  await start({ verifiedBytes: burst(3_000) });
  expect((await send({ filler: 'x'.repeat(2_000) })).status).toBe(200);
  // The signature is not verified any more.
  expect((await sendUnsigned('x'.repeat(2_000))).status).toBe(429);
});

it('counts a body without a declared length as the largest, and closes its connection unread', async () => {
  await start({ verifiedBytes: burst(2_000_000) });
  expect((await send({ filler: 'x'.repeat(1_000_000) })).status).toBe(200);
  const { providerConfigId } = api.merchant;
  const received = await receiveOnSocket(
    api.url,
    `POST /provider_events/${providerConfigId} HTTP/1.1\r\nhost: api.test\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    2_000,
  );
  expect(received).toMatch(/^HTTP\/1\.1 429 .*"rate_limited"/s);
  expect(received).toMatch(/^connection: close/im);
});

it('charges the sender for verified events that are refused, and its other accounts nothing', async () => {
  await start({ verified: { perSecond: 0.5, burst: 1 }, perAddress: burst(3) });
  // They pass the first check together, before any of them was verified.
  const responses = await api.database.client.$transaction(async (locking) => {
    await locking.$executeRaw`LOCK TABLE psp_config IN ACCESS EXCLUSIVE MODE`;
    const sent = Array.from({ length: 3 }, () => send());
    await setTimeout(200);
    return { sent };
  });
  const statuses = (await Promise.all(responses.sent)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 429, 429]);
  expect((await send({}, api.other.providerConfigId)).status).toBe(200);
  await setTimeout(2_100);
  expect((await sendUnsigned('x')).status).toBe(400);
  expect((await sendUnsigned('x')).status).toBe(429);
});

it('acknowledges events of a config that was never active, and stores them once it is', async () => {
  await start();
  const { client } = api.database;
  const where = { id: api.merchant.providerConfigId };
  await client.providerConfig.updateMany({ where, data: { status: 'inactive' } });
  expect((await send()).status).toBe(200);
  expect(await count(api.merchant.id)).toBe(0);
  await client.providerConfig.updateMany({ where, data: { status: 'retired' } });
  // A config is read at most once a second.
  const countAfterNext = async () => {
    await send();
    return count(api.merchant.id);
  };
  await expect.poll(countAfterNext, { timeout: 10_000 }).toBeGreaterThan(0);
});

it('rejects events of a merchant and mode while 20,000 of them wait', async () => {
  await start();
  const live = newId('pspcfg');
  await api.database
    .forScope({ merchantId: api.merchant.id, mode: 'live' })
    .providerConfigs.insert({
      id: live,
      psp: 'provider',
      status: 'active',
      ...sandboxOrigin(api.providerUrl),
      publishableKey: 'pk_live_provider',
      secretKey: 'sk_live_provider',
      webhookSecret: 'whsec_provider',
    });
  await api.database.client.$executeRaw`
    INSERT INTO provider_event (merchant_id, psp_config_id, event_id, mode, type, object_id, payload,
      status, due_at, occurred_at)
    SELECT ${api.merchant.id}, ${api.merchant.providerConfigId}, 'evt_' || n, 'test', 'x', 'pi_1', '{}',
      'waiting', now(), now()
    FROM generate_series(1, 20000) n`;
  const response = await send();
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await send({}, api.other.providerConfigId)).status).toBe(200);
  expect((await send({ livemode: true }, live)).status).toBe(200);
});
