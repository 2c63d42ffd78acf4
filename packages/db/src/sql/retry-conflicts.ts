import { setTimeout as pause } from 'node:timers/promises';
import { isRetryable, StaleWrite, translateErrors, unavailable } from './errors.ts';

/** How often `work` runs at most. */
const MAX_TRIES = 4;

/**
 * Runs `work` again after a serialization failure, a deadlock or a stale write.
 * @throws DomainError service_unavailable when every try conflicted
 */
export function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  return translateErrors(async () => {
    for (let tries = 1; ; tries++) {
      try {
        return await work();
      } catch (error) {
        const conflict = isRetryable(error) || error instanceof StaleWrite;
        if (!conflict) throw error;
        if (tries === MAX_TRIES) throw unavailable(error);
        // Stryker disable next-line ArithmeticOperator: conflicts are repeated after any pause.
        await pause(Math.random() * 20 * 2 ** tries);
      }
    }
  });
}
