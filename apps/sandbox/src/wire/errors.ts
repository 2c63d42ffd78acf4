/** The body of an error response. */
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
  /** Rejected before it executed: the response is not stored under the idempotency key. */
  readonly beforeExecution: boolean;

  constructor(status: number, body: ErrorBody, beforeExecution = false) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.beforeExecution = beforeExecution;
  }
}

export function invalid(
  message: string,
  extra: { code?: string; param?: string; payment_intent?: unknown; setup_intent?: unknown } = {},
): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, ...extra });
}
