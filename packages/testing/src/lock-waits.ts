import { isCluster } from './test-database.ts';

/**
 * SQL for the connections that wait for a lock in the current database: their `pid`, which
 * pg_terminate_backend accepts. On Citus the locks are those of other nodes.
 */
export const lockWaits = (): string =>
  isCluster()
    ? 'SELECT waiting_gpid AS pid FROM citus_lock_waits'
    : `SELECT pid FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND datname = current_database()`;
