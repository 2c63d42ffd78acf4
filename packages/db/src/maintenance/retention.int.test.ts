import { randomUUID } from 'node:crypto';
import type { RequestId } from '@parley/domain';
import { isCluster } from '@parley/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import {
  addAttempt,
  addEndpoint,
  addMerchant,
  addSession,
  addSubscription,
  openTestDatabase,
} from '../../test/rows.ts';
import type { NewApiRequest } from '../merchants/api-requests.ts';
import { firstIdAt } from '../sql/list-rows.ts';
import type { Scope } from '../sql/records.ts';

const { database, close } = await openTestDatabase();
afterAll(close);
let scope: Scope;
beforeEach(async () => {
  await database.client.webhookDelivery.deleteMany();
  scope = await addMerchant(database);
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (ms: number) => new Date(Date.now() - ms);

/** Adds a delivery that is due at `dueAt` or has finished, of an event of the same time unless it is given. */
async function addDelivery(
  endpointId: string,
  name: string,
  { eventAt, ...change }: { createdAt?: Date; dueAt?: Date; finishedAt?: Date; eventAt?: Date },
): Promise<void> {
  const at = eventAt ?? change.createdAt ?? new Date();
  await database.client.webhookDelivery.create({
    data: {
      merchantId: scope.merchantId,
      endpointId,
      eventId: `${firstIdAt('evt', at)} ${name}`,
      queueNumber: 0,
      sequence: 1,
      status: change.finishedAt ? 'succeeded' : 'waiting',
      dueAt: new Date(),
      ...change,
    },
  });
}

const statuses = async () => {
  const rows = await database.client.webhookDelivery.findMany({ orderBy: { eventId: 'asc' } });
  return rows.map(({ eventId, status }) => [eventId.split(' ')[1], status]);
};

it('cancels only the waiting deliveries of archived endpoints', async () => {
  const archived = await addEndpoint(database, scope, { status: 'archived' });
  await addDelivery(await addEndpoint(database, scope), 'active', {});
  await addDelivery(archived, 'done', { finishedAt: ago(0) });
  await addDelivery(archived, 'waiting', {});
  expect(await database.applyRetention(10)).toMatchObject({ canceledDeliveries: 1, deliveries: 0 });
  expect(await statuses()).toEqual([
    ['active', 'waiting'],
    ['done', 'succeeded'],
    ['waiting', 'canceled'],
  ]);
});

it('keeps an old delivery that is still due or was sent again within a day', async () => {
  const endpoint = await addEndpoint(database, scope);
  const createdAt = ago(40 * DAY);
  await addDelivery(endpoint, 'due', { createdAt, dueAt: ago(-HOUR) });
  await addDelivery(endpoint, 'old', { createdAt, finishedAt: ago(39 * DAY) });
  await addDelivery(endpoint, 'sent_again', { createdAt, finishedAt: ago(HOUR) });
  expect(await database.applyRetention(10)).toMatchObject({ deliveries: 1 });
  expect(await statuses()).toEqual([
    ['due', 'waiting'],
    ['sent_again', 'succeeded'],
  ]);
});

// The shards of a cluster divide the number.
it.skipIf(isCluster())('removes at most the given number of rows of a kind', async () => {
  const endpoint = await addEndpoint(database, scope);
  const old = { createdAt: ago(40 * DAY), finishedAt: ago(39 * DAY) };
  for (const id of ['1', '2', '3']) await addDelivery(endpoint, id, old);
  expect(await database.applyRetention(2)).toMatchObject({ deliveries: 2 });
  expect(await statuses()).toHaveLength(1);
});

it('removes deliveries although many earlier events were sent again', async () => {
  const endpoint = await addEndpoint(database, scope);
  const old = { createdAt: ago(40 * DAY), finishedAt: ago(39 * DAY) };
  await addDelivery(endpoint, 'old', old);
  for (let n = 0; n < 20; n++)
    await addDelivery(endpoint, `${n}`, { finishedAt: ago(0), eventAt: ago(50 * DAY) });
  expect(await database.applyRetention(1)).toMatchObject({ deliveries: 1 });
  expect(await statuses()).toHaveLength(20);
});

it('does not remove the whole backlog of a merchant before the rows of another', async () => {
  const old = { createdAt: ago(40 * DAY), finishedAt: ago(39 * DAY) };
  const endpoint = await addEndpoint(database, scope);
  for (let n = 0; n < 30; n++)
    await addDelivery(endpoint, 'backlog', { ...old, eventAt: ago(n * HOUR + 41 * DAY) });
  scope = await addMerchant(database);
  await addDelivery(await addEndpoint(database, scope), 'other', old);
  const remaining = async () => (await statuses()).map(([name]) => name);
  // Which merchant is first is random.
  for (let run = 0; run < 30 && (await remaining()).includes('other'); run++)
    await database.applyRetention(1);
  expect(await remaining()).not.toContain('other');
});

it('deletes decisions about items that need attention 90 days after their last change', async () => {
  const decision = { ...scope, kind: 'payment_conflict', since: ago(DAY), version: 1 };
  await database.client.attentionTriage.createMany({
    data: [89, 91].map((days) => ({
      ...decision,
      subjectId: `psess_${days}`,
      updatedAt: ago(days * DAY),
    })),
  });
  expect(await database.applyRetention(10)).toMatchObject({ attentionTriage: 1 });
  const left = await database.client.attentionTriage.findMany();
  expect(left.map(({ subjectId }) => subjectId)).toEqual(['psess_89']);
});

it('deletes networks of payers, and what was declined there, after a day', async () => {
  const { merchantId } = scope;
  const times = [ago(DAY - HOUR), ago(DAY + HOUR)];
  await database.client.payerNetwork.createMany({
    data: times.map((seenAt, n) => ({
      ...{ merchantId, proxySessionId: `psess_${n}`, network: 'a', seenAt },
      ...{ firstNetwork: 'a', firstSeenAt: seenAt },
    })),
  });
  await database.client.declineLimit.createMany({
    data: times.map((countedAt, n) => ({ ...scope, network: `${n}`, level: 1, countedAt })),
  });
  const removed = { payerNetworks: 1, declineLimits: 1 };
  expect(await database.applyRetention(10)).toMatchObject(removed);
  expect(await database.client.payerNetwork.findMany()).toMatchObject([
    { proxySessionId: 'psess_0' },
  ]);
  expect(await database.client.declineLimit.findMany()).toMatchObject([{ network: '0' }]);
});

const contacts = {
  payerEmail: 'ada@example.com',
  payerPhone: '+4930123456',
  beneficiaryEmail: 'grace@example.com',
  beneficiaryPhone: '+4930654321',
};
const noContacts = Object.fromEntries(Object.keys(contacts).map((field) => [field, null]));

/** Adds an expired session with contacts and a cart. */
async function addClosed(closedAt: Date | null) {
  const cartSnapshot = { lines: [] };
  const session = { status: 'expired', closedAt, cartVersion: 2, cartSnapshot, ...contacts };
  const id = await addSession(database, scope, session);
  const of = { merchantId: scope.merchantId, proxySessionId: id };
  const charge = { amountMinor: 1, currency: 'eur', createdAt: new Date() };
  await database.client.cartRevision.create({
    data: { ...of, ...charge, cartVersion: 1, cartSnapshot },
  });
  return id;
}

const readSession = async (id: string) => {
  const { carts, ...session } = await database.client.proxySession.findUniqueOrThrow({
    where: { merchantId_id: { merchantId: scope.merchantId, id } },
    include: { carts: { select: { cartSnapshot: true } } },
  });
  return { ...session, carts: [session, ...carts].map(({ cartSnapshot }) => cartSnapshot) };
};

it('removes nothing of a session without a setting, before it is closed or before its period ends', async () => {
  const old = await addClosed(ago(400 * DAY));
  expect(await database.applyRetention(10)).not.toHaveProperty('contacts');
  const untouched = { version: 1, ...contacts, carts: [{ lines: [] }, { lines: [] }] };
  expect(await readSession(old)).toMatchObject(untouched);
  const young = await addClosed(ago(29.9 * DAY));
  const open = await addClosed(null);
  const periods = { contacts: 30, carts: 30 };
  expect(await database.applyRetention(10, periods)).toMatchObject({ contacts: 1, carts: 1 });
  for (const id of [young, open]) expect(await readSession(id)).toMatchObject(untouched);
});

it('contacts and carts have their own periods, each removal raises the version and no time changes', async () => {
  const id = await addClosed(ago(50 * DAY));
  const before = await readSession(id);
  expect(await database.applyRetention(10, { contacts: 40, carts: 60 })).toMatchObject({
    contacts: 1,
    carts: 0,
  });
  expect(await readSession(id)).toEqual({ ...before, ...noContacts, version: 2 });
  expect(await database.applyRetention(10, { contacts: 40, carts: 45 })).toMatchObject({
    contacts: 0,
    carts: 1,
  });
  expect(await readSession(id)).toEqual({
    ...before,
    ...noContacts,
    version: 3,
    cartSnapshot: {},
    carts: [{}, {}],
    cartsRemovedAt: expect.any(Date),
  });
  expect(await database.applyRetention(10, { contacts: 40, carts: 45 })).toMatchObject({
    contacts: 0,
    carts: 0,
  });
});

it('a session whose subscription may still charge is not closed', async () => {
  const id = await addClosed(ago(50 * DAY));
  const attemptId = await addAttempt(database, scope, id);
  const subscription = await addSubscription(database, scope, { proxySessionId: id, attemptId });
  const periods = { contacts: 30, carts: 30 };
  expect(await database.applyRetention(10, periods)).toMatchObject({ contacts: 0, carts: 0 });
  await database.client.subscription.updateMany({
    where: { id: subscription },
    data: { endedAt: ago(40 * DAY) },
  });
  expect(await database.applyRetention(10, periods)).toMatchObject({ contacts: 1, carts: 1 });
});

it('leaves a session that another transaction has locked to the next run', async () => {
  const id = await addClosed(ago(50 * DAY));
  await database.client.$transaction(async (tx) => {
    await tx.$queryRaw`
      SELECT 1 FROM proxy_session WHERE merchant_id = ${scope.merchantId} AND id = ${id} FOR UPDATE`;
    const counts = await database.applyRetention(10, { contacts: 30, carts: 30 });
    expect(counts).toMatchObject({ contacts: 0, carts: 0 });
  });
  expect(await database.applyRetention(10, { contacts: 30 })).toMatchObject({ contacts: 1 });
});

it('deletes audit entries past their period', async () => {
  const [oldAt, youngAt] = [ago(365.1 * DAY), ago(364.9 * DAY)];
  const add = (createdAt: Date) =>
    database.client.auditEntry.create({
      data: {
        ...scope,
        id: firstIdAt('audit', createdAt),
        action: 'webhook_endpoint.updated',
        objectType: 'webhook_endpoint',
        objectId: 'whend_1',
        details: {},
        actorKind: 'system',
        createdAt,
      },
    });
  await add(oldAt);
  await add(youngAt);
  expect(await database.applyRetention(10)).not.toHaveProperty('auditEntries');
  expect(await database.applyRetention(10, { auditEntries: 365 })).toMatchObject({
    auditEntries: 1,
  });
  const where = { merchantId: scope.merchantId };
  const left = await database.client.auditEntry.findMany({ where, select: { id: true } });
  expect(left).toEqual([{ id: firstIdAt('audit', youngAt) }]);
});

it('deletes requests of the request log past their period', async () => {
  const [oldAt, youngAt] = [ago(7.1 * DAY), ago(6.9 * DAY)];
  const request = (createdAt: Date): NewApiRequest => ({
    ...scope,
    id: firstIdAt('req', createdAt) as RequestId,
    method: 'GET',
    route: '/v1/events',
    path: '/v1/events',
    status: 200,
    durationMs: 1,
    errorCode: null,
    apiKeyId: 'key_1',
    apiKeyKind: 'secret',
    network: null,
    idempotencyKey: null,
    replayed: false,
    proxySessionId: null,
    query: null,
    requestBody: null,
    responseBody: null,
    createdAt,
  });
  await database.insertApiRequests([request(oldAt), request(youngAt)]);
  expect(await database.applyRetention(10, { apiRequests: 7 })).toMatchObject({ apiRequests: 1 });
  const { requests } = await database.forScope(scope).apiRequests.list({ limit: 10 });
  expect(requests.map(({ id }) => id)).toEqual([firstIdAt('req', youngAt)]);
});

it('deletes the sessions of browsers that have expired', async () => {
  const id = `user_${randomUUID()}`;
  const email = `${id}@nord.example`;
  await database.client.dashboardUser.create({ data: { id, email, name: 'Ada' } });
  const add = (name: string, expiresAt: Date) =>
    database.client.dashboardSession.create({
      data: { id: `${id}_${name}`, token: `${id}_${name}`, userId: id, expiresAt },
    });
  await add('expired', ago(HOUR));
  await add('valid', ago(-HOUR));
  expect(await database.applyRetention(10)).toMatchObject({ browserSessions: 1 });
  const left = await database.client.dashboardSession.findMany({ where: { userId: id } });
  expect(left.map((one) => one.id)).toEqual([`${id}_valid`]);
});

it('a kind that fails does not stop the others, and its error is thrown at the end', async () => {
  const old = await addClosed(ago(50 * DAY));
  const endpoint = await addEndpoint(database, scope, { status: 'archived' });
  await addDelivery(endpoint, 'waiting', {});
  // More days than PostgreSQL accepts. Contacts precede carts.
  const periods = { contacts: 2 ** 31, carts: 30 };
  await expect(database.applyRetention(10, periods)).rejects.toThrow('22003');
  expect(await readSession(old)).toMatchObject({ ...contacts, carts: [{}, {}] });
  expect(await statuses()).toEqual([['waiting', 'canceled']]);
});

// A cluster reports the failure of a shard, but does not throw it.
it.skipIf(isCluster())(
  'changes the rows of other merchants when those of one cannot be changed',
  async () => {
    // No version follows.
    const version = 2 ** 31 - 1;
    const refused = [await addClosed(ago(60 * DAY)), await addClosed(ago(60 * DAY))];
    await database.client.proxySession.updateMany({
      where: { id: { in: refused } },
      data: { version },
    });
    scope = await addMerchant(database);
    const old = await addClosed(ago(50 * DAY));
    // The search for two rows finds those that are refused.
    await expect(database.applyRetention(2, { contacts: 30 })).rejects.toThrow('22003');
    expect(await readSession(old)).toMatchObject(noContacts);
  },
);

// A distributed table cannot have the trigger.
it.skipIf(isCluster())(
  'deletes the rows of other merchants when a row of one cannot be deleted',
  async () => {
    const old = { createdAt: ago(40 * DAY), finishedAt: ago(39 * DAY) };
    await addDelivery(await addEndpoint(database, scope), 'refused', old);
    const { merchantId } = scope;
    scope = await addMerchant(database);
    await addDelivery(await addEndpoint(database, scope), 'other', old);
    await database.client.$executeRawUnsafe(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`);
    await database.client.$executeRawUnsafe(`
    CREATE TRIGGER refuse BEFORE DELETE ON webhook_delivery
    FOR EACH ROW WHEN (OLD.merchant_id = '${merchantId}') EXECUTE FUNCTION refuse()`);
    await expect(database.applyRetention(10)).rejects.toThrow('P0001');
    await database.client.$executeRaw`DROP TRIGGER refuse ON webhook_delivery`;
    expect(await statuses()).toEqual([['refused', 'succeeded']]);
  },
);
