import type { RetentionPeriods } from '@parley/db';
import type { Deps } from '@parley/operations';
import type { WorkerReport } from './worker-report.ts';

/** Maximum rows of each table per run; of provider events, also of each merchant and mode. */
const BATCH = 1_000;

/** Removes what is past its retention period. Returns whether there may be more. */
export async function sweepOldRows(
  deps: Deps,
  report: WorkerReport,
  periods: RetentionPeriods = {},
): Promise<boolean> {
  const removed = await deps.database.applyRetention(BATCH, periods);
  report.recordSweep('retention', removed);
  return Object.values(removed).some((count) => count >= BATCH);
}
