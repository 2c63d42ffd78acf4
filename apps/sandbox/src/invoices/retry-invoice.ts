import { lockIntent } from '../owners/lock-intent.ts';
import { confirmIntent } from '../payment-intents/confirm-intent.ts';
import type { Tx } from '../store/tx.ts';
import { defaultMethod } from './default-method.ts';
import { followPayment } from './follow-payment.ts';

/** Tries an invoice that a running subscription still owes once more, with the card there is then. */
export async function retryInvoice(tx: Tx, id: string): Promise<void> {
  const seen = await tx.read('invoice', id);
  const { subscription: owner, pending_intent } = seen.hidden;
  if (!owner || !pending_intent) return;
  const intent = await lockIntent(tx, pending_intent);
  const subscription = await tx.lock('subscription', owner);
  const invoice = await tx.lock('invoice', id);
  if (invoice.data.status !== 'open' || subscription.data.status !== 'past_due') return;
  const method = await defaultMethod(tx, subscription.data);
  if (!method) return;
  await confirmIntent(tx, intent, { payment_method: method, off_session: true }, false);
  await followPayment(tx, intent, invoice, subscription);
}
