import type { AttemptRecord } from '@parley/db';
import { DomainError } from '@parley/domain';

/**
 * Says, where the provider did not answer, until when the same keys are good for another try.
 * @throws whatever `work` throws, its message completed
 */
export async function withRetryDeadline<T>(
  attempt: AttemptRecord,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const until = attempt.providerRetryNotAfter?.toISOString();
    const away =
      error instanceof DomainError &&
      (error.code === 'provider_error' || error.code === 'service_unavailable');
    if (!away || !until) throw error;
    throw new DomainError(error.code, `${error.message} They are good until ${until}.`, {
      retryAfterSeconds: error.retryAfterSeconds ?? 2,
      cause: error,
    });
  }
}
