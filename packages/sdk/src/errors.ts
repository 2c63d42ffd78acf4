import type { ErrorEnvelope } from './generated/schema.ts';

/** A code of the API. A later version may return further ones. */
export type ErrorCode = ErrorEnvelope['error']['code'];

/** Base class of every error that this package throws, except errors of how it is called. */
export class ParleyError extends Error {
  override name = 'ParleyError';
  /** The key that the request was sent with: send the write again with the same one. Undefined for a read. */
  readonly idempotencyKey: string | undefined;

  constructor(
    message: string,
    { cause, idempotencyKey }: { cause?: unknown; idempotencyKey?: string | undefined } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

/** No response arrived, so it is unknown whether the request had an effect. */
export class ConnectionError extends ParleyError {
  override name = 'ConnectionError';
}

/** No response arrived within `timeout`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

interface ErrorResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if the body was no error envelope, such as that of a proxy. */
  readonly error: ErrorEnvelope['error'] | undefined;
  readonly idempotencyKey: string | undefined;
}

/** The API responded with an error. */
export class ApiError extends ParleyError {
  override name = 'ApiError';
  readonly status: number;
  /** `unexpected_response` if the response is none of the API, for example because `baseUrl` is wrong. */
  readonly code: ErrorCode;
  /** Include it when you contact support. Null if something other than the API responded. */
  readonly requestId: string | null;
  readonly headers: Headers;
  /** The wait that the API asks for; null without one. */
  readonly retryAfterSeconds: number | null;
  /** The page of the documentation about `code`; null if the installation names no documentation. */
  readonly helpUrl: string | null;

  constructor({ status, headers, error, idempotencyKey }: ErrorResponse) {
    super(
      error?.message ?? `The response with status ${status} is none of Parley. Check baseUrl.`,
      {
        idempotencyKey,
      },
    );
    this.status = status;
    this.code = error?.code ?? 'unexpected_response';
    this.requestId = error?.request_id ?? headers.get('x-request-id');
    this.headers = headers;
    this.retryAfterSeconds = parseRetryAfter(headers.get('retry-after'));
    this.helpUrl = /<([^>]+)>; rel="help"/.exec(headers.get('link') ?? '')?.[1] ?? null;
  }
}

/** The request is not valid. The message names the field and what is accepted. */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError';
}

/** The API key is missing, wrong, expired or revoked. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** The API key has no scope for the operation. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** The resource does not exist in the mode of the API key. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** The state or version of the resource does not allow the operation. `code` says why. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** Too many requests, also after all retries. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** The API or the payment provider failed, also after all retries. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitError,
  431: InvalidRequestError,
};

export function createApiError(response: ErrorResponse): ApiError {
  const { status } = response;
  const ErrorClass = status >= 500 ? ServerError : (classes[status] ?? ApiError);
  return new ErrorClass(response);
}

/** Seconds, of a number or a date; null for anything else. */
function parseRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
