import { addEndpoint, addMerchant, addProviderConfig, newId } from '@parley/db/testing';
import type { ProviderConfigId } from '@parley/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAdmin } from './run.ts';

const admin = await startAdmin();
afterAll(() => admin.close());
const { client } = admin.database;

let merchantId: string;
let endpointId: string;
const sentEventId = newId('evt');
beforeAll(async () => {
  const scope = await addMerchant(admin.database);
  merchantId = scope.merchantId;
  const providerConfigId = (await addProviderConfig(admin.database, scope)) as ProviderConfigId;
  endpointId = await addEndpoint(admin.database, scope);
  for (const eventId of ['evt_failed', 'evt_waiting']) {
    await admin.database.providerEvents.insert({
      ...scope,
      providerConfigId,
      eventId,
      type: 'payment_intent.succeeded',
      objectId: 'pi_1',
      payload: {},
      occurredAt: new Date(),
    });
  }
  await client.providerEvent.updateMany({
    where: { eventId: 'evt_failed' },
    data: { status: 'failed', note: 'internal error', internalFailures: 10 },
  });
  await client.outboxEvent.create({
    data: {
      ...scope,
      id: sentEventId,
      type: 'proxy_session.created',
      sequence: 1,
      payload: {},
      createdAt: new Date(),
    },
  });
  await client.mailOutbox.create({
    data: {
      merchantId: 'merch_1',
      id: 'mail_1',
      recipient: 'ada@nord.example',
      subject: 'A key was created',
      text: 'A key was created.',
      html: '<p>A key was created.</p>',
      createdAt: new Date(Date.now() - 120_000),
    },
  });
  await client.webhookDelivery.create({
    data: {
      merchantId,
      endpointId,
      eventId: sentEventId,
      queueNumber: 0,
      sequence: 1,
      status: 'waiting',
      dueAt: new Date(),
    },
  });
});

const readStatus = async (eventId: string) =>
  (await client.providerEvent.findFirstOrThrow({ where: { eventId } })).status;

it('queue inspect shows what waits and which provider events have failed', async () => {
  const { exitCode, out } = await admin.run('queue inspect');
  expect(exitCode).toBe(0);
  expect(out).toMatch(/webhook deliveries +1 /);
  expect(out).toMatch(/emails +1 +12\d s/);
  expect(out).toMatch(new RegExp(`${endpointId} +${merchantId} +1 `));
  expect(out).toMatch(/evt_failed .* failed +payment_intent.succeeded +internal error/);
  expect((await admin.run('queue inspect --json')).json()).toMatchObject({
    queues: expect.arrayContaining([
      { name: 'webhook deliveries', waiting: 1, lag_seconds: expect.any(Number) },
      { name: 'failed provider events', waiting: 1, lag_seconds: null },
    ]),
    endpoints: [{ id: endpointId, merchant_id: merchantId, waiting: 1 }],
    provider_events: [{ id: 'evt_failed', merchant_id: merchantId, status: 'failed' }],
  });
  const other = await admin.run(
    `queue inspect --json --merchant ${(await addMerchant(admin.database)).merchantId}`,
  );
  expect(other.json()).toMatchObject({ endpoints: [], provider_events: [] });
});

it('queue retry, park and resend change one event, and are audited', async () => {
  const of = `--merchant ${merchantId} --mode test`;
  await admin.run(`queue retry evt_failed ${of} --dry-run`);
  expect(await readStatus('evt_failed')).toBe('failed');
  expect((await admin.run(`queue retry evt_none ${of} --dry-run`)).exitCode).toBe(1);
  expect(await admin.run(`queue retry evt_failed ${of}`)).toMatchObject({ exitCode: 0 });
  expect(await readStatus('evt_failed')).toBe('waiting');
  expect(await admin.run(`queue park evt_waiting ${of}`)).toMatchObject({ exitCode: 0 });
  const parked = await client.providerEvent.findFirstOrThrow({ where: { eventId: 'evt_waiting' } });
  expect(parked).toMatchObject({ status: 'parked', note: 'parked by an operator' });
  expect(parked.dueAt.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  const again = await admin.run(`queue park evt_waiting ${of}`);
  expect(again.exitCode).toBe(1);
  expect(again.error).toContain('No waiting or failed provider event');
  await client.webhookDelivery.updateMany({
    data: { status: 'succeeded', finishedAt: new Date() },
  });
  const endpoint = `--endpoint ${endpointId}`;
  const resend = (option: string) => admin.run(`queue resend ${sentEventId} ${of} ${option}`);
  expect((await resend('')).exitCode).toBe(2);
  await resend(`${endpoint} --dry-run`);
  expect(await client.webhookDelivery.count({ where: { status: 'succeeded' } })).toBe(1);
  expect(await resend(endpoint)).toMatchObject({ exitCode: 0 });
  expect(await client.webhookDelivery.count({ where: { status: 'succeeded' } })).toBe(0);
  const entries = await client.auditEntry.findMany({ orderBy: { createdAt: 'asc' } });
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['provider_event.retried', 'ada'],
    ['provider_event.parked', 'ada'],
    ['webhook_endpoint.delivery_resent', 'ada'],
  ]);
});
