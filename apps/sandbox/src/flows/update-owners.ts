import { DECLINES } from '../cards/decline.ts';
import { followSessionPayment } from '../checkout/complete-session.ts';
import { finishSetup } from '../checkout/session-subscription.ts';
import { lockIntent } from '../intents/lock-intent.ts';
import { followPayment } from '../invoices/collect-payment.ts';
import { changeSubscription } from '../invoices/conclude-invoice.ts';
import { settleIntent } from '../payment-intents/conclude-intent.ts';
import { idOf } from '../store/kinds.ts';
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

/** Carries a card that was set up over to the session or subscription that waits for it. */
export async function followSetup(tx: Tx, setup: Row<'setup_intent'>): Promise<void> {
  const { checkout_session, subscription } = setup.hidden;
  if (checkout_session)
    await finishSetup(tx, await tx.lock('checkout.session', checkout_session), setup);
  if (subscription && setup.data.status === 'succeeded') {
    await changeSubscription(tx, await tx.lock('subscription', subscription), {
      default_payment_method: idOf(setup.data.payment_method),
      pending_setup_intent: null,
    });
  }
}

/** Ends `processing`, as its card says or as told; the intent is answered either way. */
export async function settlePayment(
  tx: Tx,
  id: string,
  outcome?: 'succeeded' | 'failed',
): Promise<Row<'payment_intent'>> {
  const intent = await lockIntent(tx, id);
  const settled = await settleIntent(tx, intent, DECLINES.async_failure, outcome);
  if (settled) await followIntent(tx, intent);
  return intent;
}
