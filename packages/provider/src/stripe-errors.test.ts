import { DomainError } from '@parley/domain';
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { asCreationError, asDomainError, classifyFailure } from './stripe-errors.ts';

const { errors } = Stripe;
const error = (type: string, statusCode: number | undefined, code?: string) => ({
  message: 'refused',
  type,
  ...(statusCode === undefined ? {} : { statusCode }),
  ...(code === undefined ? {} : { code }),
});

it.each([
  [
    'key_refused',
    new errors.StripeAuthenticationError(error('authentication_error', 401) as never),
  ],
  ['rate_limited', new errors.StripeRateLimitError(error('rate_limit_error', 429) as never)],
  ['unavailable', new errors.StripeConnectionError(error('api_error', undefined) as never)],
  ['unavailable', new errors.StripeAPIError(error('api_error', 502) as never)],
  ['refused', new errors.StripeInvalidRequestError(error('invalid_request_error', 400) as never)],
  ['failed', new TypeError('a defect')],
])('classifies a failure as %s, whatever it became on its way', (failure, thrown) => {
  expect(classifyFailure(thrown)).toBe(failure);
  expect(classifyFailure(asDomainError(thrown))).toBe(failure);
  expect(classifyFailure(asCreationError(thrown))).toBe(failure);
});

it('classifies a call that an open circuit refuses as unavailable', () => {
  expect(classifyFailure(new DomainError('service_unavailable'))).toBe('unavailable');
});
