import { followSessionPayment } from '../checkout/complete-session.ts';
import { followPayment } from '../invoices/follow-payment.ts';
import type { Row, Tx } from '../store/tx.ts';

/** Carries what became of an intent over to the invoice, subscription and session that wait for it. */
export async function followIntent(tx: Tx, intent: Row<'payment_intent'>): Promise<void> {
  const { invoice, subscription, checkout_session } = intent.hidden;
  if (invoice && subscription) {
    await followPayment(
      tx,
      intent,
      await tx.lock('invoice', invoice),
      await tx.lock('subscription', subscription),
    );
  }
  if (checkout_session) {
    await followSessionPayment(tx, await tx.lock('checkout.session', checkout_session), intent);
  }
}
