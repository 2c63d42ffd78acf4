import { afterAll, beforeAll, expect, it } from 'vitest';
import { browser, card, client, freshDatabase, start } from '../../test/start.ts';
import type { RunningSandbox } from '../server.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let sandbox: RunningSandbox;

beforeAll(async () => {
  database = await freshDatabase();
  sandbox = await start(database.url, { settleDelayMs: 10 });
});
afterAll(async () => {
  await sandbox?.stop();
  await database?.drop();
});

const ROUNDS = 8;

it('ends each session one way, whoever comes first', async () => {
  const stripe = client(sandbox);
  const price_data = { currency: 'eur', unit_amount: 900, product_data: { name: 'Lamp' } };
  const round = async (subscription: boolean) => {
    const session = await stripe.checkout.sessions.create({
      mode: subscription ? 'subscription' : 'payment',
      success_url: 'https://shop.example/',
      line_items: [
        {
          quantity: 1,
          price_data: subscription
            ? { ...price_data, recurring: { interval: 'month' } }
            : price_data,
        },
      ],
    });
    const confirm = (number: string) =>
      browser(sandbox, 'POST', `/v1/payment_pages/${session.id}/confirm`, card(number)).then(
        (a) => a.status,
      );
    const expire = () =>
      stripe.checkout.sessions.expire(session.id).then(
        () => 200,
        (error: { statusCode: number }) => error.statusCode,
      );
    const statuses = await Promise.all([
      confirm('4000000000000002'),
      confirm('4242424242424242'),
      confirm('4000000000006116'),
      expire(),
      confirm('4242424242424242'),
      expire(),
    ]);
    expect(statuses.filter((status) => ![200, 400, 402].includes(status))).toEqual([]);
    const after = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent', 'subscription'],
    });
    expect(['complete', 'expired']).toContain(after.status);
    const events = await stripe.events.list({
      types: ['checkout.session.completed', 'checkout.session.expired'],
      limit: 100,
    });
    const own = events.data.filter(
      (event) => (event.data.object as { id: string }).id === session.id,
    );
    expect(own).toHaveLength(1);
    return after;
  };
  const ended = await Promise.all(Array.from({ length: ROUNDS }, (_, i) => round(i % 2 === 0)));
  for (const session of ended) {
    const intent = session.payment_intent;
    if (session.status === 'expired' && intent !== null && typeof intent === 'object')
      expect(intent.status).toBe('canceled');
  }
});

it('answers many merchants at once', async () => {
  const stripe = client(sandbox);
  const intents = await Promise.all(
    Array.from({ length: 60 }, () =>
      stripe.paymentIntents.create({
        amount: 900,
        currency: 'eur',
        confirm: true,
        payment_method: 'pm_card_visa',
      }),
    ),
  );
  expect(intents.every((intent) => intent.status === 'succeeded')).toBe(true);
});
