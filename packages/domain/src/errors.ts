/**
 * The error table: code to HTTP status, whether the unchanged request may succeed later, and the
 * default message, used when the place that throws has no more precise one.
 */
export const errorTable = {
  invalid_request: {
    status: 400,
    retryable: false,
    message: 'The request is not valid. Correct it and send it again.',
  },
  unsupported_psp: {
    status: 400,
    retryable: false,
    message: 'psp must be "provider", the only supported payment provider.',
  },
  invalid_expiry: {
    status: 400,
    retryable: false,
    message: 'expires_at must be a future RFC 3339 timestamp with a time zone.',
  },
  authentication_required: {
    status: 401,
    retryable: false,
    message: 'Authentication is required. Send a secret key: Authorization: Bearer sk_….',
  },
  reauthentication_required: {
    status: 401,
    retryable: false,
    message:
      'You must have confirmed your identity within the last ten minutes. Confirm it, then try again.',
  },
  invalid_api_key: {
    status: 401,
    retryable: false,
    message:
      'The API key is not valid. Check that you copied all of it and that it has not expired or been revoked.',
  },
  insufficient_scope: {
    status: 403,
    retryable: false,
    message: 'The API key does not have the scope for this operation. Use a key that has it.',
  },
  second_factor_required: {
    status: 403,
    retryable: false,
    message: 'This merchant requires a second factor. Set one up, then try again.',
  },
  publishable_key_not_allowed: {
    status: 403,
    retryable: false,
    message:
      'This operation does not accept publishable keys. Use a secret key, from a server only.',
  },
  not_found: {
    status: 404,
    retryable: false,
    message:
      'The resource does not exist in this mode. Check the path, the id and the mode of your key.',
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    message: 'The path does not support this method. Use a method listed in the Allow header.',
  },
  request_timeout: {
    status: 408,
    retryable: true,
    message: 'The request did not arrive in time. Send it again.',
  },
  cart_version_conflict: {
    status: 409,
    retryable: false,
    message:
      'cart_version is not the current version. Read the session and repeat the request with its cart_version.',
  },
  attempt_version_conflict: {
    status: 409,
    retryable: false,
    message:
      'expected_version is not the current version. Read the attempt and repeat the request with its version.',
  },
  session_state_conflict: {
    status: 409,
    retryable: false,
    message: 'The status of the session does not allow this operation. Read the session again.',
  },
  session_expired: {
    status: 409,
    retryable: false,
    message: 'The session has expired. Create a new session.',
  },
  payment_in_progress: {
    status: 409,
    retryable: true,
    message: 'A payment is in progress. Wait for its outcome, then send the request again.',
  },
  attempt_options_mismatch: {
    status: 409,
    retryable: false,
    message:
      'The attempt is reserved with other options. Send the same options, or supersede the attempt once it has ended.',
  },
  nothing_to_accept: {
    status: 409,
    retryable: false,
    message: 'Every payment of this session was refunded. Resolve with "refunded".',
  },
  subscription_running: {
    status: 409,
    retryable: false,
    message:
      'A subscription of this session is still running at the provider. Cancel it there, then send the request again.',
  },
  attempt_not_terminal: {
    status: 409,
    retryable: false,
    message:
      'Only a failed, canceled or expired attempt can be superseded. Wait until it has ended.',
  },
  provider_object_conflict: {
    status: 409,
    retryable: false,
    message:
      'The provider object or role is already in use. Attach an object that was created for this attempt.',
  },
  evidence_conflict: {
    status: 409,
    retryable: false,
    message:
      'This cart version was confirmed with other evidence. Send the same evidence_sha256 or replace the cart.',
  },
  currency_locked: {
    status: 409,
    retryable: false,
    message:
      'currency cannot change after a provider object was attached. Keep the currency or create a new session.',
  },
  endpoint_archived: {
    status: 409,
    retryable: false,
    message:
      'The webhook endpoint is archived, which cannot be undone. Create a new webhook endpoint.',
  },
  limit_reached: {
    status: 409,
    retryable: true,
    message:
      'The maximum number of objects of this kind is reached. Remove one that is not in use, then send the request again.',
  },
  idempotency_in_flight: {
    status: 409,
    retryable: true,
    message:
      'A request with this idempotency key is still running. Send the request again after the time in Retry-After.',
  },
  payload_too_large: {
    status: 413,
    retryable: false,
    message: 'The request body must be at most 256 KiB. Send a smaller body.',
  },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    message: 'The body must be application/json in UTF-8 without a content encoding.',
  },
  idempotency_key_reused: {
    status: 422,
    retryable: false,
    message: 'This idempotency key was used with another body. Send a new idempotency key.',
  },
  provider_amount_mismatch: {
    status: 422,
    retryable: false,
    message:
      'The provider object does not represent the charge of the current cart. Update the object or the cart.',
  },
  charge_refused: {
    status: 422,
    retryable: false,
    message:
      'The payment provider refused this charge. Replace the cart, or check the account of the provider config.',
  },
  object_type_mismatch: {
    status: 422,
    retryable: false,
    message: 'object_type or object_id does not match role. Send an object that the role accepts.',
  },
  publishable_key_mismatch: {
    status: 422,
    retryable: false,
    message: 'publishable_key must be a publishable key of this merchant in the same mode.',
  },
  rate_limited: {
    status: 429,
    retryable: true,
    message: 'Too many requests. Send the request again after the time in Retry-After.',
  },
  headers_too_large: {
    status: 431,
    retryable: false,
    message: 'The request headers are too large. Send fewer or shorter headers.',
  },
  internal_error: {
    status: 500,
    retryable: true,
    message:
      'An unexpected error occurred. Send the request again; if it fails again, contact us with this request_id.',
  },
  provider_error: {
    status: 502,
    retryable: true,
    message:
      'The payment provider returned an error or no valid response. Repeat the request with the same idempotency key.',
  },
  service_unavailable: {
    status: 503,
    retryable: true,
    message:
      'The service is temporarily unavailable. Send the request again after the time in Retry-After.',
  },
} as const satisfies Record<string, { status: number; retryable: boolean; message: string }>;

export type ErrorCode = keyof typeof errorTable;

/** The codes that only people in the dashboard receive. */
const dashboardErrorCodes = [
  'reauthentication_required',
  'second_factor_required',
] as const satisfies ErrorCode[];

export type RestErrorCode = Exclude<ErrorCode, (typeof dashboardErrorCodes)[number]>;

/** The codes that the REST API returns. */
export const restErrorCodes = (Object.keys(errorTable) as ErrorCode[]).filter(
  (code): code is RestErrorCode => !dashboardErrorCodes.some((other) => other === code),
);

/** An error with a code of the error table, returned to the caller as it is. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  /** Seconds to wait before a retry; sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  /** @param message names the field and the accepted values; the table's message if omitted */
  constructor(
    code: ErrorCode,
    message?: string,
    options?: { retryAfterSeconds?: number; cause?: unknown },
  ) {
    super(message ?? errorTable[code].message, { cause: options?.cause });
    this.code = code;
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

/** An input field has a value that is not accepted. */
export class InvalidFieldError extends DomainError {
  readonly field: string;
  /** What is wrong, as the rest of a sentence that begins with the field. */
  readonly problem: string;

  constructor(field: string, problem: string) {
    super('invalid_request', `${field} ${problem}`);
    this.field = field;
    this.problem = problem;
  }
}

/**
 * The error of a limit that delays an action.
 * @param reason what there was too much of, as a sentence
 */
export function createRateLimitError(reason: string, retryAfterSeconds: number): DomainError {
  const message = `${reason} Try again in ${describeDelay(retryAfterSeconds)}.`;
  return new DomainError('rate_limited', message, { retryAfterSeconds });
}

function describeDelay(seconds: number): string {
  if (seconds === 1) return 'a second';
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
