import { DomainError } from '@parley/domain';
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { asCreationError, asDomainError, classifyFailure } from './stripe-errors.ts';

const { errors } = Stripe;
type RawError = NonNullable<ConstructorParameters<typeof errors.StripeAPIError>[0]>;
const error = (type: NonNullable<RawError['type']>, statusCode?: number): RawError => ({
  message: 'refused',
  type,
  ...(statusCode && { statusCode }),
});

it.each([
  ['key_refused', new errors.StripeAuthenticationError(error('authentication_error', 401))],
  ['rate_limited', new errors.StripeRateLimitError(error('rate_limit_error', 429))],
  ['unavailable', new errors.StripeConnectionError(error('api_error'))],
  ['unavailable', new errors.StripeAPIError(error('api_error', 502))],
  ['refused', new errors.StripeInvalidRequestError(error('invalid_request_error', 400))],
  ['failed', new TypeError('a defect')],
])('classifies a failure as %s, whatever it became on its way', (failure, thrown) => {
  expect(classifyFailure(thrown)).toBe(failure);
  expect(classifyFailure(asDomainError(thrown))).toBe(failure);
  expect(classifyFailure(asCreationError(thrown))).toBe(failure);
});

it('classifies a call that an open circuit refuses as unavailable', () => {
  expect(classifyFailure(new DomainError('service_unavailable'))).toBe('unavailable');
});
