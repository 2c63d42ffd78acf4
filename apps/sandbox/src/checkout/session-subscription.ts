import { nowSeconds } from '../clock.ts';
import { getId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import type { RequestedItem } from '../subscriptions/create-items.ts';
import { startSubscription } from '../subscriptions/start-subscription.ts';
import { invalid } from '../wire/errors.ts';
import { completeSession } from './complete-session.ts';

type Session = Row<'checkout.session'>;

/** Returns the subscription of a session with its open payment; the first payment attempt creates it. */
export async function startSessionSubscription(tx: Tx, session: Session) {
  const pending = session.hidden.pending_subscription;
  if (!pending) {
    const started = await createSubscription(tx, session, null);
    const { subscription, intent } = started;
    if (!intent) throw invalid('Nothing is due on this Checkout Session.');
    const pending = { pending_subscription: subscription.id, pending_intent: intent.id };
    await tx.change(session, {}, pending);
    return { ...started, intent };
  }
  const subscription = await tx.lock('subscription', pending);
  const invoice = await tx.lock('invoice', getId(subscription.data.latest_invoice) ?? '');
  const intent = await tx.lock('payment_intent', session.hidden.pending_intent ?? '');
  return { subscription, invoice, intent };
}

/** Completes a session that needs no payment once its card is set up, or at once if `setup` is null. */
export async function applySetupToSession(
  tx: Tx,
  session: Session,
  setup: Row<'setup_intent'> | null,
): Promise<void> {
  if (session.data.status !== 'open') return;
  if (setup !== null && setup.data.status !== 'succeeded') return;
  if (session.data.mode === 'setup') {
    return completeSession(tx, session, { payment_status: 'no_payment_required' });
  }
  const { subscription, invoice } = await createSubscription(
    tx,
    session,
    getId(setup?.data.payment_method),
  );
  return completeSession(tx, session, {
    subscription: subscription.id,
    invoice: invoice.id,
    payment_status: 'no_payment_required',
  });
}

function createSubscription(tx: Tx, session: Session, method: string | null) {
  const lines: RequestedItem[] = (session.hidden.line_items ?? []).flatMap((line) =>
    line.price ? [{ price: line.price, quantity: line.quantity ?? 1 }] : [],
  );
  const days = session.hidden.trial_days;
  return startSubscription(tx, {
    customer: getId(session.data.customer) ?? '',
    requestedItems: lines.filter((line) => line.price.type === 'recurring'),
    extraLines: lines.filter((line) => line.price.type === 'one_time'),
    trialEnd: days ? nowSeconds() + days * 86_400 : (session.hidden.trial_end ?? null),
    metadata: session.hidden.intent_data?.metadata ?? {},
    description: session.hidden.intent_data?.description,
    default_payment_method: method,
    saveMethod: true,
    checkoutSession: session.id,
  });
}
