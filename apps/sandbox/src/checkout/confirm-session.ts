import type Stripe from 'stripe';
import { makeCustomer } from '../customers/make-customer.ts';
import { followPayment } from '../invoices/collect-payment.ts';
import { confirmIntent } from '../payment-intents/confirm-intent.ts';
import { makeIntent } from '../payment-intents/make-intent.ts';
import { confirmSetup } from '../setup-intents/confirm-setup.ts';
import { makeSetup } from '../setup-intents/make-setup.ts';
import { idOf } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { invalid, type StripeError } from '../wire/errors.ts';
import { completeSession, followSessionPayment } from './complete-session.ts';
import type { ConfirmSession } from './params.ts';
import { finishSetup, startFromSession } from './session-subscription.ts';

type Session = Row<'checkout.session'>;

/** The payer submits the form of a session the caller has locked; a refusal is returned, not thrown. */
export async function confirmSession(
  tx: Tx,
  session: Session,
  given: ConfirmSession,
): Promise<StripeError | null> {
  if (session.data.status !== 'open') {
    throw invalid(
      session.data.status === 'complete'
        ? 'You cannot confirm this Checkout Session because it is already complete.'
        : 'This Checkout Session has expired.',
      { code: 'checkout_session_unexpected_state' },
    );
  }
  await meetPayer(tx, session, given);
  if (session.data.mode === 'setup') return setUp(tx, session, given);
  const total = session.data.amount_total ?? 0;
  if (session.data.mode === 'payment') {
    if (total === 0) return completeFree(tx, session);
    return pay(tx, session, await ownIntent(tx, session), given);
  }
  if (total === 0) return startFree(tx, session, given);
  const { invoice, subscription, intent } = await startFromSession(tx, session);
  const error = await confirmIntent(tx, intent, methodOf(given), true);
  await followPayment(tx, intent, invoice, subscription);
  await followSessionPayment(tx, session, intent);
  return error;
}

async function pay(tx: Tx, session: Session, intent: Row<'payment_intent'>, given: ConfirmSession) {
  const error = await confirmIntent(tx, intent, methodOf(given), true);
  await followSessionPayment(tx, session, intent);
  return error;
}

async function completeFree(tx: Tx, session: Session): Promise<null> {
  await completeSession(tx, session, { payment_status: 'no_payment_required' });
  return null;
}

async function setUp(tx: Tx, session: Session, given: ConfirmSession) {
  const setup = await tx.lock('setup_intent', idOf(session.data.setup_intent) ?? '');
  const error = await confirmSetup(tx, setup, methodOf(given), true);
  await finishSetup(tx, session, setup);
  return error;
}

/** Nothing due today: the card is only set up, and may be left out where the merchant allows it. */
async function startFree(tx: Tx, session: Session, given: ConfirmSession) {
  const hasMethod = given.payment_method !== undefined || given.payment_method_data !== undefined;
  if (!hasMethod && session.data.payment_method_collection === 'if_required') {
    await finishSetup(tx, session, null);
    return null;
  }
  const setup = await makeSetup(
    tx,
    { customer: idOf(session.data.customer) ?? undefined, payment_method_types: ['card'] },
    { checkout_session: session.id },
  );
  // The page finds a challenge through it.
  session.hidden = { ...session.hidden, pending_setup: setup.id };
  await tx.save(session);
  const error = await confirmSetup(tx, setup, methodOf(given), true);
  await finishSetup(tx, session, setup);
  return error;
}

async function ownIntent(tx: Tx, session: Session): Promise<Row<'payment_intent'>> {
  const existing = idOf(session.data.payment_intent);
  if (existing) return tx.lock('payment_intent', existing);
  const { data, hidden } = session;
  const intent = await makeIntent(
    tx,
    {
      ...hidden.intent_data,
      metadata: hidden.intent_data?.metadata ?? {},
      amount: data.amount_total ?? 0,
      currency: data.currency ?? 'usd',
      customer: idOf(data.customer) ?? undefined,
      payment_method_types: ['card'],
    },
    { checkout_session: session.id },
  );
  session.data = { ...data, payment_intent: intent.id };
  await tx.save(session);
  return intent;
}

/** Keeps who pays; a subscription, or a merchant who asked for it, gets a customer. */
async function meetPayer(tx: Tx, session: Session, given: ConfirmSession): Promise<void> {
  const email = given.email ?? session.data.customer_email ?? null;
  const name = given.name ?? given.payment_method_data?.billing_details?.name ?? null;
  const wants = session.data.mode === 'subscription' || session.data.customer_creation === 'always';
  let customer = idOf(session.data.customer);
  if (!customer && wants) {
    const made = await makeCustomer(tx, { ...(email ? { email } : {}), ...(name ? { name } : {}) });
    customer = made.id;
  }
  const known = customer ? await tx.find('customer', customer) : null;
  const details: Stripe.Checkout.Session.CustomerDetails = {
    address: null,
    business_name: null,
    email: email ?? known?.data.email ?? null,
    individual_name: null,
    name: name ?? known?.data.name ?? null,
    phone: known?.data.phone ?? null,
    tax_exempt: 'none',
    tax_ids: [],
  };
  session.data = { ...session.data, customer, customer_details: details };
  await tx.save(session);
}

function methodOf(given: ConfirmSession) {
  const { payment_method, payment_method_data, return_url } = given;
  return { payment_method, payment_method_data, return_url };
}
