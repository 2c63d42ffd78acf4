import { DomainError } from '@parley/domain';

/** The sign-in library hides the cause of its errors, which can only be the database. */
export function unavailable(cause: unknown): DomainError {
  return cause instanceof DomainError
    ? cause
    : new DomainError('service_unavailable', undefined, { cause, retryAfterSeconds: 1 });
}
