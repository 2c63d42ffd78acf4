import { sql } from './sql.ts';
import type { SqlConnection } from './sql-connection.ts';

/** What a suspension, its end and a fan-out during one lock. */
export const SUSPENSION = 'suspension';

/**
 * Locks something of a merchant until the end of the transaction. It locks no row: those of a merchant and its team
 * are on every node of Citus, where two shared locks of one row can be a deadlock. Citus executes the statement on
 * the node of the merchant, to whichever node this process is connected.
 * @param name what is locked, apart from the merchant
 */
export async function lockOfMerchant(
  db: SqlConnection,
  merchantId: string,
  name: string,
  strength: 'share' | 'update' = 'update',
): Promise<void> {
  const lock = sql.raw(
    strength === 'share' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock',
  );
  await db.$queryRaw`
    SELECT ${lock}(hashtextextended(${`${name} of ${merchantId}`}, 0))::text, count(*)::int
    FROM saved_view WHERE merchant_id = ${merchantId} AND mode = ''`;
}
