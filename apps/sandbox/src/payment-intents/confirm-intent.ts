import type Stripe from 'stripe';
import { type AttemptDecision, decideAttempt } from '../cards/decide-attempt.ts';
import { DECLINES } from '../cards/declines.ts';
import { checkReturnUrl } from '../intents/check-return-url.ts';
import { createChallenge } from '../intents/create-challenge.ts';
import { getBehavior } from '../payment-methods/bank-methods.ts';
import { checkReusable, findPaymentMethod } from '../payment-methods/create-payment-method.ts';
import { scenarioBehavior } from '../scenarios.ts';
import { getId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { exclusiveParams, invalid, missingParam, type StripeError } from '../wire/errors.ts';
import { pickDefined } from '../wire/params.ts';
import { cardOptions, getShipping } from './create-intent.ts';
import { beginProcessing, declineIntent, succeedIntent } from './intent-outcomes.ts';
import type { ConfirmIntent } from './params.ts';

type Intent = Row<'payment_intent'>;

const CONFIRMABLE = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]);

/**
 * Confirms an intent that the caller has locked. A declined card changes the intent, so its error is
 * returned, not thrown.
 */
export async function confirmIntent(
  tx: Tx,
  intent: Intent,
  params: ConfirmIntent,
  fromBrowser: boolean,
): Promise<StripeError | null> {
  checkConfirmable(intent);
  if (!fromBrowser) checkReturnUrl('Payment Intent', intent.data.automatic_payment_methods, params);
  const method = await chooseMethod(tx, intent, params);
  applyConfirmParams(intent, params);
  const behavior = getBehavior(method);
  if (!behavior)
    throw invalid('This PaymentMethod cannot be charged here.', { param: 'payment_method' });
  checkType(intent, method);
  const requested = intent.data.payment_method_options?.card?.request_three_d_secure;
  const decision = decideAttempt(scenarioBehavior(behavior, intent.data), {
    setUp: method.hidden.set_up === true && params.off_session === true,
    // Billing requires the payer's authentication instead of failing.
    offSession: params.off_session === true && intent.hidden.invoice === undefined,
    authenticationRequested: requested === 'any' || requested === 'challenge',
  });
  if (decision.type !== 'challenged') return applyDecision(tx, intent, method, decision, false);
  if (params.error_on_requires_action)
    return declineIntent(tx, intent, method, DECLINES.authentication_required);
  await startChallenge(tx, intent, method, params, fromBrowser);
  return null;
}

async function applyDecision(
  tx: Tx,
  intent: Intent,
  method: Row<'payment_method'>,
  decision: AttemptDecision,
  authenticated: boolean,
): Promise<StripeError | null> {
  if (decision.type === 'declined') return declineIntent(tx, intent, method, decision.decline);
  if (decision.type === 'processing') await beginProcessing(tx, intent, method, decision.outcome);
  else await succeedIntent(tx, intent, method, authenticated);
  return null;
}

async function startChallenge(
  tx: Tx,
  intent: Intent,
  method: Row<'payment_method'>,
  params: ConfirmIntent,
  fromBrowser: boolean,
) {
  const { return_url = null } = params;
  const bank = method.data.type === 'pay_by_bank';
  if (bank && return_url === null) {
    throw missingParam('return_url');
  }
  const inFrame = !bank && (fromBrowser || params.use_stripe_sdk === true || return_url === null);
  const challenge = createChallenge(tx.config, return_url, inFrame);
  await tx.change(
    intent,
    {
      last_payment_error: null,
      next_action: challenge.nextAction as Stripe.PaymentIntent.NextAction,
      payment_method: method.id,
      status: 'requires_action',
    },
    { challenge: { id: challenge.id, return_url, bank } },
  );
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

function checkType(intent: Intent, { data: { type } }: Row<'payment_method'>): void {
  const { payment_method_types: types } = intent.data;
  if (type === 'card' || types.includes(type)) return;
  throw invalid(
    `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${types.join(', ')}.`,
    { param: 'payment_method' },
  );
}

async function chooseMethod(tx: Tx, intent: Intent, params: ConfirmIntent) {
  if (params.payment_method !== undefined && params.payment_method_data !== undefined) {
    throw exclusiveParams('payment_method', 'payment_method_data');
  }
  const payment_method = params.payment_method ?? getId(intent.data.payment_method);
  const method = await findPaymentMethod(tx, { ...params, payment_method });
  if (!method) {
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: 'payment_intent_unexpected_state', payment_intent: intent.data },
    );
  }
  checkReusable(method);
  const owner = getId(method.data.customer);
  if (owner && owner !== getId(intent.data.customer)) {
    throw invalid(
      'The provided PaymentMethod cannot be used with this PaymentIntent: it belongs to another Customer. Please include its Customer in the `customer` parameter.',
      { param: 'payment_method' },
    );
  }
  return method;
}

function applyConfirmParams(intent: Intent, params: ConfirmIntent): void {
  intent.data = {
    ...intent.data,
    ...(params.payment_method_options
      ? { payment_method_options: cardOptions(params.payment_method_options) }
      : {}),
    ...pickDefined(params, 'receipt_email', 'setup_future_usage'),
    ...(params.shipping === undefined ? {} : { shipping: getShipping(params.shipping) }),
  };
}

/** Continues a confirmation after the payer passed or failed the authentication. */
export async function authenticateIntent(
  tx: Tx,
  intent: Row<'payment_intent'>,
  passed: boolean,
): Promise<void> {
  const methodId = getId(intent.data.payment_method);
  if (intent.data.status !== 'requires_action' || !methodId) return;
  const method = await tx.lock('payment_method', methodId);
  const behavior = getBehavior(method);
  if (!passed || !behavior) {
    await declineIntent(tx, intent, method, DECLINES.authentication_failure, false);
    return;
  }
  const decision = decideAttempt(behavior, { authenticated: true });
  await applyDecision(tx, intent, method, decision, true);
}
