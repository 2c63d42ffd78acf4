/** Milliseconds from which on a webhook receiver's answer counts as slow. */
const SLOW_ANSWER_MS = 2_000;

/** Slow answers in a row after which the deliveries to a receiver use the slow lane. */
export const SLOW_ANSWERS_UNTIL_SLOW_LANE = 2;

/**
 * The slow answers of a receiver after one more answer; a quick one ends them.
 * @param before slow answers so far
 * @param durationMs milliseconds until the answer, or until none was expected any more
 */
export const countSlowAnswers = (before: number, durationMs: number): number =>
  durationMs < SLOW_ANSWER_MS ? 0 : Math.min(before + 1, SLOW_ANSWERS_UNTIL_SLOW_LANE);

/** The places that must be free for each one that is taken already, before another one may be. */
export const FREE_PER_TAKEN_PLACE = 4;

/**
 * Whether one of several that share places may take another one: only while it has less than a quarter of
 * those that are free. One alone gets a fifth of all places, and even ten that each take as many as they
 * may, one after the other, leave some of 64 free.
 */
export const mayTakePlace = (taken: number, free: number): boolean =>
  FREE_PER_TAKEN_PLACE * taken < free;
