import type Stripe from 'stripe';
import type { CardDecline } from '../cards/decline.ts';
import { makeCharge } from '../charges/make-charge.ts';
import { clockMs } from '../clock.ts';
import { attachPaymentMethod } from '../payment-methods/make-payment-method.ts';
import { scenariosOf, takenOf } from '../scenarios/scenario.ts';
import { idOf } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';

/** Milliseconds after a payment until its scenario gives it back. */
const AFTERMATH_MS = 500;

type Intent = Row<'payment_intent'>;
type Method = Row<'payment_method'>;

/** Money taken at once. */
export async function succeedIntent(
  tx: Tx,
  intent: Intent,
  method: Method,
  authenticated: boolean,
) {
  const charge = makeCharge(intent.data, method.data, { status: 'succeeded' }, authenticated);
  charge.amount_captured = takenOf(intent.data.amount, intent.data);
  await keepMethod(tx, intent, method);
  finish(intent, { latest_charge: charge.id, payment_method: method.id });
  const row = await tx.insert('charge', charge);
  await tx.save(intent);
  await tx.emit('charge.succeeded', row);
  await tx.emit('payment_intent.succeeded', intent);
  await scheduleAftermath(tx, intent);
}

/** Refused: the intent waits for another card and tells why. */
export async function declineIntent(
  tx: Tx,
  intent: Intent,
  method: Method,
  decline: CardDecline,
  charged = true,
) {
  const charge = charged
    ? makeCharge(intent.data, method.data, { status: 'failed', decline }, false)
    : null;
  fail(intent, method, decline, charge?.id ?? null);
  await tx.save(intent);
  if (charge) await tx.emit('charge.failed', await tx.insert('charge', charge));
  await tx.emit('payment_intent.payment_failed', intent);
}

/** Accepted, and settled by a timer later on. */
export async function beginProcessing(
  tx: Tx,
  intent: Intent,
  method: Method,
  outcome: 'succeeded' | 'failed',
) {
  const charge = makeCharge(intent.data, method.data, { status: 'pending' }, false);
  await keepMethod(tx, intent, method);
  intent.hidden = { ...withoutChallenge(intent), settles: outcome };
  intent.data = {
    ...intent.data,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'processing',
  };
  const row = await tx.insert('charge', charge);
  await tx.save(intent);
  await tx.emit('charge.pending', row);
  await tx.emit('payment_intent.processing', intent);
  await tx.schedule('settle_payment', intent.id, clockMs() + tx.config.settleDelayMs);
}

/** Ends `processing` one way or the other; nothing to do in any other state. */
export async function settleIntent(
  tx: Tx,
  intent: Intent,
  decline: CardDecline,
  outcome = intent.hidden.settles,
): Promise<boolean> {
  const chargeId = idOf(intent.data.latest_charge);
  const methodId = idOf(intent.data.payment_method);
  if (intent.data.status !== 'processing' || !chargeId || !methodId) return false;
  const charge = await tx.lock('charge', chargeId);
  const method = await tx.read('payment_method', methodId);
  const paid = outcome !== 'failed';
  charge.data = {
    ...charge.data,
    paid,
    captured: paid,
    amount_captured: paid ? takenOf(charge.data.amount, intent.data) : 0,
    failure_code: paid ? null : decline.code,
    failure_message: paid ? null : decline.message,
    status: paid ? 'succeeded' : 'failed',
  };
  await tx.save(charge);
  if (paid) finish(intent, {});
  else fail(intent, method, decline, chargeId);
  await tx.save(intent);
  await tx.emit(paid ? 'charge.succeeded' : 'charge.failed', charge);
  await tx.emit(paid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent);
  if (paid) await scheduleAftermath(tx, intent);
  return true;
}

/** What some scenarios bring soon after the money was taken. */
async function scheduleAftermath(tx: Tx, intent: Intent): Promise<void> {
  const asked = scenariosOf(intent.data);
  const soon = clockMs() + AFTERMATH_MS;
  if (asked.has('refund')) await tx.schedule('refund_payment', intent.id, soon);
  if (asked.has('dispute')) await tx.schedule('open_dispute', intent.id, soon);
}

function finish(intent: Intent, change: Partial<Stripe.PaymentIntent>): void {
  intent.hidden = withoutChallenge(intent);
  intent.data = {
    ...intent.data,
    ...change,
    amount_received: takenOf(intent.data.amount, intent.data),
    last_payment_error: null,
    next_action: null,
    processing: null,
    status: 'succeeded',
  };
}

function fail(intent: Intent, method: Method, decline: CardDecline, chargeId: string | null): void {
  intent.hidden = withoutChallenge(intent);
  intent.data = {
    ...intent.data,
    last_payment_error: {
      ...(chargeId ? { charge: chargeId } : {}),
      code: decline.code as Stripe.PaymentIntent.LastPaymentError.Code,
      ...(decline.decline_code ? { decline_code: decline.decline_code } : {}),
      doc_url: `https://docs.stripe.com/error-codes/${decline.code.replaceAll('_', '-')}`,
      message: decline.message,
      ...(decline.param ? { param: decline.param } : {}),
      payment_method: method.data,
      type: decline.decline_code ? 'card_error' : 'invalid_request_error',
    },
    ...(chargeId ? { latest_charge: chargeId } : {}),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  };
}

/** A card meant for later use belongs to the customer from now on. */
async function keepMethod(tx: Tx, intent: Intent, method: Method): Promise<void> {
  const customer = idOf(intent.data.customer);
  if (!intent.data.setup_future_usage) return;
  method.hidden = { ...method.hidden, set_up: true };
  if (customer && method.data.customer !== customer)
    await attachPaymentMethod(tx, method, customer);
  else await tx.save(method);
}

function withoutChallenge(intent: Intent): Intent['hidden'] {
  const { challenge: _, ...hidden } = intent.hidden;
  return hidden;
}
