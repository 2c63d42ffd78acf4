import type Stripe from 'stripe';
import { decideSetup } from '../cards/decide-attempt.ts';
import { type CardDecline, cardError, DECLINES } from '../cards/declines.ts';
import { cardByName } from '../cards/test-cards.ts';
import { checkReturnUrl } from '../intents/check-return-url.ts';
import { createChallenge } from '../intents/create-challenge.ts';
import { findPaymentMethod, saveForFutureUsage } from '../payment-methods/create-payment-method.ts';
import { getId, type Hidden } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { docUrl, invalid, type StripeError } from '../wire/errors.ts';
import type { ConfirmSetup } from './params.ts';
import { type AttemptStatus, recordAttempt } from './record-attempt.ts';

type Setup = Row<'setup_intent'>;
type Method = Row<'payment_method'>;

/** Confirms a setup intent; a declined card changes the intent, so its error is returned, not thrown. */
export async function confirmSetup(
  tx: Tx,
  setup: Setup,
  params: ConfirmSetup,
  fromBrowser: boolean,
): Promise<StripeError | null> {
  const { status } = setup.data;
  if (status === 'succeeded' || status === 'canceled' || status === 'processing') {
    throw invalid(
      status === 'succeeded'
        ? 'You cannot confirm this SetupIntent because it has already succeeded.'
        : `You cannot confirm this SetupIntent because it has a status of ${status}.`,
      { code: 'setup_intent_unexpected_state', setup_intent: setup.data },
    );
  }
  if (!fromBrowser) checkReturnUrl('Setup Intent', setup.data.automatic_payment_methods, params);
  const method = await chooseMethod(tx, setup, params);
  const card = cardByName(method.hidden.test_card ?? '');
  if (!card)
    throw invalid('This PaymentMethod cannot be set up here.', { param: 'payment_method' });
  const decision = decideSetup(card.behavior);
  if (decision.type === 'declined') return declineSetup(tx, setup, method, decision.decline);
  if (decision.type === 'challenged') await startChallenge(tx, setup, method, params, fromBrowser);
  else await succeedSetup(tx, setup, method);
  return null;
}

/** Continues a confirmation after the payer passed or failed the authentication. */
export async function authenticateSetup(tx: Tx, setup: Setup, passed: boolean): Promise<void> {
  const methodId = getId(setup.data.payment_method);
  if (setup.data.status !== 'requires_action' || !methodId) return;
  const method = await tx.lock('payment_method', methodId);
  const behavior = cardByName(method.hidden.test_card ?? '')?.behavior;
  const decline = behavior?.type === 'authenticate' ? behavior.decline : undefined;
  if (!passed) await declineSetup(tx, setup, method, DECLINES.setup_authentication_failure);
  else if (decline) await declineSetup(tx, setup, method, decline);
  else await succeedSetup(tx, setup, method);
}

async function succeedSetup(tx: Tx, setup: Setup, method: Method) {
  await saveForFutureUsage(tx, method, getId(setup.data.customer));
  const change = {
    status: 'succeeded',
    payment_method: method.id,
    last_setup_error: null,
  } as const;
  await recordOutcome(tx, setup, method, 'succeeded', change);
  await tx.emit('setup_intent.succeeded', setup);
}

async function declineSetup(tx: Tx, setup: Setup, method: Method, decline: CardDecline) {
  await recordOutcome(tx, setup, method, 'failed', {
    status: 'requires_payment_method',
    payment_method: null,
    last_setup_error: {
      code: decline.code as Stripe.SetupIntent.LastSetupError.Code,
      ...(decline.decline_code ? { decline_code: decline.decline_code } : {}),
      doc_url: docUrl(decline.code),
      message: decline.message,
      payment_method: method.data,
      type: decline.decline_code ? 'card_error' : 'invalid_request_error',
    },
  });
  await tx.emit('setup_intent.setup_failed', setup);
  return cardError(decline, { setup_intent: setup.data, payment_method: method.data });
}

async function startChallenge(
  tx: Tx,
  setup: Setup,
  method: Method,
  params: ConfirmSetup,
  fromBrowser: boolean,
) {
  const { return_url = null } = params;
  const inFrame = fromBrowser || params.use_stripe_sdk === true || return_url === null;
  const { id, nextAction } = createChallenge(tx.config, return_url, inFrame);
  const change: Partial<Stripe.SetupIntent> = {
    status: 'requires_action',
    payment_method: method.id,
    last_setup_error: null,
    next_action: nextAction as Stripe.SetupIntent.NextAction,
  };
  await recordOutcome(tx, setup, method, 'requires_action', change, { id, return_url });
  await tx.emit('setup_intent.requires_action', setup);
}

async function chooseMethod(tx: Tx, setup: Setup, params: ConfirmSetup): Promise<Method> {
  const payment_method = params.payment_method ?? getId(setup.data.payment_method);
  const method = await findPaymentMethod(tx, { ...params, payment_method });
  if (method) return method;
  throw invalid(
    "You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    { code: 'setup_intent_unexpected_state', setup_intent: setup.data },
  );
}

/** Changes a setup intent and its attempt; an authentication in progress ends unless a new one starts. */
async function recordOutcome(
  tx: Tx,
  setup: Setup,
  method: Method,
  status: AttemptStatus,
  change: Partial<Stripe.SetupIntent>,
  challenge?: Hidden['challenge'],
): Promise<void> {
  const latest_attempt = await recordAttempt(
    tx,
    setup.data,
    method.data,
    status,
    change.last_setup_error ?? null,
  );
  await tx.change(setup, { next_action: null, ...change, latest_attempt }, { challenge });
}

/** Cancels a setup intent and ends its authentication in progress. */
export async function cancelSetup(
  tx: Tx,
  setup: Setup,
  reason: Stripe.SetupIntent.CancellationReason | null,
): Promise<void> {
  const change = { cancellation_reason: reason, next_action: null, status: 'canceled' } as const;
  await tx.change(setup, change, { challenge: undefined });
  await tx.emit('setup_intent.canceled', setup);
}
