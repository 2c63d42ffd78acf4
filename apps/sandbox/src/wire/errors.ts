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
