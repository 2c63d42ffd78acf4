import type { Client, Connection } from './client.ts';
import { isLockTimeout, translateErrors } from './errors.ts';
import { type ClaimRows, claimRows, claimUnlockedRows } from './leases.ts';
import { setLockTimeout } from './sql-connection.ts';

/** Milliseconds that a claim waits for a row that a transaction has locked. */
const MAX_LOCK_WAIT_MS = 200;

/**
 * Claims rows of many merchants in one statement. If one of the rows is locked for longer than 200 ms,
 * claims all others, so that a locked row of one merchant does not delay the others.
 * @param claim claims rows with the given function
 */
export function claimSkippingLocked<Row>(
  client: Client,
  claim: (db: Connection, claimRows: ClaimRows) => Promise<Row[]>,
): Promise<Row[]> {
  return translateErrors(async () => {
    try {
      return await client.$transaction(async (db) => {
        await db.$executeRaw(setLockTimeout(MAX_LOCK_WAIT_MS));
        return claim(db, claimRows);
      });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      return claim(client, claimUnlockedRows);
    }
  });
}
