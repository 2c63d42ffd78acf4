/**
 * The factor by which tests with generated cases multiply their number of cases: 1 unless
 * TEST_SCALE says otherwise. `npm run test:full` sets 5.
 */
export const testScale = Number(process.env.TEST_SCALE ?? 1);
