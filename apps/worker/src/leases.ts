import { randomUUID } from 'node:crypto';
import type { Lease } from '@parley/db';
import type { Deps } from '@parley/operations';

const LEASE_SECONDS = 60;

/** A new lease on the next rows of a queue, at most `limit` of them. */
export const createLease = (limit: number, seconds = LEASE_SECONDS): Lease => ({
  token: randomUUID(),
  seconds,
  limit,
});

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
