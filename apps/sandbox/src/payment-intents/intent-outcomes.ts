import type Stripe from 'stripe';
import { type CardDecline, cardError } from '../cards/declines.ts';
import { cardByName } from '../cards/test-cards.ts';
import { bookCharge, createCharge } from '../charges/create-charge.ts';
import { clockMs } from '../clock.ts';
import { DEBIT_DELAY_MS } from '../payment-methods/bank-methods.ts';
import { recordUse } from '../payment-methods/create-payment-method.ts';
import { amountCaptured, readScenarios } from '../scenarios.ts';
import { getId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { docUrl, type StripeError } from '../wire/errors.ts';

/** Milliseconds from a payment to the refund or dispute of its scenario. */
const SCENARIO_EFFECT_DELAY_MS = 500;

type Intent = Row<'payment_intent'>;
type Method = Row<'payment_method'>;

/** What a charge captures. The rest of what was authorized counts as refunded. */
function capturedAmounts(intent: Stripe.PaymentIntent) {
  const captured = amountCaptured(intent.amount, intent);
  return { amount_captured: captured, amount_refunded: intent.amount - captured };
}

/** Marks an intent as paid and creates its charge. */
export async function succeedIntent(
  tx: Tx,
  intent: Intent,
  method: Method,
  authenticated: boolean,
) {
  const charge = createCharge(intent.data, method.data, { status: 'succeeded' }, authenticated);
  Object.assign(charge, capturedAmounts(intent.data));
  await recordUse(tx, method, intent.data);
  await finish(tx, intent, { latest_charge: charge.id, payment_method: method.id });
  const row = await tx.create('charge', charge, 'charge.succeeded');
  await tx.emit('payment_intent.succeeded', intent);
  await bookCharge(tx, row);
  await scheduleEffects(tx, intent, method);
}

/** Records a declined attempt and returns its error; the intent waits for another payment method. */
export async function declineIntent(
  tx: Tx,
  intent: Intent,
  method: Method,
  decline: CardDecline,
  charged = true,
): Promise<StripeError> {
  const charge = charged
    ? createCharge(intent.data, method.data, { status: 'failed', decline }, false)
    : null;
  await fail(tx, intent, method, decline, charge?.id ?? null);
  if (charge) await tx.create('charge', charge, 'charge.failed');
  await tx.emit('payment_intent.payment_failed', intent);
  return cardError(decline, {
    ...(charge ? { charge: charge.id } : {}),
    payment_intent: intent.data,
    payment_method: method.data,
  });
}

/** Sets an intent to `processing`; a timer settles it later. */
export async function beginProcessing(
  tx: Tx,
  intent: Intent,
  method: Method,
  outcome: 'succeeded' | 'failed',
) {
  const charge = createCharge(intent.data, method.data, { status: 'pending' }, false);
  await recordUse(tx, method, intent.data);
  await tx.change(
    intent,
    {
      last_payment_error: null,
      latest_charge: charge.id,
      next_action: null,
      payment_method: method.id,
      status: 'processing',
    },
    { challenge: undefined, settles: outcome },
  );
  await tx.create('charge', charge, 'charge.pending');
  await tx.emit('payment_intent.processing', intent);
  const isDebit = method.data.type === 'bacs_debit';
  const delay = isDebit ? DEBIT_DELAY_MS : tx.config.settleDelayMs;
  await tx.schedule('settle_payment', intent.id, clockMs() + delay);
}

/** Ends `processing` as paid or failed; returns false and does nothing in any other state. */
export async function settleIntent(
  tx: Tx,
  intent: Intent,
  decline: CardDecline,
  outcome = intent.hidden.settles,
): Promise<boolean> {
  const chargeId = getId(intent.data.latest_charge);
  const methodId = getId(intent.data.payment_method);
  if (intent.data.status !== 'processing' || !chargeId || !methodId) return false;
  const charge = await tx.lock('charge', chargeId);
  const method = await tx.read('payment_method', methodId);
  const paid = outcome !== 'failed';
  await tx.change(charge, {
    paid,
    captured: paid,
    ...(paid ? capturedAmounts(intent.data) : { amount_captured: 0 }),
    failure_code: paid ? null : decline.code,
    failure_message: paid ? null : decline.message,
    status: paid ? 'succeeded' : 'failed',
  });
  if (paid) await finish(tx, intent);
  else await fail(tx, intent, method, decline, chargeId);
  await tx.emit(paid ? 'charge.succeeded' : 'charge.failed', charge);
  await tx.emit(paid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent);
  if (!paid) return true;
  await bookCharge(tx, charge);
  await scheduleEffects(tx, intent, method);
  return true;
}

/** Schedules the refund or dispute that the payment's scenarios or its card require. */
async function scheduleEffects(tx: Tx, intent: Intent, method: Method): Promise<void> {
  const scenarios = readScenarios(intent.data);
  const card = cardByName(method.hidden.test_card ?? '');
  const soon = clockMs() + SCENARIO_EFFECT_DELAY_MS;
  if (scenarios.has('refund')) await tx.schedule('refund_payment', intent.id, soon);
  if (scenarios.has('dispute') || card?.dispute) await tx.schedule('open_dispute', intent.id, soon);
}

function finish(tx: Tx, intent: Intent, fields: Partial<Stripe.PaymentIntent> = {}) {
  const change: Partial<Stripe.PaymentIntent> = {
    ...fields,
    amount_received: amountCaptured(intent.data.amount, intent.data),
    last_payment_error: null,
    next_action: null,
    processing: null,
    status: 'succeeded',
  };
  return tx.change(intent, change, { challenge: undefined });
}

function fail(
  tx: Tx,
  intent: Intent,
  method: Method,
  decline: CardDecline,
  chargeId: string | null,
) {
  const change: Partial<Stripe.PaymentIntent> = {
    last_payment_error: {
      ...(chargeId ? { charge: chargeId } : {}),
      ...decline,
      code: decline.code as Stripe.PaymentIntent.LastPaymentError.Code,
      doc_url: docUrl(decline.code),
      payment_method: method.data,
      type: decline.decline_code ? 'card_error' : 'invalid_request_error',
    },
    ...(chargeId ? { latest_charge: chargeId } : {}),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  };
  return tx.change(intent, change, { challenge: undefined });
}
