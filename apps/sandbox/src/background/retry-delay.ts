const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Short at first, for a receiver that is just starting. */
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

/** Milliseconds to wait after this many failed attempts; null after the last one. */
export function retryDelay(attempts: number, delays = RETRY_DELAYS_MS): number | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  return delays[Math.min(attempts, delays.length) - 1] ?? SECOND;
}
