import { addSubscription } from '@parley/db/testing';
import { erasedColumns } from '@parley/db/testing/privacy-columns';
import { eraseBuyer } from '@parley/operations';
import { parseNotification } from '@parley/provider';
import { startWebhookReceiver, waitFor } from '@parley/testing';
import { afterAll, expect, it } from 'vitest';
import { order } from './api.ts';
import { postProviderEvent, providerEvent } from './post-provider-event.ts';
import { payableSession, sessionReaches, startPayments } from './provider.ts';

const payments = await startPayments({
  worker: 'process',
  workerEnv: { WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true' },
  api: { serve: (deps) => ({ requestLog: true, deps: { ...deps, allowLoopbackWebhooks: true } }) },
});
const receiver = await startWebhookReceiver();
afterAll(async () => {
  await payments.stop();
  await receiver.stop();
});

const { api, stripe, account } = payments;
const { client } = api.database;
const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
const operator = {
  ...scope,
  mode: 'live',
  actor: { kind: 'operator', id: 'ada' },
  requestId: null,
} as const;

const marker = 'zq8marker';
const buyerReference = `${marker} "1"`;
const contact = { email: `${marker}@example.com`, phone: `+49 ${marker}` };
/** Everything that a merchant can say about a buyer. */
const personal = {
  buyer_reference: buyerReference,
  payer_contact: contact,
  beneficiary_contact: contact,
  metadata: { note: marker },
  cart_snapshot: { lines: [{ name: marker, quantity: 1, amount_minor: 4200 }] },
};
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });
const erase = () => eraseBuyer(api.deps, operator, { buyerReference });

/** The number of rows that contain the marker, by column. */
async function findMarker(): Promise<Record<string, number>> {
  const tables = await client.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const rows = await client.$queryRawUnsafe<{ column: string; count: number }[]>(
      `SELECT field.name AS column, count(*)::int AS count
       FROM ${name} t, json_each_text(to_json(t)) AS field(name, value)
       WHERE field.value LIKE $1 GROUP BY field.name`,
      `%${marker}%`,
    );
    for (const { column, count } of rows) counts[`${name}.${column}`] = count;
  }
  return counts;
}

/** Writes the marker into the columns that no request of this test fills. */
async function fillFurtherColumns(sessionId: string): Promise<void> {
  const where = { proxySessionId: sessionId };
  const object = { note: marker };
  await client.proxySession.updateMany({
    where: { id: sessionId },
    data: {
      payerLocale: marker,
      failureCode: marker,
      failureMessage: marker,
      failureMetadata: object,
    },
  });
  await client.apiRequest.updateMany({
    where,
    data: { query: object, requestBody: object, responseBody: object },
  });
  const { id: eventId } = await client.outboxEvent.findFirstOrThrow({ where });
  const delivery = await client.webhookDelivery.findFirstOrThrow({ where: { eventId } });
  await client.deliveryAttempt.create({
    data: {
      merchantId: delivery.merchantId,
      endpointId: delivery.endpointId,
      eventId,
      number: 1,
      at: new Date(),
      durationMs: 1,
      httpStatus: 500,
      responseBody: marker,
    },
  });
}

/** A note that a person wrote about an item. */
const createNote = (kind: string, subjectId: string, proxySessionId: string | null) => ({
  ...scope,
  kind,
  subjectId,
  proxySessionId,
  since: new Date(),
  note: `${marker} called`,
  version: 1,
  updatedAt: new Date(),
});

/** Posts an event as the provider does. */
async function postEvent(id: string, type: string, object: object) {
  const response = await postProviderEvent(api.url, {
    configId: api.merchant.providerConfigId,
    secret: account.webhookSecret,
    body: providerEvent(object, type, { id }),
  });
  expect(response.status).toBe(200);
}

/** Buys once, cancels once, and waits until nothing is left to process. */
async function useEveryPlace() {
  receiver.respondWith((response, { text }) => response.writeHead(200).end(text));
  await api.post('/webhook_endpoints', { url: receiver.url });
  const paid = await payableSession(payments, personal);
  await stripe.paymentIntents.update(paid.intent.id, { receipt_email: contact.email });
  await stripe.paymentIntents.confirm(paid.intent.id, {
    payment_method: 'pm_card_visa',
    return_url: 'https://shop.test/return',
  });
  await sessionReaches(api, paid.id, { status: 'paid' });
  const opened = await api.post(
    `/proxy_sessions/${paid.id}/payer_opened`,
    undefined,
    withKey('opened'),
  );
  expect(opened.body.payer_contact).toEqual(contact);
  await api.post(`/proxy_sessions/${paid.id}/provisioned`, {
    fulfillment_reference: marker,
    metadata: { note: marker },
  });
  const canceled = (
    await api.post('/proxy_sessions/handoff', {
      ...order,
      ...personal,
      payer_destination_url: `https://shop.test/${marker}`,
      publishable_key: api.merchant.publishableKey,
    })
  ).body;
  const cart = { ...personal.cart_snapshot, note: marker };
  const replaced = await api.call(
    'PUT',
    `/proxy_sessions/${canceled.id}/cart`,
    { amount_minor: 100, currency: 'eur', cart_snapshot: cart, expected_cart_version: 1 },
    withKey('cart'),
  );
  expect(replaced.body.cart_snapshot).toEqual(cart);
  await client.attentionTriage.create({ data: createNote('payment_conflict', paid.id, paid.id) });
  await postEvent('evt_ignored', 'customer.updated', {
    id: 'cus_1',
    object: 'customer',
    ...contact,
  });
  await postEvent('evt_parked', 'payment_intent.succeeded', {
    id: 'pi_of_no_session',
    object: 'payment_intent',
    receipt_email: contact.email,
  });
  return { paid, canceled };
}

const settled = () =>
  waitFor(
    async () => {
      const waiting = await client.outboxWaiting.count();
      const deliveries = await client.webhookDelivery.count({ where: { status: 'waiting' } });
      const events = await client.providerEvent.count({ where: { status: 'waiting' } });
      return waiting + deliveries + events === 0;
    },
    { what: 'all events to be processed' },
  );

it('erases a buyer everywhere, and leaves others, amounts and the audit trail', async () => {
  const { paid, canceled } = await useEveryPlace();
  await addSubscription(
    api.database,
    scope,
    { proxySessionId: paid.id, attemptId: paid.attemptId },
    { buyerReference, endedAt: new Date() },
  );
  const other = (await api.post('/proxy_sessions', order)).body;
  const readOther = async () => (await api.get(`/proxy_sessions/${other.id}/merchant`)).body;
  const otherBefore = await readOther();
  await settled();
  const lastRequest = { method: 'GET', path: { contains: other.id } };
  await waitFor(async () => (await client.apiRequest.count({ where: lastRequest })) > 0, {
    what: 'the last request to be logged',
  });

  // The note was written while the event had no session yet.
  const event = await client.providerEvent.findFirstOrThrow({
    where: { proxySessionId: paid.id },
  });
  const kind = 'parked_provider_event';
  await client.attentionTriage.create({ data: createNote(kind, event.eventId, null) });

  const { declineLimits } = api.database.forScope(scope);
  for (const { id } of [paid, other]) await declineLimits.rememberNetwork(id, '192.0.2.1');
  const networks = () => client.payerNetwork.findMany({ select: { proxySessionId: true } });

  await waitFor(
    async () => (await client.apiRequest.count({ where: { proxySessionId: canceled.id } })) > 0,
    { what: 'a request about the session to be logged' },
  );
  await fillFurtherColumns(canceled.id);
  const before = await findMarker();
  // The networks are hashes, so they are compared below.
  const withText = erasedColumns.filter((name) => !name.startsWith('payer_network.'));
  expect(Object.keys(before).sort()).toEqual(withText.sort());
  await expect(erase()).rejects.toMatchObject({
    code: 'session_state_conflict',
    message: expect.stringContaining(`not closed: 1, such as ${canceled.id}`),
  });
  expect(await findMarker()).toEqual(before);

  await api.post(`/proxy_sessions/${canceled.id}/cancel`, undefined, withKey('cancel'));
  await settled();
  const view = (await api.get(`/proxy_sessions/${paid.id}/merchant`)).body;
  const withBodies = async () => {
    const requests = await client.apiRequest.findMany({ where: { proxySessionId: paid.id } });
    return requests.filter(({ responseBody }) => responseBody !== null).length;
  };
  await waitFor(async () => (await withBodies()) > 2, { what: 'the requests to be logged' });
  const stored = await client.proxySession.findFirstOrThrow({ where: { id: paid.id } });
  const counts = await erase();
  expect(await findMarker()).toEqual({});
  expect(counts).toMatchObject({ sessions: 2, idempotency_records: 2 });
  expect(counts.logged_requests).toBeGreaterThan(2);
  expect(await withBodies()).toBe(0);
  expect(await networks()).toEqual([{ proxySessionId: other.id }]);

  const noContact = { email: null, phone: null };
  const withoutCart = (charge: object) => ({ ...charge, cart_snapshot: {} });
  expect((await api.get(`/proxy_sessions/${paid.id}/merchant`)).body).toEqual({
    ...view,
    buyer_reference: 'erased',
    payer_contact: noContact,
    beneficiary_contact: noContact,
    metadata: {},
    cart_snapshot: {},
    requested: withoutCart(view.requested),
    latest_quote: withoutCart(view.latest_quote),
    final: withoutCart(view.final),
  });
  const after = await client.proxySession.findFirstOrThrow({ where: { id: paid.id } });
  expect(after).toMatchObject({
    version: stored.version + 1,
    updatedAt: stored.updatedAt,
    closedAt: stored.closedAt,
  });
  expect(await readOther()).toEqual(otherBefore);

  // A request that is repeated with its key gets the stored response without personal data.
  const replay = await api.post(
    `/proxy_sessions/${paid.id}/payer_opened`,
    undefined,
    withKey('opened'),
  );
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(replay.body).toMatchObject({ buyer_reference: 'erased', payer_contact: noContact });
  const parked = await client.providerEvent.findFirstOrThrow({ where: { eventId: 'evt_parked' } });
  expect(parked.status).toBe('parked');
  expect(parseNotification(parked.payload as Record<string, unknown>)).toMatchObject({
    topic: 'payment',
    objectId: 'pi_of_no_session',
  });

  for (const mode of ['test', 'live'] as const) {
    const { entries } = await api.database.forScope({ ...scope, mode }).audit.list({ limit: 1 });
    expect(entries).toMatchObject([
      {
        action: 'buyer.erased',
        actorKind: 'operator',
        actorId: 'ada',
        details: { sessions: 2, idempotency_records: 2 },
      },
    ]);
  }
  const nothing = { sessions: 0, events: 0, delivery_responses: 0, logged_requests: 0 };
  expect(await erase()).toEqual({ ...nothing, idempotency_records: 0, provider_events: 0 });
  const { entries } = await api.database.forScope(operator).audit.list({ limit: 9 });
  expect(entries.filter(({ action }) => action === 'buyer.erased')).toHaveLength(1);
});

it('refuses a buyer reference that cannot be erased', async () => {
  for (const reference of ['', 'erased']) {
    const result = eraseBuyer(api.deps, operator, { buyerReference: reference });
    await expect(result).rejects.toMatchObject({ code: 'invalid_request' });
  }
});
