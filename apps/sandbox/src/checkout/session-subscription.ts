import { nowSeconds } from '../clock.ts';
import { idOf } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import type { Wanted } from '../subscriptions/make-items.ts';
import { startSubscription } from '../subscriptions/start-subscription.ts';
import { invalid } from '../wire/errors.ts';
import { completeSession } from './complete-session.ts';

type Session = Row<'checkout.session'>;

/** The subscription a session sells, made at the first try to pay and kept for the next ones. */
export async function startFromSession(tx: Tx, session: Session) {
  const pending = session.hidden.pending_subscription;
  if (!pending) {
    const started = await start(tx, session, null);
    session.hidden = {
      ...session.hidden,
      pending_subscription: started.subscription.id,
      ...(started.intent ? { pending_intent: started.intent.id } : {}),
    };
    await tx.save(session);
    if (!started.intent) throw invalid('This Checkout Session has nothing to pay.');
    return { ...started, intent: started.intent };
  }
  const subscription = await tx.lock('subscription', pending);
  const invoice = await tx.lock('invoice', idOf(subscription.data.latest_invoice) ?? '');
  const intent = await tx.lock('payment_intent', session.hidden.pending_intent ?? '');
  return { subscription, invoice, intent };
}

/** A card was set up for the session (or none was needed): completes it where that is all there is. */
export async function finishSetup(
  tx: Tx,
  session: Session,
  setup: Row<'setup_intent'> | null,
): Promise<void> {
  if (session.data.status !== 'open') return;
  if (setup !== null && setup.data.status !== 'succeeded') return;
  if (session.data.mode === 'setup') {
    return completeSession(tx, session, { payment_status: 'no_payment_required' });
  }
  const { subscription, invoice } = await start(tx, session, idOf(setup?.data.payment_method));
  return completeSession(tx, session, {
    subscription: subscription.id,
    invoice: invoice.id,
    payment_status: 'no_payment_required',
  });
}

function start(tx: Tx, session: Session, method: string | null) {
  const lines: Wanted[] = (session.hidden.line_items ?? []).flatMap((line) =>
    line.price ? [{ price: line.price, quantity: line.quantity ?? 1 }] : [],
  );
  const days = session.hidden.trial_days;
  return startSubscription(tx, {
    customer: idOf(session.data.customer) ?? '',
    wanted: lines.filter((line) => line.price.type === 'recurring'),
    extraLines: lines.filter((line) => line.price.type === 'one_time'),
    trialEnd: days ? nowSeconds() + days * 86_400 : (session.hidden.trial_end ?? null),
    metadata: session.hidden.intent_data?.metadata ?? {},
    description: session.hidden.intent_data?.description,
    defaultMethod: method,
    saveMethod: true,
    checkoutSession: session.id,
  });
}
