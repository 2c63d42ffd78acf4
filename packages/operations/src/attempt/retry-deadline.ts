import type { AttemptRecord } from '@parley/db';
import { DomainError } from '@parley/domain';

/**
 * Runs `work` and, when the provider does not respond, adds to the error's message until when the
 * attempt's idempotency keys can be used for another try.
 * @throws whatever `work` throws
 */
export async function withRetryDeadline<T>(
  attempt: AttemptRecord,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const deadline = attempt.providerRetryNotAfter?.toISOString();
    if (!isProviderOutage(error) || !deadline) throw error;
    throw new DomainError(
      error.code,
      `${error.message} The idempotency keys are valid until ${deadline}.`,
      {
        retryAfterSeconds: error.retryAfterSeconds ?? 2,
        cause: error,
      },
    );
  }
}

/** Whether the provider refused a call or did not respond. */
export function isProviderOutage(error: unknown): error is DomainError {
  const codes = ['provider_error', 'service_unavailable'];
  return error instanceof DomainError && codes.includes(error.code);
}

/** For an effect that a later call or a sweep repeats. @throws every other error */
export function ignoreOutage(error: unknown): void {
  if (!isProviderOutage(error)) throw error;
}
