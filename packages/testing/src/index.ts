export { type FixedClock, fixedClock } from './fixed-clock.ts';
export { emptyDatabase, type TestDatabase, testDatabase } from './test-database.ts';
export { type WaitForOptions, waitFor } from './wait-for.ts';
