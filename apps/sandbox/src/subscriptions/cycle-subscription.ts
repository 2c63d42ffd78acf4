import { nowSeconds } from '../clock.ts';
import { collectInvoice, defaultMethod } from '../invoices/collect-payment.ts';
import { createInvoice } from '../invoices/create-invoice.ts';
import { changeSubscription, payInvoice } from '../invoices/invoice-outcomes.ts';
import type { Row, Tx } from '../store/tx.ts';
import { billedAmount } from './create-items.ts';
import { endSubscription } from './end-subscription.ts';
import { periodEnd } from './period.ts';
import { scheduleNext } from './start-subscription.ts';

const RUNNING = new Set(['trialing', 'active', 'past_due']);

/** Starts and bills the next period of a subscription whose period or trial has ended. */
export async function cycleSubscription(
  tx: Tx,
  subscription: Row<'subscription'>,
  at = nowSeconds(),
): Promise<void> {
  const { data } = subscription;
  const first = data.items.data[0];
  const recurring = first?.price.recurring;
  if (!first || !recurring || !RUNNING.has(data.status) || first.current_period_end > at) return;
  if (data.cancel_at_period_end || (data.cancel_at !== null && data.cancel_at <= at))
    return endSubscription(tx, subscription, 'cancellation_requested');
  const method = await defaultMethod(tx, data);
  const wasTrial = data.status === 'trialing';
  const missing = data.trial_settings?.end_behavior.missing_payment_method;
  if (wasTrial && !method && missing === 'cancel')
    return endSubscription(tx, subscription, 'cancellation_requested');
  if (wasTrial && !method && missing === 'pause')
    return changeSubscription(tx, subscription, { status: 'paused' });
  const period = {
    start: first.current_period_end,
    end: periodEnd(first.current_period_end, recurring),
  };
  const items = data.items.data.map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }));
  const before = subscription.data;
  subscription.data = { ...before, items: { ...before.items, data: items }, status: 'active' };
  const { invoice, intent } = await createInvoice(tx, {
    subscription: subscription.data,
    reason: 'subscription_cycle',
    lines: items.map((item) => ({
      item: item.id,
      price: item.price,
      quantity: item.quantity ?? 1,
      amount: billedAmount(item),
    })),
    period,
  });
  subscription.data = { ...subscription.data, latest_invoice: invoice.id };
  await tx.save(subscription);
  await tx.emit('customer.subscription.updated', subscription, before);
  await scheduleNext(tx, subscription.id, period.end, false);
  if (!intent) return payInvoice(tx, invoice, subscription, null);
  if (!method) return changeSubscription(tx, subscription, { status: 'past_due' });
  return collectInvoice(tx, intent, invoice, subscription, method);
}

export async function emitTrialWillEnd(tx: Tx, subscription: Row<'subscription'>): Promise<void> {
  const { status, trial_end } = subscription.data;
  // A trial that was extended has a later timer.
  const soon = trial_end !== null && trial_end - nowSeconds() <= 3 * 86_400 + 60;
  if (status === 'trialing' && soon)
    await tx.emit('customer.subscription.trial_will_end', subscription);
}
