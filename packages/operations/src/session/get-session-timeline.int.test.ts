import { randomUUID } from 'node:crypto';
import type { EventId, WebhookEndpointId } from '@parley/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Operations,
  type Payable,
  startOperations,
  succeededWith,
} from '../../test/operations.ts';
import { getProviderEvent } from '../provider-event/provider-event-queue.ts';
import { insertApiKey } from '../request/api-key.ts';
import { createWebhookEndpoint } from '../webhook-endpoint/create-webhook-endpoint.ts';
import { getSessionTimeline } from './get-session-timeline.ts';
import { replaceCart } from './replace-cart.ts';
import { reportProvisioned, reportProvisioningFailed } from './report-provisioning.ts';
import { resolveConflict } from './resolve-conflict.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

/** The payments of which the timeline says that they are due back. */
async function refundsDue({ id }: Payable): Promise<string[]> {
  const { payments } = await getSessionTimeline(ops.deps, ops.scope, { id });
  return payments.filter((one) => one.refund_due).map((one) => one.provider_object_id);
}

const noDeliveries = { failed: 0, retrying: 0, held: 0, waiting: 0, succeeded: 0, canceled: 0 };

/** Another payment intent with the metadata of the attempt takes the same amount. */
async function payAgain(payable: Payable, objectId: string): Promise<void> {
  await ops.deliverProviderEvent({ ...payable, objectId }, succeededWith(4200));
}

it('shows that a payment which arrived after fulfillment is due back until it is refunded', async () => {
  const payable = await ops.payable();
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  await reportProvisioned(ops.deps, ops.caller, { id: payable.id });
  expect(await refundsDue(payable)).toEqual([]);
  const { history } = await getSessionTimeline(ops.deps, ops.scope, { id: payable.id });
  await ops.database.client.payment.updateMany({
    where: { providerObjectId: payable.objectId },
    data: { recordedAt: history.find((entry) => entry.to_status === 'provisioned')?.at ?? '' },
  });
  expect(await refundsDue(payable)).toEqual([]);
  await payAgain(payable, 'pi_after_fulfillment');
  expect(await refundsDue(payable)).toEqual(['pi_after_fulfillment']);
  const refund = (sum: number) => ops.database.client.$executeRaw`
    UPDATE payment SET refunded_minor = ${sum} WHERE provider_object_id = 'pi_after_fulfillment'`;
  await refund(4199);
  expect(await refundsDue(payable)).toEqual(['pi_after_fulfillment']);
  await refund(4200);
  expect(await refundsDue(payable)).toEqual([]);
});

it('shows that a refund failed until the next one succeeds', async () => {
  const payable = await ops.payable();
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  const { attempt } = await ops.read(payable.id);
  let sequence = 1_000;
  const add = (action: string) =>
    ops.database.client.historyEntry.create({
      data: {
        merchantId: ops.scope.merchantId,
        proxySessionId: payable.id,
        attemptId: attempt.id,
        sequence: sequence++,
        action,
        actorKind: 'provider',
        at: new Date(),
      },
    });
  const failed = async () => {
    const { payments } = await getSessionTimeline(ops.deps, ops.scope, { id: payable.id });
    return payments.map((one) => one.refund_failed);
  };
  await add('provider_refunded');
  expect(await failed()).toEqual([false]);
  await add('provider_refund_failed');
  expect(await failed()).toEqual([true]);
  await add('provider_refunded');
  expect(await failed()).toEqual([false]);
});

it('shows no payment as due back that was accepted in a conflict', async () => {
  const payable = await ops.payable();
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  // The third payment arrives when the session is in conflict already.
  for (const objectId of ['pi_second', 'pi_third']) await payAgain(payable, objectId);
  await resolveConflict(ops.deps, ops.caller, { id: payable.id, resolution: 'accept' });
  expect(await refundsDue(payable)).toEqual([]);
  await reportProvisioned(ops.deps, ops.caller, { id: payable.id });
  expect(await refundsDue(payable)).toEqual([]);
});

it('shows a session with its lines, attempts, payments, history and events', async () => {
  const key = await insertApiKey(ops.deps, ops.scope, { kind: 'publishable', name: 'page' });
  const lines = [{ name: 'Coffee', quantity: 2, amount_minor: 4200 }];
  const { id } = await ops.session({ cart_snapshot: { lines } });
  const { acquisition_attempt: reserved } = await ops.reserve(id);
  const open = await getSessionTimeline(ops.deps, ops.scope, { id });
  expect(open.payer_url).toBe(`https://pay.test/${id}?pk=${key}`);
  const objectId = `pi_${id}`;
  await ops.attach({ id, attemptId: reserved.id, version: reserved.version }, undefined, objectId);
  await ops.deliverProviderEvent(
    { id, attemptId: reserved.id, objectId },
    succeededWith(4200, 'eur', objectId),
  );
  await reportProvisioned(ops.deps, ops.caller, { id, fulfillment_reference: 'order_8412' });

  const timeline = await getSessionTimeline(ops.deps, ops.scope, { id });
  const { session, attempt, payments } = await ops.read(id);
  const [payment] = payments;
  expect(timeline).toMatchObject({
    session: { id, status: 'provisioned', cart_snapshot: { lines } },
    lines: [{ name: 'Coffee', quantity: 2, amountMinor: 4200 }],
    attempts: [{ id: attempt.id, status: 'succeeded' }],
    payments: [
      {
        provider_object_id: objectId,
        attempt_id: attempt.id,
        amount_minor: 4200,
        currency: 'eur',
        refunded_minor: 0,
        disputed_minor: 0,
        refund_due: false,
        captured_at: payment?.capturedAt.toISOString(),
        recorded_at: payment?.recordedAt.toISOString(),
      },
    ],
    payer_url: null,
    fulfillment: { reference: 'order_8412', error_code: null, error_message: null },
  });
  expect(timeline.history[0]).toEqual({
    sequence: 1,
    at: session.createdAt.toISOString(),
    action: 'create',
    subject: 'session',
    attempt_id: null,
    from_status: null,
    to_status: 'created',
    reason: null,
    actor_kind: 'api_key',
    actor_id: 'key_1',
    request_id: 'req_1',
  });
  expect(timeline.history[1]).toMatchObject({
    action: 'reserve',
    subject: 'attempt',
    attempt_id: attempt.id,
  });
  expect(timeline.history.map(({ action }) => action)).toEqual([
    'create',
    'reserve',
    'attach_root',
    'confirm_cart',
    'succeed',
    'receive_exact_funds',
    'report_provisioned',
  ]);
  expect(timeline.events[0]).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: 'proxy_session.created',
    sequence: 1,
    created_at: session.createdAt.toISOString(),
    deliveries: [],
    delivery_counts: { ...noDeliveries, total: 0 },
  });
});

it('counts the deliveries of each event, and lists at most 10 in each condition, failed ones first', async () => {
  const { id } = await ops.session();
  const read = async () => {
    const { history, events } = await getSessionTimeline(ops.deps, ops.scope, { id });
    const [event] = events;
    if (!event) throw new Error('a session begins with an event');
    return { history, events, event };
  };
  const { history, events, event } = await read();
  /** Adds endpoints with a delivery each. */
  const addDeliveries = async (count: number, delivery: object, status = 'active') => {
    const ids = Array.from({ length: count }, () => randomUUID());
    const { client } = ops.database;
    await client.webhookEndpoint.createMany({
      data: ids.map((endpointId) => ({
        ...ops.scope,
        id: endpointId,
        url: 'https://shop.example/webhooks',
        eventSchemaVersion: '2026-11-01',
        status,
        signingSecretSealed: Buffer.from(''),
      })),
    });
    const { merchantId } = ops.scope;
    await client.webhookDelivery.createMany({
      data: ids.map((endpointId) => ({
        merchantId,
        endpointId,
        eventId: event.id,
        queueNumber: 0,
        sequence: 1,
        status: 'waiting',
        dueAt: new Date(),
        ...delivery,
      })),
    });
  };
  const finishedAt = new Date();
  const attempted = { attempts: 1, attemptedAt: finishedAt, durationMs: 1, responseBody: '' };
  const timedOut = { ...attempted, failure: 'timeout' };
  await addDeliveries(40, { ...attempted, status: 'succeeded', httpStatus: 204, finishedAt });
  await addDeliveries(12, { ...attempted, status: 'failed', httpStatus: 500, finishedAt });
  await addDeliveries(2, { ...attempted, httpStatus: 503 });
  await addDeliveries(1, { ...timedOut, createdAt: new Date(Date.now() + 60_000) });
  await addDeliveries(4, {});
  await addDeliveries(3, timedOut, 'inactive');
  await addDeliveries(1, { status: 'canceled', finishedAt });

  const delivered = await read();
  expect(delivered.event.delivery_counts).toEqual({
    failed: 12,
    retrying: 3,
    held: 3,
    waiting: 4,
    succeeded: 40,
    canceled: 1,
    total: 63,
  });
  expect(delivered.event.deliveries.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 10 }, () => 'failed'),
    ...Array.from({ length: 10 }, () => 'waiting'),
    ...Array.from({ length: 10 }, () => 'succeeded'),
    'canceled',
  ]);
  expect(delivered.event.deliveries.slice(10, 13)).toMatchObject([
    { http_status: 503 },
    { http_status: 503 },
    { failure: 'timeout', active: true },
  ]);
  expect(delivered.history).toEqual(history);
  expect(delivered.events.length).toBe(events.length);
  // The other tests create endpoints, of which there is a maximum.
  await ops.database.client.webhookEndpoint.updateMany({ data: { status: 'archived' } });
});

it('shows a payment as due back that arrived after the fulfillment failed', async () => {
  const payable = await ops.payable();
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  await reportProvisioningFailed(ops.deps, ops.caller, {
    id: payable.id,
    error_message: 'out of stock',
    error_code: 'stock',
  });
  await payAgain(payable, `pi_after_${payable.id}`);
  expect(await refundsDue(payable)).toEqual([`pi_after_${payable.id}`]);
  const { fulfillment } = await getSessionTimeline(ops.deps, ops.scope, { id: payable.id });
  expect(fulfillment).toEqual({
    reference: null,
    error_code: 'stock',
    error_message: 'out of stock',
  });
});

it('shows every cart, and where each event and each report of the provider went', async () => {
  const { webhook_endpoint: endpoint } = await createWebhookEndpoint(ops.deps, ops.caller, {
    url: 'https://shop.example/webhooks',
  });
  const { id } = await ops.session({ amount_minor: 4100 });
  await replaceCart(ops.deps, ops.caller, {
    id,
    expected_cart_version: 1,
    amount_minor: 4200,
    currency: 'eur',
    cart_snapshot: {
      lines: [{ name: 'Tea', quantity: 1, amount_minor: 4000 }],
      shipping_minor: 500,
      discount_minor: 300,
    },
  });
  const now = new Date();
  await ops.database.client.providerEvent.create({
    data: {
      ...ops.scope,
      providerConfigId: ops.providerConfigId,
      eventId: 'evt_of_session',
      type: 'payment_intent.payment_failed',
      objectId: 'pi_declined',
      payload: { id: 'evt_of_session', data: { object: { receipt_email: 'ada@nord.example' } } },
      status: 'ignored',
      note: 'nothing to change',
      dueAt: now,
      occurredAt: now,
      proxySessionId: id,
    },
  });
  const read = () => getSessionTimeline(ops.deps, ops.scope, { id });
  const [created] = (await read()).events;
  if (!created) throw new Error('a session begins with an event');
  await ops.database
    .forScope(ops.scope)
    .webhookDeliveries.enqueue(endpoint.id as WebhookEndpointId, [created.id as EventId]);

  const { carts, cart_sums, events, provider_events: reports } = await read();
  expect(cart_sums).toEqual({
    subtotal_minor: 4000,
    tax_minor: 0,
    shipping_minor: 500,
    discount_minor: 300,
  });
  expect(carts).toMatchObject([
    { cart_version: 1, amount_minor: 4100 },
    { cart_version: 2, amount_minor: 4200, lines: [{ name: 'Tea', amountMinor: 4000 }] },
  ]);
  expect(events.map(({ deliveries }) => deliveries.length)).toEqual([
    1,
    ...events.slice(1).map(() => 0),
  ]);
  expect(events[0]?.delivery_counts).toEqual({ ...noDeliveries, waiting: 1, total: 1 });
  expect(events[0]?.deliveries[0]).toMatchObject({
    webhook_endpoint_id: endpoint.id,
    url: 'https://shop.example/webhooks',
    status: 'waiting',
    attempts: 0,
    attempted_at: null,
    next_attempt_at: expect.any(String),
  });
  const reported = { psp_config_id: ops.providerConfigId, id: 'evt_of_session' };
  expect(reports).toMatchObject([
    { ...reported, object_id: 'pi_declined', status: 'ignored', note: 'nothing to change' },
  ]);
  const { merchantId } = ops.scope;
  await ops.database.client.$executeRaw`
    INSERT INTO cart_revision (merchant_id, proxy_session_id, cart_version, amount_minor, currency,
      cart_snapshot, created_at)
    SELECT ${merchantId}, ${id}, n, 4200, 'eur', '{}', now() FROM generate_series(3, 20) n`;
  expect((await read()).has_more).toEqual({
    carts: false,
    events: false,
    provider_events: false,
    requests: false,
  });
  await ops.database.client.$executeRaw`
    INSERT INTO cart_revision (merchant_id, proxy_session_id, cart_version, amount_minor, currency,
      cart_snapshot, created_at)
    VALUES (${merchantId}, ${id}, 21, 4200, 'eur', '{}', now())`;
  await ops.database.client.$executeRaw`
    INSERT INTO provider_event (merchant_id, psp_config_id, event_id, mode, type, object_id, payload,
      status, due_at, occurred_at, received_at, proxy_session_id)
    SELECT ${merchantId}, ${ops.providerConfigId}, 'evt_later_' || n, 'test', 'charge.updated', 'ch_1', '{}',
      'ignored', now(), now(), now() + make_interval(secs => n), ${id}
    FROM generate_series(1, 100) n`;
  await ops.database.client.$executeRaw`
    INSERT INTO outbox_event SELECT (jsonb_populate_record(e, jsonb_build_object(
      'id', 'evt_' || n, 'sequence', n))).* FROM outbox_event e, generate_series(1000, 1099) n
    WHERE e.merchant_id = ${merchantId} AND e.id = ${created.id}`;
  const many = await read();
  expect(many.has_more).toEqual({
    carts: true,
    events: true,
    provider_events: true,
    requests: false,
  });
  expect(many.events.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 100 }, (_, n) => n + 1000),
  );
  expect(many.carts.map((cart) => cart.cart_version)).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 2),
  );
  expect(many.provider_events.map((event) => event.id)).toEqual(
    Array.from({ length: 100 }, (_, n) => `evt_later_${n + 1}`),
  );
  const { payload } = await getProviderEvent(ops.deps, ops.scope, reported);
  expect(payload).toMatchObject({ id: 'evt_of_session' });
  expect(JSON.stringify(payload)).not.toContain('ada@nord.example');
});
