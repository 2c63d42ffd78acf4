import type Stripe from 'stripe';
import type { Tx } from '../store/tx.ts';

type Json = Record<string, unknown>;

/** The `payments` field of an expanded invoice. */
export async function invoicePaymentList(tx: Tx, invoice: Json): Promise<unknown> {
  const data = await invoicePayments(tx, invoice);
  const url = `/v1/invoice_payments?invoice=${String(invoice.id)}`;
  return { object: 'list', data, has_more: false, url };
}

/** Returns the invoice payments of an invoice: one if it has a payment intent, else none. */
export async function invoicePayments(
  tx: Tx,
  invoice: { id?: unknown; status?: unknown },
): Promise<Stripe.InvoicePayment[]> {
  const { row, intent } = await readPayment(tx, invoice);
  if (!row || !intent) return [];
  const paid = invoice.status === 'paid';
  const payment: Stripe.InvoicePayment = {
    id: intent.id.replace(/^pi_/, 'inpay_'),
    object: 'invoice_payment',
    amount_paid: paid ? intent.data.amount_received : null,
    amount_requested: intent.data.amount,
    created: intent.data.created,
    currency: intent.data.currency,
    invoice: row.id,
    is_default: true,
    livemode: tx.config.livemode,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: paid ? 'paid' : intent.data.status === 'canceled' ? 'canceled' : 'open',
    status_transitions: {
      canceled_at: intent.data.canceled_at,
      paid_at: row.data.status_transitions.paid_at,
    },
  };
  return [payment];
}

/** The `confirmation_secret` field of an expanded invoice, with which a browser confirms the payment. */
export async function confirmationSecret(tx: Tx, invoice: Json): Promise<unknown> {
  const { intent } = await readPayment(tx, invoice);
  return intent ? { client_secret: intent.data.client_secret, type: 'payment_intent' } : null;
}

async function readPayment(tx: Tx, invoice: { id?: unknown }) {
  const row = await tx.find('invoice', String(invoice.id));
  const intentId = row?.hidden.pending_intent;
  return { row, intent: intentId ? await tx.find('payment_intent', intentId) : null };
}
