import { DomainError } from '@parley/domain';

/** Consecutive failed calls that open the circuit. */
const FAILURES_TO_OPEN = 5;
/** Milliseconds until an open circuit lets one call through. */
const OPEN_MS = 10_000;

/** Makes calls to a host that does not respond fail immediately instead of after a timeout. */
export interface CircuitBreaker {
  /** @throws DomainError service_unavailable while the circuit is open, otherwise what `call` throws */
  run<T>(call: () => Promise<T>): Promise<T>;
}

/**
 * @param isFailure whether an error means that the host did not respond; a refusal is a response
 * @param now milliseconds, for tests
 */
export function createCircuitBreaker(
  isFailure: (error: unknown) => boolean,
  now: () => number = Date.now,
): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  let probing = false;

  return {
    async run(call) {
      const open = failures >= FAILURES_TO_OPEN;
      if (open && (probing || now() < openUntil)) throw unavailable(openUntil - now());
      probing = open;
      try {
        const result = await call();
        failures = 0;
        return result;
      } catch (error) {
        if (isFailure(error)) {
          failures += 1;
          openUntil = now() + OPEN_MS;
        } else {
          failures = 0;
        }
        throw error;
      } finally {
        if (open) probing = false;
      }
    },
  };
}

function unavailable(waitMs: number): DomainError {
  return new DomainError(
    'service_unavailable',
    'The payment provider is not responding. Send the request again with the same idempotency keys.',
    { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
  );
}
