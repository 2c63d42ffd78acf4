import type { CardDecline } from '../cards/decline.ts';
import type { Kind } from '../store/kinds.ts';

/** The body of an error as the API sends it, without the request's own facts. */
export interface ErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  code?: string;
  message: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  charge?: string;
  payment_intent?: unknown;
  setup_intent?: unknown;
  payment_method?: unknown;
}

export class StripeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** Refused before anything ran: such an answer is not kept under an idempotency key. */
  readonly beforeWork: boolean;

  constructor(status: number, body: ErrorBody, beforeWork = false) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.beforeWork = beforeWork;
  }
}

export function invalid(
  message: string,
  extra: { code?: string; param?: string; payment_intent?: unknown; setup_intent?: unknown } = {},
): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, ...extra });
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

export function cardError(decline: CardDecline, extra: Partial<ErrorBody> = {}): StripeError {
  return new StripeError(402, {
    type: 'card_error',
    code: decline.code,
    message: decline.message,
    ...(decline.decline_code ? { decline_code: decline.decline_code } : {}),
    ...(decline.param ? { param: decline.param } : {}),
    ...extra,
  });
}
