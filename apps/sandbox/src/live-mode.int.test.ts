import { waitFor } from '@parley/testing';
import { expect, it } from 'vitest';
import { client, startForTests, startReceiver } from '../test/start.ts';

const live = { secretKey: 'sk_live_sandboxtests0001', publishableKey: 'pk_live_sandboxtests0001' };
const { sandbox, stripe } = await startForTests({ live });
const liveStripe = client(sandbox, live.secretKey);

const paid = {
  amount: 4_200,
  currency: 'eur',
  confirm: true,
  payment_method: 'pm_card_visa',
  return_url: 'https://shop.test/done',
};

it('a key finds the objects of its own mode only', async () => {
  const [ours, theirs] = [
    await liveStripe.paymentIntents.create(paid),
    await stripe.paymentIntents.create(paid),
  ];
  expect([ours.livemode, theirs.livemode]).toEqual([true, false]);
  const noSuch = { statusCode: 404, code: 'resource_missing' };
  await expect(stripe.paymentIntents.retrieve(ours.id)).rejects.toMatchObject(noSuch);
  await expect(liveStripe.paymentIntents.retrieve(theirs.id)).rejects.toMatchObject(noSuch);
  for (const [key, intent] of [
    [liveStripe, ours],
    [stripe, theirs],
  ] as const) {
    expect((await key.paymentIntents.list()).data.map(({ id }) => id)).toEqual([intent.id]);
    const { data: events } = await key.events.list();
    expect(events.map((event) => event.livemode)).toEqual(events.map(() => intent.livemode));
    expect(events.length).toBeGreaterThan(0);
  }
});

it('every object of live mode says so, and the hosted page is found without a key', async () => {
  const session = await liveStripe.checkout.sessions.create({
    mode: 'subscription',
    success_url: 'https://shop.test/done',
    line_items: [
      {
        price_data: {
          currency: 'eur',
          unit_amount: 900,
          recurring: { interval: 'month' },
          product_data: { name: 'Coffee' },
        },
        quantity: 1,
      },
    ],
  });
  expect(session.id).toMatch(/^cs_live_/);
  const page = await (await fetch(session.url ?? '')).text();
  expect(page).toContain(live.publishableKey);
  const customer = await liveStripe.customers.create({ payment_method: 'pm_card_visa' });
  const [method] = (await liveStripe.paymentMethods.list({ customer: customer.id })).data;
  const { id: product } = await liveStripe.products.create({ name: 'Tea' });
  const price = await liveStripe.prices.create({
    currency: 'eur',
    unit_amount: 900,
    recurring: { interval: 'month' },
    product,
  });
  await liveStripe.subscriptions.create({
    customer: customer.id,
    default_payment_method: method?.id ?? '',
    items: [{ price: price.id }],
  });
  const { data: events } = await liveStripe.events.list({ limit: 100 });
  const modes = JSON.stringify([session, customer, method, events]).match(/"livemode":\w+/g);
  expect(new Set(modes)).toEqual(new Set(['"livemode":true']));
});

it('a webhook endpoint receives the enabled events of its mode, signed with its own secret', async () => {
  const [receiver, other] = [await startReceiver(), await startReceiver()];
  const endpoint = await liveStripe.webhookEndpoints.create({
    url: receiver.url,
    enabled_events: ['payment_intent.succeeded'],
  });
  await stripe.webhookEndpoints.create({ url: other.url, enabled_events: ['*'] });
  expect((await liveStripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined();
  const intent = await liveStripe.paymentIntents.create(paid);
  await stripe.customers.create();
  await waitFor(() => receiver.received.length > 0 && other.received.length > 0);
  const [{ text, headers }] = receiver.received as [(typeof receiver.received)[number]];
  const signature = String(headers['stripe-signature']);
  expect(stripe.webhooks.constructEvent(text, signature, endpoint.secret ?? '')).toMatchObject({
    type: 'payment_intent.succeeded',
    livemode: true,
    data: { object: { id: intent.id } },
  });
  expect(other.received.map((request) => JSON.parse(request.text).type)).toEqual([
    'customer.created',
  ]);
  await liveStripe.webhookEndpoints.del(endpoint.id);
  expect((await liveStripe.webhookEndpoints.list()).data).toEqual([]);
  await receiver.stop();
  await other.stop();
});
