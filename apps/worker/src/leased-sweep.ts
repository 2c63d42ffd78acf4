import { randomUUID } from 'node:crypto';
import type { Deps } from '@parley/operations';

const LEASE_SECONDS = 60;

/**
 * Runs a sweep where it is due and no other worker is at it.
 * @param everySeconds from one end to the next beginning, over all workers
 * @param work whether there may be more to do right away
 */
export async function leasedSweep(
  deps: Deps,
  name: string,
  everySeconds: number,
  work: () => Promise<boolean>,
): Promise<boolean> {
  const token = randomUUID();
  if (!(await deps.database.claimSweep(name, { token, seconds: LEASE_SECONDS }))) return false;
  // One that fails is due again at once; the loop that runs it waits.
  let again = true;
  try {
    again = await work();
    return again;
  } finally {
    await deps.database.finishSweep(name, token, again ? 0 : everySeconds);
  }
}
