import type { AttemptRecord } from '@parley/db';
import { DomainError } from '@parley/domain';
import { expect, it } from 'vitest';
import { withRetryDeadline } from './retry-deadline.ts';

const attempt = {
  providerRetryNotAfter: new Date('2026-11-23T08:00:00.000Z'),
} as AttemptRecord;
const run = (error: unknown, of = attempt) =>
  withRetryDeadline(of, () => Promise.reject(error)).catch((thrown: unknown) => thrown);

it.each([
  ['provider_error', undefined, 2],
  ['service_unavailable', 7, 7],
] as const)(
  '%s is rethrown with the time until which the idempotency keys are valid',
  async (code, given, retryAfterSeconds) => {
    const options = given === undefined ? {} : { retryAfterSeconds: given };
    const error = new DomainError(code, 'No response.', options);
    expect(await run(error)).toMatchObject({
      code,
      message: 'No response. The idempotency keys are valid until 2026-11-23T08:00:00.000Z.',
      retryAfterSeconds,
      cause: error,
    });
  },
);

it('another error, or one without idempotency keys, is thrown as it is', async () => {
  for (const error of [new DomainError('not_found'), new TypeError('x is undefined')]) {
    expect(await run(error)).toBe(error);
  }
  const outage = new DomainError('provider_error');
  expect(await run(outage, { ...attempt, providerRetryNotAfter: null })).toBe(outage);
  expect(await withRetryDeadline(attempt, async () => 'done')).toBe('done');
});
