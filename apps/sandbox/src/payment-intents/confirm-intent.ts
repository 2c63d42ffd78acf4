import type Stripe from 'stripe';
import { decideAttempt } from '../cards/decide-attempt.ts';
import { type CardDecline, cardError, DECLINES } from '../cards/decline.ts';
import { cardByName } from '../cards/test-cards.ts';
import { nextAction } from '../intents/next-action.ts';
import { makePaymentMethod, resolvePaymentMethod } from '../payment-methods/make-payment-method.ts';
import { behaviourOf } from '../scenarios/scenario.ts';
import { idOf } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { invalid, type StripeError } from '../wire/errors.ts';
import { beginProcessing, declineIntent, succeedIntent } from './conclude-intent.ts';
import { cardOptions, shippingOf } from './make-intent.ts';
import type { ConfirmIntent } from './params.ts';

type Intent = Row<'payment_intent'>;

const CONFIRMABLE = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]);

/**
 * Tries to take the money of an intent the caller has locked. A declined card changes the intent,
 * so the error to answer with is returned, not thrown.
 */
export async function confirmIntent(
  tx: Tx,
  intent: Intent,
  given: ConfirmIntent,
  fromBrowser: boolean,
): Promise<StripeError | null> {
  checkConfirmable(intent);
  const method = await chooseMethod(tx, intent, given);
  lay(intent, given);
  const card = cardByName(method.hidden.test_card ?? '');
  if (!card)
    throw invalid('This PaymentMethod cannot be charged here.', { param: 'payment_method' });
  const requested = intent.data.payment_method_options?.card?.request_three_d_secure;
  const verdict = decideAttempt(behaviourOf(card.behaviour, intent.data), {
    authenticated: false,
    setUp: method.hidden.set_up === true && given.off_session === true,
    offSession: given.off_session === true,
    authenticationRequested: requested === 'any' || requested === 'challenge',
  });
  switch (verdict.is) {
    case 'succeeded':
      await succeedIntent(tx, intent, method, false);
      return null;
    case 'processing':
      await beginProcessing(tx, intent, method, verdict.outcome);
      return null;
    case 'declined':
      await declineIntent(tx, intent, method, verdict.decline);
      return declineAnswer(intent, method, verdict.decline);
    case 'challenged':
      if (given.error_on_requires_action) {
        await declineIntent(tx, intent, method, DECLINES.authentication_required);
        return declineAnswer(intent, method, DECLINES.authentication_required);
      }
      await challenge(tx, intent, method, given, fromBrowser);
      return null;
  }
}

function declineAnswer(
  intent: Intent,
  method: Row<'payment_method'>,
  decline: CardDecline,
): StripeError {
  const charge = idOf(intent.data.latest_charge);
  return cardError(decline, {
    ...(charge ? { charge } : {}),
    payment_intent: intent.data,
    payment_method: method.data,
  });
}

async function challenge(
  tx: Tx,
  intent: Intent,
  method: Row<'payment_method'>,
  given: ConfirmIntent,
  fromBrowser: boolean,
) {
  const sdk = fromBrowser || given.use_stripe_sdk === true || given.return_url === undefined;
  const action = nextAction(tx.config, given.return_url ?? null, sdk);
  intent.hidden = {
    ...intent.hidden,
    challenge: { id: action.challenge, return_url: given.return_url ?? null },
  };
  intent.data = {
    ...intent.data,
    last_payment_error: null,
    next_action: action.shown as Stripe.PaymentIntent.NextAction,
    payment_method: method.id,
    status: 'requires_action',
  };
  await tx.save(intent);
  await tx.emit('payment_intent.requires_action', intent);
}

function checkConfirmable(intent: Intent): void {
  const { status } = intent.data;
  if (CONFIRMABLE.has(status)) return;
  const why =
    status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed'
      : `it has a status of ${status}`;
  throw invalid(`You cannot confirm this PaymentIntent because ${why}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent.data,
  });
}

async function chooseMethod(tx: Tx, intent: Intent, given: ConfirmIntent) {
  if (given.payment_method !== undefined && given.payment_method_data !== undefined) {
    throw invalid(
      'You may only specify one of these parameters: payment_method, payment_method_data.',
      { param: 'payment_method' },
    );
  }
  if (given.payment_method_data) return makePaymentMethod(tx, given.payment_method_data);
  const id = given.payment_method ?? idOf(intent.data.payment_method);
  if (!id) {
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: 'payment_intent_unexpected_state', payment_intent: intent.data },
    );
  }
  const method = await resolvePaymentMethod(tx, id);
  const owner = idOf(method.data.customer);
  if (owner && owner !== idOf(intent.data.customer)) {
    throw invalid(
      'The provided PaymentMethod cannot be used with this PaymentIntent: it belongs to another Customer. Please include its Customer in the `customer` parameter.',
      { param: 'payment_method' },
    );
  }
  return method;
}

function lay(intent: Intent, given: ConfirmIntent): void {
  intent.data = {
    ...intent.data,
    ...(given.payment_method_options
      ? { payment_method_options: cardOptions(given.payment_method_options) }
      : {}),
    ...(given.receipt_email === undefined ? {} : { receipt_email: given.receipt_email }),
    ...(given.setup_future_usage === undefined
      ? {}
      : { setup_future_usage: given.setup_future_usage }),
    ...(given.shipping === undefined ? {} : { shipping: shippingOf(given.shipping) }),
  };
}

/** Goes on where the challenge left the intent: the payer passed it, or did not. */
export async function authenticateIntent(
  tx: Tx,
  intent: Row<'payment_intent'>,
  passed: boolean,
): Promise<void> {
  const methodId = idOf(intent.data.payment_method);
  if (intent.data.status !== 'requires_action' || !methodId) return;
  const method = await tx.lock('payment_method', methodId);
  const card = cardByName(method.hidden.test_card ?? '');
  if (!passed || !card) {
    await declineIntent(tx, intent, method, DECLINES.authentication_failure, false);
    return;
  }
  const verdict = decideAttempt(card.behaviour, {
    authenticated: true,
    setUp: false,
    offSession: false,
    authenticationRequested: false,
  });
  if (verdict.is === 'declined') await declineIntent(tx, intent, method, verdict.decline);
  else if (verdict.is === 'processing') await beginProcessing(tx, intent, method, verdict.outcome);
  else await succeedIntent(tx, intent, method, true);
}
