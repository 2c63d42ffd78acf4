import type Stripe from 'stripe';
import { clockMs, nowSeconds } from '../clock.ts';
import { createIntent } from '../payment-intents/create-intent.ts';
import { scenarioMetadata } from '../scenarios.ts';
import { getId, newId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { nulls } from '../wire/words.ts';

interface InvoiceLine {
  item: string;
  price: Stripe.Price;
  quantity: number;
  amount: number;
}

interface InvoiceInput {
  subscription: Stripe.Subscription;
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  lines: readonly InvoiceLine[];
  period: { start: number; end: number };
  checkoutSession?: string | undefined;
}

/** How long an invoice that is sent to the payer is a draft. */
const DRAFT_MS = 3_600_000;

interface CreatedInvoice {
  invoice: Row<'invoice'>;
  /** Its payment intent, if it is finalized and an amount is due. */
  intent: Row<'payment_intent'> | null;
}

/** Creates an invoice of a subscription, and finalizes it unless it is sent to the payer. */
export async function createInvoice(tx: Tx, input: InvoiceInput): Promise<CreatedInvoice> {
  const { subscription, checkoutSession } = input;
  const customer = await tx.read('customer', getId(subscription.customer) ?? '', 'customer');
  const hidden = { subscription: subscription.id };
  const data = draft(input, customer.data);
  const invoice = await tx.create('invoice', data, 'invoice.created', hidden);
  if (subscription.collection_method === 'send_invoice') {
    await tx.schedule('finalize_invoice', invoice.id, clockMs() + DRAFT_MS);
    return { invoice, intent: null };
  }
  return finalizeInvoice(tx, invoice, subscription, checkoutSession);
}

/** Opens a draft, with a payment intent if an amount is due. */
export async function finalizeInvoice(
  tx: Tx,
  invoice: Row<'invoice'>,
  subscription: Stripe.Subscription,
  checkoutSession?: string,
): Promise<CreatedInvoice> {
  const customerId = getId(subscription.customer) ?? '';
  const customer = await tx.read('customer', customerId, 'customer');
  const now = nowSeconds();
  const { amount_due: due, billing_reason: reason, currency } = invoice.data;
  let intent: Row<'payment_intent'> | null = null;
  if (due > 0) {
    intent = await createIntent(
      tx,
      {
        amount: due,
        currency,
        customer: customerId,
        description:
          reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
        metadata: scenarioMetadata(subscription),
        payment_method_types: ['card'],
        setup_future_usage: 'off_session',
      },
      {
        invoice: invoice.id,
        subscription: subscription.id,
        ...(checkoutSession ? { checkout_session: checkoutSession } : {}),
      },
    );
  }
  const { days_until_due: days } = subscription;
  const change: Partial<Stripe.Invoice> = {
    status: 'open',
    number: `${customer.data.invoice_prefix ?? 'SANDBOX'}-${invoice.id.slice(-6).toUpperCase()}`,
    due_date: days === null ? null : now + days * 86_400,
    effective_at: now,
    hosted_invoice_url: `${tx.config.publicUrl}/i/${invoice.id}`,
    status_transitions: { ...invoice.data.status_transitions, finalized_at: now },
  };
  await tx.change(invoice, change, intent ? { pending_intent: intent.id } : {});
  await tx.emit('invoice.finalized', invoice);
  return { invoice, intent };
}

function draft(input: InvoiceInput, customer: Stripe.Customer): Stripe.Invoice {
  const id = newId('in');
  const total = input.lines.reduce((sum, line) => sum + line.amount, 0);
  const created = nowSeconds();
  const subscription = input.subscription;
  return {
    ...nulls(`
      account_tax_ids application automatically_finalizes_at custom_fields customer_account
      customer_shipping default_payment_method default_source due_date effective_at footer
      from_invoice hosted_invoice_url invoice_pdf last_finalization_error latest_revision
      next_payment_attempt number on_behalf_of receipt_number rendering shipping_cost
      shipping_details statement_descriptor webhooks_delivered_at
    `),
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Parley sandbox',
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: false,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    billing_reason: input.reason,
    collection_method: subscription.collection_method,
    created,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_tax_rates: [],
    description: subscription.description,
    discounts: [],
    ending_balance: 0,
    issuer: { type: 'self' },
    lines: {
      object: 'list',
      data: input.lines.map((line) => lineItem(id, line, input)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: customer.livemode,
    metadata: {},
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: input.period.start,
    period_start: input.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: customer.test_clock ?? null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
  };
}

function lineItem(invoice: string, line: InvoiceLine, input: InvoiceInput): Stripe.InvoiceLineItem {
  const { price } = line;
  return {
    id: newId('il'),
    object: 'line_item',
    amount: line.amount,
    currency: price.currency,
    description: `${line.quantity} × ${price.nickname ?? getId(price.product) ?? price.id}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: price.livemode,
    metadata: input.subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: input.subscription.id,
        subscription_item: line.item,
      },
      type: 'subscription_item_details',
    },
    period: input.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: getId(price.product) ?? '' },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: line.quantity,
    quantity_decimal: null,
    subscription: input.subscription.id,
    subtotal: line.amount,
    taxes: [],
  };
}
