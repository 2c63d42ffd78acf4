/** Seconds before each delivery attempt: the first immediately, the tenth after about three days. */
export const RETRY_DELAYS_SECONDS = [
  0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
] as const;

/** Random variation of each delay, as a fraction, so that retries do not coincide. */
export const RETRY_JITTER = 0.2;

/** Hours of consecutive failures after which an endpoint is made inactive. */
export const FAILING_HOURS_UNTIL_INACTIVE = 120;

/** Whether an endpoint that has failed since then is made inactive. */
export const isFailingTooLong = (since: Date | null, nowMs: number): boolean =>
  since !== null && nowMs - since.getTime() >= FAILING_HOURS_UNTIL_INACTIVE * 3_600_000;

/**
 * The delay before a failed delivery is tried again.
 * @param attemptsMade attempts so far, 1 or more
 * @param random from 0 to 1
 * @param retryAfterSeconds the endpoint's Retry-After; clamped to between one and two scheduled delays
 * @returns seconds from now; null after the last attempt
 */
export function getRetryDelaySeconds(
  attemptsMade: number,
  random: number,
  retryAfterSeconds: number | null = null,
): number | null {
  const delay = RETRY_DELAYS_SECONDS[attemptsMade];
  if (delay === undefined) return null;
  if (retryAfterSeconds !== null) return Math.min(Math.max(retryAfterSeconds, delay), 2 * delay);
  return delay * (1 + RETRY_JITTER * (2 * random - 1));
}
