/** @throws Error unless the text is a number of at least 1: less would run fewer cases, or none */
export function parseTestScale(text: string): number {
  const scale = Number(text);
  if (Number.isFinite(scale) && scale >= 1) return scale;
  throw new Error(`TEST_SCALE must be a number of at least 1, not "${text}".`);
}

/**
 * The factor by which tests with generated cases multiply their number of cases: 1 unless
 * TEST_SCALE says otherwise. `npm run test:full` sets 20.
 */
export const testScale = parseTestScale(process.env.TEST_SCALE ?? '1');

/**
 * Whether tests of combinations run all of them, as they do if TEST_SCALE is more than 1. Otherwise
 * they run a part that contains every pair of values.
 */
export const runsEveryCombination = testScale > 1;
