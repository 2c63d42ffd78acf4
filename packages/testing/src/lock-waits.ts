import { isCluster } from './test-database.ts';

/**
 * SQL for the connections that wait for a lock in the current database: their `pid`, which
 * pg_terminate_backend accepts. On Citus the locks are those of other nodes.
 */
export const lockWaits = (): string =>
  isCluster()
    ? `SELECT DISTINCT w.waiting_gpid AS pid FROM citus_lock_waits w
       JOIN citus_dist_stat_activity a ON a.global_pid = w.waiting_gpid
       WHERE a.datname = current_database()`
    : `SELECT pid FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND datname = current_database()`;
