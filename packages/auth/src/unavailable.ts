import { DomainError } from '@parley/domain';

/** The sign-in library hides what failed below it; what can fail there is the database. */
export function unavailable(cause: unknown): DomainError {
  return cause instanceof DomainError
    ? cause
    : new DomainError('service_unavailable', undefined, { cause, retryAfterSeconds: 1 });
}
