import type Stripe from 'stripe';
import { decideSetup } from '../cards/decide-attempt.ts';
import { type CardDecline, cardError, DECLINES } from '../cards/decline.ts';
import { cardByName } from '../cards/test-cards.ts';
import { nextAction } from '../intents/next-action.ts';
import {
  attachPaymentMethod,
  makePaymentMethod,
  resolvePaymentMethod,
} from '../payment-methods/make-payment-method.ts';
import { idOf } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { invalid, type StripeError } from '../wire/errors.ts';
import type { ConfirmSetup } from './params.ts';

type Setup = Row<'setup_intent'>;
type Method = Row<'payment_method'>;

/** Sets a card up for later; a refusal changes the intent and is returned, not thrown. */
export async function confirmSetup(
  tx: Tx,
  setup: Setup,
  given: ConfirmSetup,
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
  const method = await chooseMethod(tx, setup, given);
  const card = cardByName(method.hidden.test_card ?? '');
  if (!card)
    throw invalid('This PaymentMethod cannot be set up here.', { param: 'payment_method' });
  const verdict = decideSetup(card.behaviour, {
    authenticated: false,
    setUp: false,
    offSession: false,
    authenticationRequested: false,
  });
  if (verdict.is === 'declined') return refuse(tx, setup, method, verdict.decline);
  if (verdict.is === 'challenged') await challenge(tx, setup, method, given, fromBrowser);
  else await succeed(tx, setup, method);
  return null;
}

/** Goes on where the challenge left the intent. */
export async function authenticateSetup(tx: Tx, setup: Setup, passed: boolean): Promise<void> {
  const methodId = idOf(setup.data.payment_method);
  if (setup.data.status !== 'requires_action' || !methodId) return;
  const method = await tx.lock('payment_method', methodId);
  const behaviour = cardByName(method.hidden.test_card ?? '')?.behaviour;
  const decline = behaviour?.does === 'authenticate' ? behaviour.decline : undefined;
  if (!passed) await refuse(tx, setup, method, DECLINES.setup_authentication_failure);
  else if (decline) await refuse(tx, setup, method, decline);
  else await succeed(tx, setup, method);
}

async function succeed(tx: Tx, setup: Setup, method: Method) {
  const customer = idOf(setup.data.customer);
  method.hidden = { ...method.hidden, set_up: true };
  if (customer && method.data.customer !== customer)
    await attachPaymentMethod(tx, method, customer);
  else await tx.save(method);
  change(setup, { status: 'succeeded', payment_method: method.id, last_setup_error: null });
  await tx.save(setup);
  await tx.emit('setup_intent.succeeded', setup);
}

async function refuse(tx: Tx, setup: Setup, method: Method, decline: CardDecline) {
  change(setup, {
    status: 'requires_payment_method',
    payment_method: null,
    last_setup_error: {
      code: decline.code as Stripe.SetupIntent.LastSetupError.Code,
      ...(decline.decline_code ? { decline_code: decline.decline_code } : {}),
      doc_url: `https://docs.stripe.com/error-codes/${decline.code.replaceAll('_', '-')}`,
      message: decline.message,
      payment_method: method.data,
      type: decline.decline_code ? 'card_error' : 'invalid_request_error',
    },
  });
  await tx.save(setup);
  await tx.emit('setup_intent.setup_failed', setup);
  return cardError(decline, { setup_intent: setup.data, payment_method: method.data });
}

async function challenge(
  tx: Tx,
  setup: Setup,
  method: Method,
  given: ConfirmSetup,
  fromBrowser: boolean,
) {
  const sdk = fromBrowser || given.use_stripe_sdk === true || given.return_url === undefined;
  const action = nextAction(tx.config, given.return_url ?? null, sdk);
  change(setup, {
    status: 'requires_action',
    payment_method: method.id,
    last_setup_error: null,
    next_action: action.shown as Stripe.SetupIntent.NextAction,
  });
  setup.hidden = {
    ...setup.hidden,
    challenge: { id: action.challenge, return_url: given.return_url ?? null },
  };
  await tx.save(setup);
  await tx.emit('setup_intent.requires_action', setup);
}

async function chooseMethod(tx: Tx, setup: Setup, given: ConfirmSetup): Promise<Method> {
  if (given.payment_method_data) return makePaymentMethod(tx, given.payment_method_data);
  const id = given.payment_method ?? idOf(setup.data.payment_method);
  if (id) return resolvePaymentMethod(tx, id);
  throw invalid(
    "You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    { code: 'setup_intent_unexpected_state', setup_intent: setup.data },
  );
}

/** Every change ends the challenge under way, unless it starts one. */
function change(setup: Setup, fields: Partial<Stripe.SetupIntent>): void {
  const { challenge: _, ...hidden } = setup.hidden;
  setup.hidden = hidden;
  setup.data = { ...setup.data, next_action: null, ...fields };
}
