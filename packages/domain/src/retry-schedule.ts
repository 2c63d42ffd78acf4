/** Seconds from one delivery attempt to the next: at once, then later and later, three days in all. */
export const RETRY_DELAYS_SECONDS = [
  0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
] as const;

/** Either way, so that what failed together does not come back together. */
export const RETRY_JITTER = 0.2;

/** Hours of failures alone after which an endpoint is no longer tried. */
export const FAILING_HOURS_UNTIL_INACTIVE = 120;

/**
 * When a delivery that has failed is tried again.
 * @param attemptsMade attempts so far, 1 or more
 * @param random from 0 to 1
 * @param retryAfterSeconds what the endpoint asked for; honoured between once and twice the step
 * @returns seconds from now; null when it is given up
 */
export function getRetryDelaySeconds(
  attemptsMade: number,
  random: number,
  retryAfterSeconds: number | null = null,
): number | null {
  const step = RETRY_DELAYS_SECONDS[attemptsMade];
  if (step === undefined) return null;
  if (retryAfterSeconds !== null) return Math.min(Math.max(retryAfterSeconds, step), 2 * step);
  return step * (1 + RETRY_JITTER * (2 * random - 1));
}
