import { waitFor } from '@parley/testing';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { client, newDatabase, start, startReceiver, WEBHOOK_SECRET } from '../../test/start.ts';

let database: ReturnType<typeof newDatabase>;
beforeAll(async () => {
  database = newDatabase();
});
afterAll(async () => {
  await database?.drop();
});

const params = { amount: 1000, currency: 'eur' };

it('a signed event is retried until the receiver responds with 2xx', async () => {
  const inbox = await startReceiver([500, 503]);
  const sandbox = await start(database.url, {
    webhookUrl: inbox.url,
    webhookSecret: WEBHOOK_SECRET,
    retryDelaysMs: [30, 60],
  });
  const stripe = client(sandbox);
  const intent = await stripe.paymentIntents.create(params, { idempotencyKey: 'hook' });
  await waitFor(() => inbox.received.length >= 3);
  const events = inbox.received.map(({ text, headers }) =>
    stripe.webhooks.constructEvent(text, String(headers['stripe-signature']), WEBHOOK_SECRET),
  );
  expect(new Set(events.map((event) => event.id)).size).toBe(1);
  expect(events[0]).toMatchObject({
    object: 'event',
    type: 'payment_intent.created',
    livemode: false,
    api_version: '2026-10-28.endive',
    pending_webhooks: 1,
    request: { idempotency_key: 'hook' },
    data: { object: { id: intent.id, status: 'requires_payment_method' } },
  });
  expect(events[0]?.request?.id).toBe(intent.lastResponse.requestId);
  const delivered = await waitFor(async () => {
    const event = await stripe.events.retrieve(events[0]?.id ?? '');
    return event.pending_webhooks === 0 && event;
  });
  expect(delivered.id).toBe(events[0]?.id);
  await sandbox.stop();
  await inbox.stop();
});

it('state, timers and pending deliveries survive a restart', async () => {
  const first = await startReceiver(Array.from({ length: 50 }, () => 500));
  const webhooks = { webhookSecret: WEBHOOK_SECRET, retryDelaysMs: [50] };
  const before = await start(database.url, {
    ...webhooks,
    webhookUrl: first.url,
    settleDelayMs: 400,
  });
  const intent = await client(before).paymentIntents.create({
    ...params,
    confirm: true,
    return_url: 'https://shop.test/return',
    payment_method: 'pm_card_settlesLater',
  });
  expect(intent.status).toBe('processing');
  await waitFor(() => first.received.length > 0);
  await before.stop();
  await first.stop();

  const second = await startReceiver();
  const after = await start(database.url, { ...webhooks, webhookUrl: second.url });
  const stripe = client(after);
  const types = () =>
    second.received.map(
      ({ text, headers }) =>
        stripe.webhooks.constructEvent(text, String(headers['stripe-signature']), WEBHOOK_SECRET)
          .type,
    );
  await waitFor(() => types().includes('payment_intent.succeeded'));
  await waitFor(() => types().includes('payment_intent.created'));
  expect(types()).toEqual(
    expect.arrayContaining(['payment_intent.processing', 'charge.succeeded']),
  );
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  await after.stop();
  await second.stop();
});

it('events can be listed by type, time and position', async () => {
  const sandbox = await start(database.url);
  const stripe = client(sandbox);
  const made: string[] = [];
  for (let i = 0; i < 5; i++) made.unshift((await stripe.customers.create({ name: `n${i}` })).id);
  const getId = (event: Stripe.Event) => (event.data.object as { id: string }).id;
  const first = await stripe.events.list({ type: 'customer.created', limit: 2 });
  expect(first.data.map(getId)).toEqual(made.slice(0, 2));
  expect(first.has_more).toBe(true);
  const next = await stripe.events.list({
    type: 'customer.created',
    limit: 10,
    starting_after: first.data[1]?.id ?? '',
  });
  expect(next.data.map(getId)).toEqual(made.slice(2));
  expect(next.has_more).toBe(false);
  const back = await stripe.events.list({
    type: 'customer.*',
    ending_before: next.data[0]?.id ?? '',
  });
  expect(back.data.map(getId)).toEqual(made.slice(0, 2));
  const some = await stripe.events.list({ types: ['customer.created', 'charge.failed'], limit: 3 });
  expect(some.data).toHaveLength(3);
  const future = await stripe.events.list({ created: { gt: Math.floor(Date.now() / 1000) + 60 } });
  expect(future.data).toEqual([]);
  await stripe.customers.update(made[0] ?? '', { name: 'new' });
  const updated = await stripe.events.list({ type: 'customer.updated', limit: 1 });
  expect(updated.data[0]?.data.previous_attributes).toEqual({ name: 'n4' });
  await expect(stripe.events.retrieve('evt_none')).rejects.toMatchObject({
    code: 'resource_missing',
  });
  await sandbox.stop();
});
