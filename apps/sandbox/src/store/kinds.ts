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

interface KindInfo {
  /** The part of an id before the first underscore. */
  readonly prefix: string;
  /** The name in error messages; the kind by default. */
  readonly noun?: string;
  /** The fields that hold an id and can be expanded. */
  readonly expandable?: readonly string[];
}

export const KINDS: Readonly<Record<Kind, KindInfo>> = {
  charge: { prefix: 'ch', expandable: ['customer', 'payment_intent'] },
  'checkout.session': {
    prefix: 'cs',
    expandable: ['customer', 'invoice', 'payment_intent', 'setup_intent', 'subscription'],
  },
  customer: { prefix: 'cus', expandable: ['invoice_settings.default_payment_method'] },
  dispute: { prefix: 'du', expandable: ['charge', 'payment_intent'] },
  invoice: { prefix: 'in', expandable: ['customer', 'default_payment_method'] },
  payment_intent: { prefix: 'pi', expandable: ['customer', 'latest_charge', 'payment_method'] },
  payment_method: { prefix: 'pm', noun: 'PaymentMethod', expandable: ['customer'] },
  price: { prefix: 'price', expandable: ['product'] },
  product: { prefix: 'prod', expandable: ['default_price'] },
  refund: { prefix: 're', expandable: ['charge', 'payment_intent'] },
  setup_attempt: {
    prefix: 'setatt',
    noun: 'setupattempt',
    expandable: ['customer', 'payment_method', 'setup_intent'],
  },
  setup_intent: {
    prefix: 'seti',
    noun: 'setupintent',
    expandable: ['customer', 'latest_attempt', 'payment_method'],
  },
  subscription: {
    prefix: 'sub',
    expandable: ['customer', 'default_payment_method', 'latest_invoice', 'pending_setup_intent'],
  },
  'test_helpers.test_clock': { prefix: 'clock', noun: 'billing_clock' },
  webhook_endpoint: { prefix: 'we', noun: 'webhook endpoint' },
};

/** Returns the kind of object that an id belongs to, by its prefix. */
export function kindOfId(id: string): Kind | null {
  const prefix = id.slice(0, id.indexOf('_'));
  return (Object.keys(KINDS) as Kind[]).find((kind) => KINDS[kind].prefix === prefix) ?? null;
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
export function getId(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null);
}

/** The error for an unknown id: 404 if the id is in the path, 400 if it is in a parameter. */
export function noSuch(kind: Kind | 'event', id: string, param = 'id'): StripeError {
  const isPath = param === 'id' || param === 'intent';
  const noun = kind === 'event' ? kind : (KINDS[kind].noun ?? kind);
  return new StripeError(isPath ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
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
