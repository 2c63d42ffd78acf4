import type Stripe from 'stripe';
import { StripeError } from '../wire/errors.ts';

/** Every stored object, in the shape the API shows it. */
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
  setup_intent: Stripe.SetupIntent;
  subscription: Stripe.Subscription;
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
  setup_intent: 'seti',
  subscription: 'sub',
};

/** The kind an id belongs to, by its prefix. */
export function kindOfId(id: string): Kind | null {
  const prefix = id.slice(0, id.indexOf('_'));
  for (const kind of Object.keys(PREFIX) as Kind[]) if (PREFIX[kind] === prefix) return kind;
  return null;
}

/** What the simulator must remember about an object and the API never shows. */
export interface Hidden {
  /** Row name in the table of test cards; a card number itself is never stored. */
  test_card?: string;
  /** A payment method that passed authentication for later use. */
  set_up?: boolean;
  /** Owners that follow this intent's fate. */
  checkout_session?: string;
  invoice?: string;
  subscription?: string;
  /** The authentication under way. */
  challenge?: { id: string; return_url: string | null };
  /** What an asynchronous payment will come to. */
  settles?: 'succeeded' | 'failed';
  /** Checkout: the lines, and what its intent or subscription is born with. */
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
  /** Subscription not yet shown on its Checkout Session. */
  pending_subscription?: string;
  pending_intent?: string;
  pending_setup?: string;
}

/** The id behind a field that may hold an id or an expanded object. */
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
  setup_intent: 'setupintent',
  subscription: 'subscription',
};

/** 404 where the id is the path's own, 400 where it is a parameter's. */
export function noSuch(kind: Kind | 'event', id: string, param = 'id'): StripeError {
  const own = param === 'id' || param === 'intent';
  return new StripeError(own ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind === 'event' ? 'event' : NOUN[kind]}: '${id}'`,
    param,
  });
}
