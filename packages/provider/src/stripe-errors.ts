import { DomainError } from '@parley/domain';
import Stripe from 'stripe';

export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404;
}

/** Whether the provider rejected the secret key. */
export function isKeyRefused(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAuthenticationError;
}

/** Whether the provider refused the request. */
export function isRefusal(
  error: unknown,
): error is InstanceType<typeof Stripe.errors.StripeInvalidRequestError> {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Whether the key lacks a permission that the request needs. */
export function isForbidden(error: unknown): boolean {
  return error instanceof Stripe.errors.StripePermissionError;
}

/** Whether the provider still processes another request under the same idempotency key. */
export function isKeyInUse(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use';
}

/** Whether the provider did not respond: unreachable, too slow, or failing. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return error.statusCode === undefined || error.statusCode >= 500;
}

/** The provider refused to create an object, for ever: another try with the same parameters is refused too. */
export class ProviderRefusal extends DomainError {
  /** The provider's error code, e.g. amount_too_small. */
  readonly reason: string;

  constructor(reason: string, cause: unknown) {
    super(
      'charge_refused',
      `The payment provider refuses to take this charge (${reason}). Replace the cart, or check the account of the provider config.`,
      { cause },
    );
    this.reason = reason;
  }
}

/** The error of a creation. Other parameters may be accepted after a 400 only. */
export function asCreationError(error: unknown): unknown {
  return isRefusal(error) && error.statusCode === 400
    ? new ProviderRefusal(error.code ?? error.type, error)
    : asDomainError(error);
}

/** Passes on the provider's error code only: its message may contain account ids or keys. */
export function asDomainError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { code, type } = error;
  return new DomainError(
    'provider_error',
    isOutage(error) || isKeyInUse(error)
      ? 'The payment provider did not respond in time. Send the request again with the same idempotency keys.'
      : `The payment provider refused the request (${code ?? type}). Check the account of this merchant's provider config.`,
    { retryAfterSeconds: 2, cause: error },
  );
}

/** Why a call failed, as metrics count it. */
export type ProviderFailure = 'refused' | 'key_refused' | 'rate_limited' | 'unavailable' | 'failed';

/** Classifies what a call of a provider throws. An error that is not the provider's is a failed call. */
export function classifyFailure(error: unknown): ProviderFailure {
  const cause = error instanceof DomainError ? (error.cause ?? error) : error;
  // The circuit is open, or the account has too many requests in progress.
  if (cause instanceof DomainError)
    return cause.code === 'service_unavailable' ? 'unavailable' : 'refused';
  if (isKeyRefused(cause) || isForbidden(cause)) return 'key_refused';
  if (cause instanceof Stripe.errors.StripeRateLimitError) return 'rate_limited';
  if (isOutage(cause) || isKeyInUse(cause)) return 'unavailable';
  return cause instanceof Stripe.errors.StripeError ? 'refused' : 'failed';
}
