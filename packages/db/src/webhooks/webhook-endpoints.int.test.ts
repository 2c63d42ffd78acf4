import { afterAll, beforeEach, expect, it } from 'vitest';
import { claimsOfAll } from '../../test/claims.ts';
import { addDeliveryTo } from '../../test/deliveries.ts';
import { addEndpoint, addMerchant, newId, openTestDatabase } from '../../test/rows.ts';
import type { Scope } from '../sql/records.ts';

const { database, close } = await openTestDatabase();
afterAll(close);

let scope: Scope;
beforeEach(async () => {
  scope = await addMerchant(database);
});
const endpoints = () => database.forScope(scope).webhookEndpoints;
const at = (hour: number) => new Date(`2026-11-20T${hour}:00:00.000Z`);
const getIds = (records: readonly { id: string }[]) => records.map(({ id }) => id);

it('endpoints are listed newest first, page by page, and archived ones apart', async () => {
  const twins = [newId('whend'), newId('whend')].sort().reverse();
  for (const id of twins) await addEndpoint(database, scope, { id, createdAt: at(14) });
  const archived = await addEndpoint(database, scope, { status: 'archived', createdAt: at(13) });
  const first = await endpoints().list(2);
  expect(getIds(first)).toEqual(twins);
  expect(getIds(await endpoints().list(9, first[0]))).toEqual([twins[1], archived]);
  expect(getIds(await endpoints().list(9, undefined, true))).toEqual([archived]);
  expect(getIds(await endpoints().list(9, undefined, false))).toEqual(twins);
});

it('an archived endpoint does not change', async () => {
  const now = at(15);
  const id = await addEndpoint(database, scope, { eventTypes: ['proxy_session.created'] });
  await endpoints().update(id, { url: 'https://shop.example/new' }, now);
  const changed = { url: 'https://shop.example/new', eventTypes: ['proxy_session.created'] };
  expect(await endpoints().find(id)).toMatchObject({ ...changed, updatedAt: now });
  await endpoints().update(id, { eventTypes: ['proxy_session.paid'] }, now);
  expect(await endpoints().find(id)).toMatchObject({ eventTypes: ['proxy_session.paid'] });
  await endpoints().update(id, { status: 'archived' }, now);
  const update = endpoints().update(id, { status: 'active' }, now);
  await expect(update).rejects.toThrow('webhook_endpoint');
});

it('the queues of an endpoint are due now or not until they are notified', async () => {
  const id = await addEndpoint(database, scope);
  const { client } = database;
  const queues = () =>
    client.webhookEndpointQueue.findMany({
      where: { endpointId: id },
      select: { dueAt: true, notificationCount: true, failing: true },
    });
  await client.webhookEndpointQueue.updateMany({ data: { failing: true } });
  await endpoints().setQueuesDue(id, true);
  const due = { dueAt: expect.any(Date), notificationCount: 1, failing: false };
  expect(await queues()).toEqual([due, due]);
  await endpoints().setQueuesDue(id, false);
  const inactive = { dueAt: null, notificationCount: 2, failing: false };
  expect(await queues()).toEqual([inactive, inactive]);
});

it('a signing secret is opened again by the id of its endpoint', async () => {
  const id = await addEndpoint(database, scope);
  const sealed = await endpoints().rotateSecret(id, 'whsec_bmV3', at(15), at(14));
  expect(endpoints().openSecret(id, sealed)).toBe('whsec_bmV3');
  expect(() => endpoints().openSecret(newId('whend'), sealed)).toThrow();
  const rotate = endpoints().rotateSecret(newId('whend'), 'whsec_bmV3', at(15), at(14));
  await expect(rotate).rejects.toThrow('webhook_endpoint');
});

it('the secrets of endpoints are opened while they sign, for their merchant and mode only', async () => {
  const [own, other] = [await addEndpoint(database, scope), await addEndpoint(database, scope)];
  const foreign = await addEndpoint(database, { ...scope, mode: 'live' });
  const open = async () => (await endpoints().openSecrets([own])).get(own)?.secrets;
  await endpoints().rotateSecret(own, 'whsec_bmV3', new Date('2100-01-01'), at(14));
  expect(await open()).toEqual(['whsec_bmV3', 'whsec_c2VjcmV0']);
  await endpoints().rotateSecret(own, 'whsec_bmV3ZXI=', new Date('2020-01-01'), at(14));
  expect(await open()).toEqual(['whsec_bmV3ZXI=']);
  expect([...(await endpoints().openSecrets([own, other, foreign])).keys()].toSorted()).toEqual(
    [own, other].toSorted(),
  );
});

it('an active endpoint receives the events of its mode that it subscribes to', async () => {
  const [every, chosen] = [
    await addEndpoint(database, scope),
    await addEndpoint(database, scope, { eventTypes: ['proxy_session.created'] }),
  ];
  await addEndpoint(database, scope, { eventTypes: ['proxy_session.paid'] });
  await addEndpoint(database, scope, { status: 'inactive' });
  await addEndpoint(database, { ...scope, mode: 'live' });
  const { client } = database;
  const { fanOut } = claimsOfAll(database);
  const overdue = at(12);
  await client.webhookEndpointQueue.updateMany({
    where: { endpointId: every },
    data: { dueAt: overdue },
  });
  const [id, createdAt] = [newId('evt'), at(14)];
  const event = { id, type: 'proxy_session.created', proxySessionId: null, sequence: 0 } as const;
  await database.forScope(scope).outbox.append([{ ...event, payload: {}, createdAt }]);
  expect(await fanOut(10)).toMatchObject({ events: 1, deliveries: 2 });
  expect(await fanOut(10)).toMatchObject({ events: 0, deliveries: 0 });
  const { merchantId } = scope;
  const found = await client.webhookDelivery.findMany({ where: { merchantId } });
  expect(new Set(found.map(({ endpointId }) => endpointId))).toEqual(new Set([every, chosen]));
  for (const delivery of found) expect(delivery).toMatchObject({ eventId: id, dueAt: createdAt });
  const notified = await client.webhookEndpointQueue.findMany({
    where: { merchantId, notificationCount: 1 },
  });
  expect(notified.find(({ endpointId }) => endpointId === every)?.dueAt).toEqual(overdue);
  expect(notified.find(({ endpointId }) => endpointId === chosen)?.dueAt).toBeInstanceOf(Date);
});

it('an event that no endpoint subscribes to is fanned out to none', async () => {
  const event = { id: newId('evt'), type: 'proxy_session.created', sequence: 0 } as const;
  const { outbox } = database.forScope(scope);
  await outbox.append([{ ...event, proxySessionId: null, payload: {}, createdAt: at(14) }]);
  expect(await claimsOfAll(database).fanOut(10)).toMatchObject({ events: 1, deliveries: 0 });
  expect(await claimsOfAll(database).fanOut(10)).toMatchObject({ events: 0, deliveries: 0 });
});

it('hasReceived returns true if an active endpoint accepted a delivery', async () => {
  const endpointId = await addEndpoint(database, scope);
  await addDeliveryTo(database, { ...scope, endpointId });
  expect(await endpoints().hasReceived()).toBe(false);
  await addDeliveryTo(database, { ...scope, endpointId }, { finishedAt: new Date() });
  expect(await endpoints().hasReceived()).toBe(true);
  expect(await database.forScope({ ...scope, mode: 'live' }).webhookEndpoints.hasReceived()).toBe(
    false,
  );
  await endpoints().update(endpointId, { status: 'inactive' }, new Date());
  expect(await endpoints().hasReceived()).toBe(false);
});
