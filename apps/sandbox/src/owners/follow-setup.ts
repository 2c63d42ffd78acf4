import { finishSetup } from '../checkout/session-subscription.ts';
import { changeSubscription } from '../invoices/conclude-invoice.ts';
import { idOf } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';

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
