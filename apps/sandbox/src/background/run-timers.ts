import type pg from 'pg';
import { openDispute } from '../charges/dispute-charge.ts';
import { createRefund, finishRefund } from '../charges/refund-charge.ts';
import { expireSession } from '../checkout/complete-session.ts';
import { clockMs, setClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { settlePayment } from '../flows/update-owners.ts';
import { retryInvoice } from '../invoices/collect-payment.ts';
import { finalizeInvoice } from '../invoices/create-invoice.ts';
import { NO_REQUEST } from '../store/record-event.ts';
import { type Store, type TimerAction, type Tx, transact } from '../store/tx.ts';
import { cycleSubscription, emitTrialWillEnd } from '../subscriptions/cycle-subscription.ts';
import {
  endSubscription,
  expireIncompleteSubscription,
} from '../subscriptions/end-subscription.ts';

const ACTIONS: Record<TimerAction, (tx: Tx, id: string) => Promise<unknown>> = {
  settle_payment: (tx, id) => settlePayment(tx, id),
  expire_checkout: async (tx, id) => {
    const session = await tx.lock('checkout.session', id);
    if (session.data.status === 'open') await expireSession(tx, session);
  },
  cycle_subscription: async (tx, id) => cycleSubscription(tx, await tx.lock('subscription', id)),
  announce_trial_end: async (tx, id) => emitTrialWillEnd(tx, await tx.lock('subscription', id)),
  abandon_subscription: async (tx, id) =>
    expireIncompleteSubscription(tx, await tx.lock('subscription', id)),
  finalize_invoice: async (tx, id) => {
    const invoice = await tx.lock('invoice', id);
    if (invoice.data.status !== 'draft') return;
    const owner = await tx.read('subscription', invoice.hidden.subscription ?? '');
    await finalizeInvoice(tx, invoice, owner.data);
  },
  retry_invoice: (tx, id) => retryInvoice(tx, id),
  end_unpaid: async (tx, id) => {
    const subscription = await tx.lock('subscription', id);
    if (subscription.data.status === 'past_due')
      await endSubscription(tx, subscription, 'payment_failed');
  },
  refund_payment: (tx, id) => createRefund(tx, { payment_intent: id }),
  finish_refund: (tx, id) => finishRefund(tx, id),
  open_dispute: (tx, id) => openDispute(tx, id),
};

/** Runs all due timers, each in one transaction, and returns their number. */
export async function runDueTimers(pool: pg.Pool, config: Config): Promise<number> {
  let done = 0;
  while (await runOne(pool, config)) done++;
  return done;
}

async function runOne(pool: pg.Pool, config: Config): Promise<boolean> {
  let taken: { id: string } | undefined;
  try {
    return await transact(pool, config, NO_REQUEST, async (tx) => {
      const found = await tx.client.query<{ id: string; action: TimerAction; object_id: string }>(
        `SELECT id, action, object_id FROM timer WHERE due_at <= to_timestamp($1)
         ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
        [clockMs() / 1000],
      );
      const timer = found.rows[0];
      if (!timer) return false;
      taken = { id: timer.id };
      await tx.client.query('DELETE FROM timer WHERE id = $1', [timer.id]);
      await ACTIONS[timer.action](tx, timer.object_id);
      return true;
    });
  } catch (error) {
    if (!taken) throw error;
    config.logger.error({ err: error, timer: taken.id }, 'timer failed');
    // Postponed, so that a failing timer does not block the others.
    await pool.query('UPDATE timer SET due_at = to_timestamp($2) WHERE id = $1', [
      taken.id,
      clockMs() / 1000 + 30,
    ]);
    return true;
  }
}

/**
 * Advances the simulated time. Timers that fall due run in order, each at its own time; deliveries
 * that wait for a retry move forward by the same amount.
 * @returns the number of timers that ran
 */
export async function advanceClock({ pool, config }: Store, seconds: number): Promise<number> {
  const target = clockMs() + seconds * 1000;
  let ran = 0;
  for (;;) {
    const due = await nextTimer(pool, target);
    if (due === null) break;
    await setClock(pool, due);
    ran += await runDueTimers(pool, config);
  }
  await setClock(pool, target);
  await pool.query(
    `UPDATE webhook_delivery SET due_at = due_at - make_interval(secs => $1)
     WHERE state = 'pending' AND lease_token IS NULL`,
    [seconds],
  );
  return ran;
}

async function nextTimer(pool: pg.Pool, until: number): Promise<number | null> {
  const found = await pool.query<{ ms: string | null }>(
    'SELECT extract(epoch FROM min(due_at)) * 1000 AS ms FROM timer WHERE due_at <= to_timestamp($1)',
    [until / 1000],
  );
  const ms = found.rows[0]?.ms;
  return ms === null || ms === undefined ? null : Math.ceil(Number(ms));
}
