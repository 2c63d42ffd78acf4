import { waitFor } from '@parley/testing';
import pg from 'pg';
import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { browser, card, startForTests } from '../../test/start.ts';

const { sandbox, stripe, databaseUrl } = await startForTests({
  settleDelayMs: 10,
  // A busy machine can take seconds until all requests of a race wait for the lock.
  databaseTimeouts: { statementMs: 60_000, lockMs: 60_000, connectionMs: 60_000 },
});

type Mode = 'payment' | 'subscription';

const createSession = (mode: Mode) =>
  stripe.checkout.sessions.create({
    mode,
    success_url: 'https://shop.example/',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'eur',
          unit_amount: 900,
          product_data: { name: 'Lamp' },
          ...(mode === 'subscription' ? { recurring: { interval: 'month' } } : {}),
        },
      },
    ],
  });

const confirmWith = (number: string) => async (id: string) =>
  (await browser(sandbox, 'POST', `/v1/payment_pages/${id}/confirm`, card(number))).status;

/** Requests on a session; each returns its HTTP status. */
const requests = {
  pay: confirmWith('4242424242424242'),
  decline: confirmWith('4000000000000002'),
  'pay later': confirmWith('4000000000006116'),
  expire: (id: string) =>
    stripe.checkout.sessions.expire(id).then(
      () => 200,
      (error: { statusCode: number }) => error.statusCode,
    ),
};
type RequestName = keyof typeof requests;

/** The final state of a session and of what it created, as one string. */
async function readOutcome({ id }: { id: string }): Promise<string> {
  const session = await stripe.checkout.sessions.retrieve(id, {
    expand: ['payment_intent', 'subscription'],
  });
  const intent = session.payment_intent as Stripe.PaymentIntent | null;
  const subscription = session.subscription as Stripe.Subscription | null;
  const { data } = await stripe.events.list({
    types: ['checkout.session.completed', 'checkout.session.expired'],
    limit: 100,
  });
  const types = data
    .filter((event) => (event.data.object as { id: string }).id === id)
    .map((event) => event.type);
  const created = intent?.status ?? subscription?.status ?? 'nothing';
  return `${session.status} and ${session.payment_status}, ${created}, ${types.join(' ')}`;
}

const COMPLETED = 'checkout.session.completed';
const EXPIRED = 'checkout.session.expired';

/**
 * Holds the lock of a session until both requests wait for it, so that they run in this order. With
 * three, PostgreSQL guarantees no order between the second and the third.
 */
async function sendInOrder(id: string, names: [RequestName, RequestName]): Promise<number[]> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM object WHERE id = $1 FOR UPDATE', [id]);
    const sent: Promise<number>[] = [];
    for (const name of names) {
      const request = requests[name](id);
      sent.push(request);
      const waits = waitFor(
        async () => {
          // Within a transaction, PostgreSQL keeps the list of connections of the first read.
          await holder.query('SELECT pg_stat_clear_snapshot()');
          const { rows } = await holder.query(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          );
          return rows.length === sent.length;
        },
        { what: `${name} to wait for the session` },
      );
      const ends = request.then((status) => {
        throw new Error(`${name} ended with ${status} before it waited for the session`);
      });
      await Promise.race([waits, ends]);
    }
    await holder.query('ROLLBACK');
    return await Promise.all(sent);
  } finally {
    await holder.end();
  }
}

it.each<[Mode, RequestName | null, [RequestName, RequestName], number[], string]>([
  ['payment', null, ['pay', 'expire'], [200, 400], `complete and paid, succeeded, ${COMPLETED}`],
  ['payment', null, ['expire', 'pay'], [200, 400], `expired and unpaid, nothing, ${EXPIRED}`],
  ['payment', 'decline', ['expire', 'pay'], [200, 400], `expired and unpaid, canceled, ${EXPIRED}`],
  [
    'payment',
    'decline',
    ['pay', 'expire'],
    [200, 400],
    `complete and paid, succeeded, ${COMPLETED}`,
  ],
  [
    'payment',
    'pay later',
    ['expire', 'pay'],
    [400, 400],
    `complete and paid, succeeded, ${COMPLETED}`,
  ],
  ['subscription', null, ['pay', 'expire'], [200, 400], `complete and paid, active, ${COMPLETED}`],
  ['subscription', null, ['expire', 'pay'], [200, 400], `expired and unpaid, nothing, ${EXPIRED}`],
  [
    'subscription',
    'decline',
    ['expire', 'pay'],
    [200, 400],
    `expired and unpaid, nothing, ${EXPIRED}`,
  ],
])(
  'a %s session (after: %s) ends once when the concurrent requests %j run in this order',
  async (mode, earlier, names, statuses, outcome) => {
    const session = await createSession(mode);
    if (earlier) {
      expect(await requests[earlier](session.id)).toBe(earlier === 'decline' ? 402 : 200);
    }
    // The settlement would wait for the lock, too.
    if (earlier === 'pay later')
      await expect.poll(() => readOutcome(session), { timeout: 10_000 }).toBe(outcome);
    expect(await sendInOrder(session.id, names)).toEqual(statuses);
    await expect.poll(() => readOutcome(session), { timeout: 5_000 }).toBe(outcome);
  },
);

it('a session ends once when concurrent requests run in any order', async () => {
  const possible = [
    `payment: complete and paid, succeeded, ${COMPLETED}`,
    `payment: expired and unpaid, nothing, ${EXPIRED}`,
    `payment: expired and unpaid, canceled, ${EXPIRED}`,
    `subscription: complete and paid, active, ${COMPLETED}`,
    `subscription: expired and unpaid, nothing, ${EXPIRED}`,
  ];
  const names: RequestName[] = ['decline', 'pay', 'pay later', 'expire', 'pay', 'expire'];
  const modes = Array.from(
    { length: 8 },
    (_, i): Mode => (i % 2 === 0 ? 'payment' : 'subscription'),
  );
  await Promise.all(
    modes.map(async (mode) => {
      const session = await createSession(mode);
      const statuses = await Promise.all(names.map((name) => requests[name](session.id)));
      expect(statuses.filter((status) => ![200, 400, 402].includes(status))).toEqual([]);
      await expect
        .poll(async () => possible.includes(`${mode}: ${await readOutcome(session)}`), {
          timeout: 5_000,
        })
        .toBe(true);
    }),
  );
});

it('60 concurrent payments succeed', async () => {
  const intents = await Promise.all(
    Array.from({ length: 60 }, () =>
      stripe.paymentIntents.create({
        amount: 900,
        currency: 'eur',
        confirm: true,
        return_url: 'https://shop.test/return',
        payment_method: 'pm_card_visa',
      }),
    ),
  );
  expect(intents.every((intent) => intent.status === 'succeeded')).toBe(true);
});
