import type { Database, DueKind, DueMerchant } from '@parley/db';
import { findDue } from '@parley/db/testing';

/**
 * Runs a round for the merchants with due work, as a worker does.
 * @returns whether there may be more; false if nothing is due
 */
export async function runRound(
  database: Pick<Database, 'dueWork'>,
  kind: DueKind,
  round: (merchants: readonly DueMerchant[]) => Promise<boolean>,
): Promise<boolean> {
  const merchants = await findDue(database, kind);
  return merchants.length > 0 && (await round(merchants));
}
