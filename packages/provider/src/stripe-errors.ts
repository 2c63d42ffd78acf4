import { DomainError } from '@parley/domain';
import Stripe from 'stripe';

export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404;
}

/** Whether the provider does not take the secret key. */
export function isKeyRefused(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAuthenticationError;
}

/** Whether the provider understood and said no. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Whether the provider gave no answer: unreachable, too slow, or failing on its side. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return error.statusCode === undefined || error.statusCode >= 500;
}

/** Nothing of the provider's own text goes out but its code: it may name accounts or keys. */
export function asDomainError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { code, type } = error;
  return new DomainError(
    'provider_error',
    isOutage(error)
      ? 'The payment provider did not answer in time. Try again with the same keys.'
      : `The payment provider refused (${code ?? type}). Check the provider account of this merchant.`,
    { retryAfterSeconds: 2, cause: error },
  );
}
