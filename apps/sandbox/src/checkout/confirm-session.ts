import type Stripe from 'stripe';
import { createCustomer } from '../customers/create-customer.ts';
import { applyPaymentToInvoice } from '../invoices/collect-payment.ts';
import { confirmIntent } from '../payment-intents/confirm-intent.ts';
import { createIntent } from '../payment-intents/create-intent.ts';
import { confirmSetup } from '../setup-intents/confirm-setup.ts';
import { createSetup } from '../setup-intents/create-setup.ts';
import { getId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { invalid, type StripeError } from '../wire/errors.ts';
import { applyPaymentToSession, completeSession } from './complete-session.ts';
import type { ConfirmSession } from './params.ts';
import { applySetupToSession, startSessionSubscription } from './session-subscription.ts';

type Session = Row<'checkout.session'>;

/** Confirms a session that the caller has locked; the error of a declined card is returned, not thrown. */
export async function confirmSession(
  tx: Tx,
  session: Session,
  params: ConfirmSession,
): Promise<StripeError | null> {
  if (session.data.status !== 'open') {
    throw invalid(
      session.data.status === 'complete'
        ? 'You cannot confirm this Checkout Session because it is already complete.'
        : 'This Checkout Session has expired.',
    );
  }
  await savePayer(tx, session, params);
  if (session.data.mode === 'setup') return confirmSetupSession(tx, session, params);
  const total = session.data.amount_total ?? 0;
  if (session.data.mode === 'payment') {
    if (total === 0) {
      await completeSession(tx, session, { payment_status: 'no_payment_required' });
      return null;
    }
    const intent = await findOrCreateIntent(tx, session);
    const error = await confirmIntent(tx, intent, getMethod(params), true);
    await applyPaymentToSession(tx, session, intent);
    return error;
  }
  if (total === 0) return startTrial(tx, session, params);
  const { invoice, subscription, intent } = await startSessionSubscription(tx, session);
  const error = await confirmIntent(tx, intent, getMethod(params), true);
  await applyPaymentToInvoice(tx, intent, invoice, subscription);
  await applyPaymentToSession(tx, session, intent);
  return error;
}

async function confirmSetupSession(tx: Tx, session: Session, params: ConfirmSession) {
  const setup = await tx.lock('setup_intent', getId(session.data.setup_intent) ?? '');
  const error = await confirmSetup(tx, setup, getMethod(params), true);
  await applySetupToSession(tx, session, setup);
  return error;
}

/** Confirms a subscription with nothing due: sets up the card, which `if_required` makes optional. */
async function startTrial(tx: Tx, session: Session, params: ConfirmSession) {
  const hasMethod = params.payment_method !== undefined || params.payment_method_data !== undefined;
  if (!hasMethod && session.data.payment_method_collection === 'if_required') {
    await applySetupToSession(tx, session, null);
    return null;
  }
  const setup = await createSetup(
    tx,
    { customer: getId(session.data.customer) ?? undefined, payment_method_types: ['card'] },
    { checkout_session: session.id },
  );
  // The payment page finds the authentication through this id.
  await tx.change(session, {}, { pending_setup: setup.id });
  const error = await confirmSetup(tx, setup, getMethod(params), true);
  await applySetupToSession(tx, session, setup);
  return error;
}

async function findOrCreateIntent(tx: Tx, session: Session): Promise<Row<'payment_intent'>> {
  const existing = getId(session.data.payment_intent);
  if (existing) return tx.lock('payment_intent', existing);
  const { data, hidden } = session;
  const intent = await createIntent(
    tx,
    {
      ...hidden.intent_data,
      metadata: hidden.intent_data?.metadata ?? {},
      amount: data.amount_total ?? 0,
      currency: data.currency ?? 'usd',
      customer: getId(data.customer) ?? undefined,
      payment_method_types: ['card'],
    },
    { checkout_session: session.id },
  );
  await tx.change(session, { payment_intent: intent.id });
  return intent;
}

/** Stores the payer's details; creates a customer for a subscription or if `customer_creation` is `always`. */
async function savePayer(tx: Tx, session: Session, params: ConfirmSession): Promise<void> {
  const email = params.email ?? session.data.customer_email ?? null;
  const name = params.name ?? params.payment_method_data?.billing_details?.name ?? null;
  const wants = session.data.mode === 'subscription' || session.data.customer_creation === 'always';
  let customer = getId(session.data.customer);
  if (!customer && wants) {
    const made = await createCustomer(tx, {
      ...(email ? { email } : {}),
      ...(name ? { name } : {}),
    });
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
  await tx.change(session, { customer, customer_details: details });
}

function getMethod(params: ConfirmSession) {
  const { payment_method, payment_method_data, return_url } = params;
  return { payment_method, payment_method_data, return_url };
}
