import { realSeconds } from '../clock.ts';

/** The body of an error response. */
export interface ErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  code?: string;
  message: string;
  param?: string;
  doc_url?: string;
  request_log_url?: string;
  decline_code?: string;
  advice_code?: string;
  charge?: string;
  payment_intent?: unknown;
  setup_intent?: unknown;
  payment_method?: unknown;
}

/** The URL of an error code's documentation. */
export const docUrl = (code: string): string =>
  `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

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

type RequestError = Omit<ErrorBody, 'type'> & Partial<Pick<ErrorBody, 'type'>>;

/** The error of a request that is rejected before it executes. */
export const rejection = (status: number, body: RequestError): StripeError =>
  new StripeError(status, { type: 'invalid_request_error', ...body }, true);

export const invalid = (message: string, extra: Partial<ErrorBody> = {}): StripeError =>
  new StripeError(400, { type: 'invalid_request_error', message, ...extra });

export const missingParam = (param: string): StripeError =>
  invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });

/** The error of parameters that exclude each other; it names the first as `param` by default. */
export const exclusiveParams = (first: string, second: string, param = first): StripeError =>
  invalid(`You may only specify one of these parameters: ${first}, ${second}.`, { param });

/** The text of an error response. It links to the documentation of its code and, for a known key, to the request's log entry. */
export function errorText(status: number, body: ErrorBody, requestId: string): string {
  const { code, type, ...details } = body;
  const shown: ErrorBody = {
    ...(code ? { code, doc_url: docUrl(code) } : {}),
    ...details,
    ...(status === 401
      ? {}
      : {
          request_log_url: `https://dashboard.stripe.com/acct_sandbox/test/logs/${requestId}?t=${realSeconds()}`,
        }),
    type,
  };
  return JSON.stringify({ error: shown }, null, 2);
}
