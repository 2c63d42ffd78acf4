import { randomInt } from 'node:crypto';
import type Stripe from 'stripe';
import { StripeError } from '../wire/errors.ts';

/** The stored objects, in the API's shape. */
export interface Kinds {
  charge: Stripe.Charge;
  'checkout.session': Stripe.Checkout.Session;
  customer: Stripe.Customer;
  dispute: Stripe.Dispute;
  invoice: Stripe.Invoice;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  price: Stripe.Price;
  product: Stripe.Product;
  refund: Stripe.Refund;
  setup_attempt: Stripe.SetupAttempt;
  setup_intent: Stripe.SetupIntent;
  subscription: Stripe.Subscription;
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock;
  webhook_endpoint: Stripe.WebhookEndpoint;
}

export type Kind = keyof Kinds;

const PREFIX: Record<Kind, string> = {
  charge: 'ch',
  'checkout.session': 'cs',
  customer: 'cus',
  dispute: 'du',
  invoice: 'in',
  payment_intent: 'pi',
  payment_method: 'pm',
  price: 'price',
  product: 'prod',
  refund: 're',
  setup_attempt: 'setatt',
  setup_intent: 'seti',
  subscription: 'sub',
  'test_helpers.test_clock': 'clock',
  webhook_endpoint: 'we',
};

/** Returns the kind of object that an id belongs to, by its prefix. */
export function kindOfId(id: string): Kind | null {
  const prefix = id.slice(0, id.indexOf('_'));
  for (const kind of Object.keys(PREFIX) as Kind[]) if (PREFIX[kind] === prefix) return kind;
  return null;
}

/** Data about an object that the simulator stores and the API never returns. */
export interface Hidden {
  /** The card's name in TEST_CARDS; card numbers are never stored. */
  test_card?: string;
  /** The payment method is set up for future usage. */
  set_up?: boolean;
  /** The payment method has paid without belonging to a customer, so it cannot pay again. */
  used?: boolean;
  /** The owners of an intent, which change with its state. */
  checkout_session?: string;
  invoice?: string;
  subscription?: string;
  /** Signs the events of a webhook endpoint. */
  signing_secret?: string;
  /** The authentication in progress; at a `bank` for a payment method that redirects to one. */
  challenge?: { id: string; return_url: string | null; bank?: boolean } | undefined;
  /** The outcome of an asynchronous payment, or of those of a payment method. */
  settles?: 'succeeded' | 'failed';
  /** Checkout Session: its lines, and the fields of the intent or subscription it creates. */
  line_items?: Stripe.LineItem[];
  intent_data?: {
    description?: string | undefined;
    metadata: Record<string, string>;
    setup_future_usage?: 'off_session' | 'on_session' | undefined;
    receipt_email?: string | undefined;
    statement_descriptor?: string | undefined;
    statement_descriptor_suffix?: string | undefined;
    capture_method?: 'automatic' | 'automatic_async' | undefined;
  };
  trial_end?: number | null;
  trial_days?: number | null;
  /** Objects that a Checkout Session has created but does not show yet. */
  pending_subscription?: string;
  pending_intent?: string;
  pending_setup?: string;
}

/** Returns the id in a field that holds an id or an expanded object. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null);
}

const NOUN: Record<Kind, string> = {
  charge: 'charge',
  'checkout.session': 'checkout.session',
  customer: 'customer',
  dispute: 'dispute',
  invoice: 'invoice',
  payment_intent: 'payment_intent',
  payment_method: 'PaymentMethod',
  price: 'price',
  product: 'product',
  refund: 'refund',
  setup_attempt: 'setupattempt',
  setup_intent: 'setupintent',
  subscription: 'subscription',
  'test_helpers.test_clock': 'billing_clock',
  webhook_endpoint: 'webhook endpoint',
};

/** The error for an unknown id: 404 if the id is in the path, 400 if it is in a parameter. */
export function noSuch(kind: Kind | 'event', id: string, param = 'id'): StripeError {
  const own = param === 'id' || param === 'intent';
  return new StripeError(own ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind === 'event' ? 'event' : NOUN[kind]}: '${id}'`,
    param,
  });
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function randomText(length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += ALPHABET[randomInt(ALPHABET.length)];
  return text;
}

export const newId = (prefix: string, length = 24): string => `${prefix}_${randomText(length)}`;

/** Returns a new client secret: `<object id>_secret_<random>`. */
export const newClientSecret = (id: string): string => `${id}_secret_${randomText(25)}`;
