const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Fast at first, so that a receiver that was just starting is not left waiting. */
export const RETRY_DELAYS_MS: readonly number[] = [
  SECOND,
  3 * SECOND,
  10 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
];

const MAX_ATTEMPTS = 16;

/** The wait after the given number of failed attempts; null when it is time to give up. */
export function retryDelay(attempts: number, delays = RETRY_DELAYS_MS): number | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  return delays[Math.min(attempts, delays.length) - 1] ?? SECOND;
}
