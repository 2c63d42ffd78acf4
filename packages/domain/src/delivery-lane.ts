/** A webhook receiver's response that takes this many milliseconds or more is slow. */
const SLOW_RESPONSE_MS = 2_000;

/** Slow responses in a row after which the deliveries to a receiver use the slow lane. */
export const SLOW_RESPONSES_UNTIL_SLOW_LANE = 2;

/**
 * Counts the slow responses of a receiver in a row, after one more request.
 * @param before slow responses so far
 * @param durationMs milliseconds until the response or the timeout
 */
export const countSlowResponses = (before: number, durationMs: number): number =>
  durationMs < SLOW_RESPONSE_MS ? 0 : Math.min(before + 1, SLOW_RESPONSES_UNTIL_SLOW_LANE);
