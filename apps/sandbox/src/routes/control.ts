import { z } from 'zod';
import { get, post, type Route } from '../api/operation.ts';
import { advanceClock } from '../background/run-timers.ts';
import { closeDispute, openDispute } from '../charges/dispute-charge.ts';
import { expireSession } from '../checkout/complete-session.ts';
import { nowSeconds } from '../clock.ts';
import { finishChallenge } from '../flows/finish-challenge.ts';
import { settlePayment } from '../flows/update-owners.ts';
import { addRefusedAmount } from '../payment-intents/refuse-amount.ts';
import { writeFaults } from '../scenarios.ts';
import { cycleSubscription } from '../subscriptions/cycle-subscription.ts';
import { invalid } from '../wire/errors.ts';
import { integer, noParams, oneOf, text } from '../wire/params.ts';

/** The control API for tests and demonstrations: does at once what takes time at the real provider. */
export const controlRoutes: readonly Route[] = [
  post(
    '/_sandbox/payment_intents/:id/settle',
    z.strictObject({ outcome: oneOf('succeeded', 'failed').optional() }),
    async ({ tx, id }, { outcome }) => (await settlePayment(tx, id, outcome)).data,
  ),

  post(
    '/_sandbox/challenges/:id',
    z.strictObject({ outcome: oneOf('succeeded', 'failed') }),
    async ({ tx, id }, { outcome }) => {
      const done = await finishChallenge(tx, id, outcome === 'succeeded');
      if (!done)
        throw invalid(
          'This authentication has ended. Confirm the intent again to start a new one.',
        );
      return done.intent;
    },
  ),

  post('/_sandbox/checkout/sessions/:id/expire', noParams, async ({ tx, id }) => {
    const session = await tx.lock('checkout.session', id);
    await expireSession(tx, session);
    return session.data;
  }),

  post('/_sandbox/payment_intents/:id/dispute', noParams, async ({ tx, id }) => {
    await openDispute(tx, id);
    return (await tx.read('payment_intent', id)).data;
  }),

  post(
    '/_sandbox/payment_intents/:id/close_dispute',
    z.strictObject({ outcome: oneOf('won', 'lost') }),
    async ({ tx, id }, { outcome }) => {
      if (!(await closeDispute(tx, id, outcome)))
        throw invalid('This payment has no open dispute.');
      return (await tx.read('payment_intent', id)).data;
    },
  ),

  post(
    '/_sandbox/faults',
    z.strictObject({
      drop: integer(0, 100).optional(),
      duplicate: integer(0, 100).optional(),
      reorder: integer(0, 100).optional(),
    }),
    async ({ tx }, { drop = 0, duplicate = 0, reorder = 0 }) => {
      await writeFaults(tx.client, { drop, duplicate, reorder });
      return { object: 'sandbox.faults', drop, duplicate, reorder };
    },
  ),

  post(
    '/_sandbox/refusals',
    z.strictObject({ amount: integer(1), code: text(100).optional() }),
    async ({ tx }, { amount, code = 'amount_too_small' }) => {
      await addRefusedAmount(tx, amount, code);
      return { object: 'sandbox.refusal', amount, code };
    },
  ),

  post(
    '/_sandbox/clock/advance',
    z.strictObject({ seconds: integer(1, 10 * 366 * 86_400) }),
    async ({ tx, store }, { seconds }) => {
      // The timers run in transactions of their own, meanwhile this one is idle for longer than the limit.
      await tx.client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      const timers = await advanceClock(store, seconds);
      return { object: 'sandbox.clock', now: nowSeconds(), timers };
    },
  ),

  get('/_sandbox/ledger', noParams, async ({ tx }) => {
    const found = await tx.client.query(
      `SELECT data->>'payment_intent' AS payment_intent, data->>'currency' AS currency,
                (data->>'amount_captured')::bigint::float8 AS captured,
                (data->>'amount_captured')::bigint::float8 - (data->>'amount')::bigint
                  + (data->>'amount_refunded')::bigint AS refunded
         FROM object WHERE kind = 'charge' AND data->>'status' = 'succeeded' ORDER BY seq`,
    );
    return { object: 'sandbox.ledger', charges: found.rows };
  }),

  post('/_sandbox/subscriptions/:id/advance', noParams, async ({ tx, id }) => {
    const subscription = await tx.lock('subscription', id);
    const end = subscription.data.items.data[0]?.current_period_end;
    await cycleSubscription(tx, subscription, end);
    return subscription.data;
  }),
];
