import { idOf } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { failInvoice, payInvoice } from './conclude-invoice.ts';

/** Carries what became of an invoice's intent over to the invoice and its subscription. */
export async function followPayment(
  tx: Tx,
  intent: Row<'payment_intent'>,
  invoice: Row<'invoice'>,
  subscription: Row<'subscription'>,
): Promise<void> {
  switch (intent.data.status) {
    case 'succeeded':
      return payInvoice(tx, invoice, subscription, idOf(intent.data.payment_method));
    case 'requires_payment_method':
      return intent.data.last_payment_error ? failInvoice(tx, invoice, subscription) : undefined;
    case 'requires_action':
      return tx.emit('invoice.payment_action_required', invoice);
    default:
      return undefined;
  }
}
