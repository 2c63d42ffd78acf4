/**
 * The one table of errors: code to HTTP status, whether the same request may be tried again
 * unchanged, and the sentence used where the place that throws has nothing more precise to say.
 */
export const errorTable = {
  invalid_request: { status: 400, retryable: false, message: 'The request is not valid.' },
  unsupported_psp: { status: 400, retryable: false, message: 'psp must be "provider".' },
  invalid_expiry: {
    status: 400,
    retryable: false,
    message: 'expires_at must be an RFC 3339 timestamp with a time zone, in the future.',
  },
  authentication_required: {
    status: 401,
    retryable: false,
    message: 'Send a secret key: Authorization: Bearer sk_….',
  },
  invalid_api_key: {
    status: 401,
    retryable: false,
    message: 'This API key is not valid. Check that it was copied whole and has not been revoked.',
  },
  insufficient_scope: {
    status: 403,
    retryable: false,
    message: 'This API key does not have the scope for this operation.',
  },
  publishable_key_not_allowed: {
    status: 403,
    retryable: false,
    message: 'A publishable key cannot be used here. Use a secret key, from a server only.',
  },
  not_found: { status: 404, retryable: false, message: 'There is nothing here by that name.' },
  method_not_allowed: {
    status: 405,
    retryable: false,
    message: 'This path exists, but not with this method.',
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
      'The cart has another version. Read the session again and repeat with its cart_version.',
  },
  attempt_version_conflict: {
    status: 409,
    retryable: false,
    message: 'The attempt has another version. Read it again and repeat with its version.',
  },
  session_state_conflict: {
    status: 409,
    retryable: false,
    message: 'The session is not in a state that allows this.',
  },
  session_expired: { status: 409, retryable: false, message: 'The session has expired.' },
  payment_in_progress: {
    status: 409,
    retryable: true,
    message: 'A payment is in progress. Wait for its outcome, then try again.',
  },
  attempt_options_mismatch: {
    status: 409,
    retryable: false,
    message: 'The attempt was reserved with other options.',
  },
  attempt_not_terminal: {
    status: 409,
    retryable: false,
    message: 'Only an attempt that failed, was canceled or expired can be superseded.',
  },
  provider_object_conflict: {
    status: 409,
    retryable: false,
    message: 'The provider object or the role is already bound to something else.',
  },
  evidence_conflict: {
    status: 409,
    retryable: false,
    message: 'This cart version was confirmed with other evidence.',
  },
  currency_locked: {
    status: 409,
    retryable: false,
    message: 'The currency cannot change once a provider object is attached.',
  },
  endpoint_archived: {
    status: 409,
    retryable: false,
    message: 'The webhook endpoint is archived, and that is final.',
  },
  idempotency_in_flight: {
    status: 409,
    retryable: true,
    message: 'A request with this idempotency key is still running. Try again shortly.',
  },
  payload_too_large: {
    status: 413,
    retryable: false,
    message: 'The request body is larger than 256 KiB.',
  },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    message: 'Send the body as application/json, UTF-8, without a content encoding.',
  },
  idempotency_key_reused: {
    status: 422,
    retryable: false,
    message: 'This idempotency key was used with another body. Use a new key.',
  },
  provider_amount_mismatch: {
    status: 422,
    retryable: false,
    message: 'The provider object does not represent the charge of the current cart.',
  },
  object_type_mismatch: {
    status: 422,
    retryable: false,
    message: 'The object type or id does not fit the role.',
  },
  publishable_key_mismatch: {
    status: 422,
    retryable: false,
    message: 'publishable_key must be a publishable key of this merchant and of the same mode.',
  },
  rate_limited: {
    status: 429,
    retryable: true,
    message: 'Too many requests. Wait as long as Retry-After says.',
  },
  headers_too_large: {
    status: 431,
    retryable: false,
    message: 'The request headers are too large.',
  },
  internal_error: {
    status: 500,
    retryable: true,
    message: 'Something failed on our side. It has been recorded under this request_id.',
  },
  provider_error: {
    status: 502,
    retryable: true,
    message: 'The payment provider did not give a usable answer. Try again with the same keys.',
  },
  service_unavailable: {
    status: 503,
    retryable: true,
    message: 'The service cannot answer just now. Try again shortly.',
  },
} as const satisfies Record<string, { status: number; retryable: boolean; message: string }>;

export type ErrorCode = keyof typeof errorTable;

/** What an operation throws when it refuses: a code of the table and a sentence for the caller. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  /** Seconds after which a repeat makes sense; sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  /** @param message names the field and what would be right; the table's text if left out */
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
