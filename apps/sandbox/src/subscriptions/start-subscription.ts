import type Stripe from 'stripe';
import { clockMs, nowSeconds } from '../clock.ts';
import { createInvoice } from '../invoices/create-invoice.ts';
import { payInvoice } from '../invoices/invoice-outcomes.ts';
import { createSetup } from '../setup-intents/create-setup.ts';
import { newId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { checkAmount } from '../wire/check-amount.ts';
import { pickOrNull } from '../wire/params.ts';
import { nulls } from '../wire/words.ts';
import {
  billedAmount,
  checkRequestedItems,
  createItems,
  type RequestedItem,
} from './create-items.ts';
import { periodEnd } from './period.ts';

export interface SubscriptionInput {
  customer: string;
  requestedItems: readonly RequestedItem[];
  trialEnd: number | null;
  metadata: Record<string, string>;
  collection_method?: Stripe.Subscription.CollectionMethod | undefined;
  days_until_due?: number | undefined;
  description?: string | null | undefined;
  default_payment_method?: string | null | undefined;
  saveMethod?: boolean | undefined;
  cancel_at_period_end?: boolean | undefined;
  cancel_at?: number | null | undefined;
  missingMethod?: 'cancel' | 'create_invoice' | 'pause' | undefined;
  checkoutSession?: string | undefined;
  /** One-time items on the first invoice. */
  extraLines?: readonly RequestedItem[] | undefined;
}

export interface StartedSubscription {
  subscription: Row<'subscription'>;
  invoice: Row<'invoice'>;
  /** The payment of the first invoice; null if nothing is due, or before the invoice is sent to the payer. */
  intent: Row<'payment_intent'> | null;
}

const DAY_MS = 86_400_000;

/**
 * Creates a subscription and its first invoice: trialing, active if nothing is due or the invoice is sent to the
 * payer, else incomplete.
 */
export async function startSubscription(
  tx: Tx,
  input: SubscriptionInput,
): Promise<StartedSubscription> {
  const recurring = checkRequestedItems(input.requestedItems);
  const now = nowSeconds();
  const end = input.trialEnd ?? periodEnd(now, recurring);
  const trialing = input.trialEnd !== null;
  const customer = await tx.read('customer', input.customer, 'customer');
  const data = {
    ...newSubscription(input, { start: now, end }),
    livemode: customer.data.livemode,
    test_clock: customer.data.test_clock ?? null,
  };
  const subscription = await tx.insert('subscription', data, {
    ...(input.checkoutSession ? { checkout_session: input.checkoutSession } : {}),
  });
  const lines = [
    ...data.items.data.map((item) => ({
      item: item.id,
      price: item.price,
      quantity: item.quantity ?? 1,
      amount: trialing ? 0 : billedAmount(item),
    })),
    ...(input.extraLines ?? []).map(({ price, quantity }) => ({
      item: data.items.data[0]?.id ?? '',
      price,
      quantity,
      amount: (price.unit_amount ?? 0) * quantity,
    })),
  ];
  const due = lines.reduce((sum, { amount }) => sum + amount, 0);
  // The provider adds less than its minimum to the customer's balance, which the simulator does not have.
  if (due > 0) checkAmount(due, data.currency, { param: 'items' });
  const { invoice, intent } = await createInvoice(tx, {
    subscription: subscription.data,
    reason: 'subscription_create',
    lines,
    period: { start: now, end },
    checkoutSession: input.checkoutSession,
  });
  const setup =
    trialing && !input.default_payment_method
      ? await createSetup(
          tx,
          { customer: input.customer, payment_method_types: ['card'] },
          { subscription: subscription.id },
        )
      : null;
  await tx.change(subscription, {
    latest_invoice: invoice.id,
    pending_setup_intent: setup?.id ?? null,
    status: trialing ? 'trialing' : intent ? 'incomplete' : 'active',
  });
  await tx.emit('customer.subscription.created', subscription);
  if (!intent) await payInvoice(tx, invoice, subscription, null);
  await scheduleNext(tx, subscription.id, end, trialing);
  if (intent && !trialing)
    await tx.schedule('abandon_subscription', subscription.id, clockMs() + 23 * 3_600_000);
  return { subscription, invoice, intent };
}

export async function scheduleNext(tx: Tx, id: string, end: number, trialing: boolean) {
  await tx.schedule('cycle_subscription', id, end * 1000);
  // Three days before the end, or at once for a shorter trial.
  if (trialing)
    await tx.schedule('announce_trial_end', id, Math.max(clockMs(), end * 1000 - 3 * DAY_MS));
}

function newSubscription(
  input: SubscriptionInput,
  period: { start: number; end: number },
): Omit<Stripe.Subscription, 'livemode'> {
  const id = newId('sub');
  const trialing = input.trialEnd !== null;
  return {
    ...nulls(`
      application application_fee_percent billing_cycle_anchor_config billing_thresholds canceled_at
      customer_account default_source ended_at latest_invoice managed_payments
      next_pending_invoice_item_invoice on_behalf_of pause_collection pending_invoice_item_interval
      pending_setup_intent pending_update schedule test_clock transfer_data
    `),
    id,
    object: 'subscription',
    ...pickOrNull(input, 'days_until_due default_payment_method description'),
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialing ? period.end : period.start,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    cancel_at: input.cancel_at ?? (input.cancel_at_period_end ? period.end : null),
    cancel_at_period_end: input.cancel_at_period_end ?? false,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: input.collection_method ?? 'charge_automatically',
    created: period.start,
    currency: input.requestedItems[0]?.price.currency ?? 'usd',
    customer: input.customer,
    default_tax_rates: [],
    discounts: [],
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: createItems(id, input.requestedItems, period),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    metadata: input.metadata,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: input.saveMethod ? 'on_subscription' : 'off',
    },
    start_date: period.start,
    status: 'incomplete',
    trial_end: input.trialEnd,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: null,
        missing_payment_method: input.missingMethod ?? 'create_invoice',
      },
    },
    trial_start: trialing ? period.start : null,
  };
}
