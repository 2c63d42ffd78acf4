import { DECLINES } from '../cards/declines.ts';
import { applyPaymentToSession } from '../checkout/complete-session.ts';
import { applySetupToSession } from '../checkout/session-subscription.ts';
import { lockIntent } from '../intents/lock-intent.ts';
import { applyPaymentToInvoice } from '../invoices/collect-payment.ts';
import { changeSubscription } from '../invoices/invoice-outcomes.ts';
import { settleIntent } from '../payment-intents/intent-outcomes.ts';
import { getId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';

/** Updates the invoice, subscription and Checkout Session that own a payment intent to match its state. */
export async function updateIntentOwners(tx: Tx, intent: Row<'payment_intent'>): Promise<void> {
  const { invoice, subscription, checkout_session } = intent.hidden;
  if (invoice && subscription) {
    await applyPaymentToInvoice(
      tx,
      intent,
      await tx.lock('invoice', invoice),
      await tx.lock('subscription', subscription),
    );
  }
  if (checkout_session) {
    await applyPaymentToSession(tx, await tx.lock('checkout.session', checkout_session), intent);
  }
}

/** Updates the Checkout Session or subscription that owns a setup intent to match its state. */
export async function updateSetupOwners(tx: Tx, setup: Row<'setup_intent'>): Promise<void> {
  const { checkout_session, subscription } = setup.hidden;
  if (checkout_session)
    await applySetupToSession(tx, await tx.lock('checkout.session', checkout_session), setup);
  if (subscription && setup.data.status === 'succeeded') {
    await changeSubscription(tx, await tx.lock('subscription', subscription), {
      default_payment_method: getId(setup.data.payment_method),
      pending_setup_intent: null,
    });
  }
}

/** Settles an intent in `processing` with the card's outcome or the given one; returns the intent in any state. */
export async function settlePayment(
  tx: Tx,
  id: string,
  outcome?: 'succeeded' | 'failed',
): Promise<Row<'payment_intent'>> {
  const intent = await lockIntent(tx, id);
  const settled = await settleIntent(tx, intent, DECLINES.async_failure, outcome);
  if (settled) await updateIntentOwners(tx, intent);
  return intent;
}
