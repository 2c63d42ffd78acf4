import { randomUUID } from 'node:crypto';
import type { RetentionPeriods } from '@parley/db';
import type { Deps } from '@parley/operations';
import type { SweepReport } from './sweep-report.ts';

/** Maximum rows of each table per run; of provider events, also of each merchant and mode. */
const BATCH = 1_000;
const LEASE_SECONDS = 60;

/** Removes what is past its retention period. Returns whether there may be more. */
export async function sweepOldRows(
  deps: Deps,
  report: SweepReport,
  periods: RetentionPeriods = {},
): Promise<boolean> {
  const removed = await deps.database.applyRetention(BATCH, periods);
  report.record('retention', removed);
  return Object.values(removed).some((count) => count >= BATCH);
}

/**
 * Runs a sweep if it is due and no other worker holds its lease.
 * @param everySeconds seconds from the end of one run to the start of the next, over all workers
 * @param work returns true if there may be more to do
 */
export async function runLeasedSweep(
  deps: Deps,
  name: string,
  everySeconds: number,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const token = randomUUID();
  if (!(await deps.database.sweeps.claim(name, { token, seconds: LEASE_SECONDS }))) return false;
  // A sweep that fails is due again at once. The loop that runs it backs off.
  let isDueAgain = true;
  try {
    isDueAgain = (await work()) === true;
    return isDueAgain;
  } finally {
    await deps.database.sweeps.finish(name, token, isDueAgain ? 0 : everySeconds);
  }
}
