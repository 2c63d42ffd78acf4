import type { Deps } from '@parley/operations';
import type { Logger } from 'pino';

/** Rows of each kind that one round takes. */
const BATCH = 1_000;

/** Removes what has been kept long enough; whether there may be more. */
export async function sweepOldRows(deps: Deps, logger: Logger): Promise<boolean> {
  const removed = await deps.database.removeOldRows(BATCH);
  const counts = Object.values(removed);
  if (counts.some((count) => count > 0)) {
    logger.info({ msg: 'sweep', sweep: 'retention', ...removed });
  }
  return counts.some((count) => count === BATCH);
}
