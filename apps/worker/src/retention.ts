import type { Deps } from '@parley/operations';
import type { SweepReport } from './sweep-report.ts';

/** Rows of each kind that one round takes. */
const BATCH = 1_000;

/** Removes what has been kept long enough; whether there may be more. */
export async function sweepOldRows(deps: Deps, report: SweepReport): Promise<boolean> {
  const removed = await deps.database.removeOldRows(BATCH);
  report.tell('retention', removed);
  return Object.values(removed).some((count) => count === BATCH);
}
