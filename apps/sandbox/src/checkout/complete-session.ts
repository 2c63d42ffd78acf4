import type Stripe from 'stripe';
import { cancelIntent } from '../payment-intents/cancel-intent.ts';
import { cancelSetup } from '../setup-intents/confirm-setup.ts';
import { getId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { expireIncompleteSubscription } from '../subscriptions/end-subscription.ts';
import { invalid } from '../wire/errors.ts';

type Session = Row<'checkout.session'>;

/** Completes an open session; `payment_status` says whether it is paid yet. */
export async function completeSession(
  tx: Tx,
  session: Session,
  change: Partial<Stripe.Checkout.Session>,
): Promise<void> {
  if (session.data.status !== 'open') return;
  await tx.change(session, { ...change, status: 'complete', url: null });
  await tx.emit('checkout.session.completed', session);
}

/** Updates a session to match the state of its payment intent. */
export async function applyPaymentToSession(
  tx: Tx,
  session: Session,
  intent: Row<'payment_intent'>,
): Promise<void> {
  const { status } = intent.data;
  const open = session.data.status === 'open';
  const subscription = session.hidden.pending_subscription;
  const created: Partial<Stripe.Checkout.Session> = subscription
    ? { subscription, invoice: intent.hidden.invoice ?? null }
    : { payment_intent: intent.id };
  if (open && status === 'succeeded')
    return completeSession(tx, session, { ...created, payment_status: 'paid' });
  if (open && status === 'processing')
    return completeSession(tx, session, { ...created, payment_status: 'unpaid' });
  const waiting = session.data.status === 'complete' && session.data.payment_status === 'unpaid';
  if (waiting && status === 'succeeded') {
    await tx.change(session, { payment_status: 'paid' });
    await tx.emit('checkout.session.async_payment_succeeded', session);
  } else if (waiting && status === 'requires_payment_method') {
    await tx.emit('checkout.session.async_payment_failed', session);
  }
}

/** Expires an open session and cancels its intents and incomplete subscription. */
export async function expireSession(tx: Tx, session: Session): Promise<void> {
  if (session.data.status !== 'open') {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.data.status}.`,
      { code: 'resource_missing' },
    );
  }
  const { pending_subscription } = session.hidden;
  if (pending_subscription)
    await expireIncompleteSubscription(tx, await tx.lock('subscription', pending_subscription));
  const intentId = getId(session.data.payment_intent) ?? session.hidden.pending_intent;
  const intent = intentId ? await tx.lock('payment_intent', intentId) : null;
  if (intent && !['canceled', 'succeeded', 'processing'].includes(intent.data.status))
    await cancelIntent(tx, intent, 'automatic');
  const setupId = getId(session.data.setup_intent) ?? session.hidden.pending_setup;
  const setup = setupId ? await tx.lock('setup_intent', setupId) : null;
  if (setup && !['canceled', 'succeeded'].includes(setup.data.status))
    await cancelSetup(tx, setup, null);
  await tx.change(session, { status: 'expired', url: null });
  await tx.emit('checkout.session.expired', session);
}
