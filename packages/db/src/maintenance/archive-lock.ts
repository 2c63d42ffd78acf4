import { withConnection } from '../migrations/with-connection.ts';

/** Any constant that no other advisory lock of the database uses. */
const LOCK_KEY = 7_275_539_681;

/**
 * Runs `work` while no other process changes archives of this database. The lock belongs to a transaction, so that a
 * pooler releases it too, and ends with the process. The transaction has no snapshot that holds back vacuum.
 * @throws Error if another process does
 */
export async function withArchiveLock<Result>(
  databaseUrl: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return await withConnection(databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AS locked',
      [LOCK_KEY],
    );
    if (rows[0]?.locked) return await work();
    throw new Error('Another command changes archives of this database. Wait until it has ended.');
  });
}
