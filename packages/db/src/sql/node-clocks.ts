import type { QueryConnection } from './sql-connection.ts';

/** The clock of a node of a Citus cluster. */
export interface NodeClock {
  /** Host and port. */
  readonly node: string;
  /**
   * Seconds by which it is ahead of the coordinator's clock; negative if it is behind, 0 if the difference
   * is less than the time of the measurement.
   */
  readonly aheadSeconds: number;
}

/**
 * Compares the clocks of all nodes with that of the coordinator. Returns none for a database without Citus.
 * @param isCitus whether the server of open connections is Citus
 */
export async function compareNodeClocks(
  db: QueryConnection,
  isCitus: () => boolean,
): Promise<NodeClock[]> {
  const before = await readClock(db);
  if (!isCitus()) return [];
  const nodes = await db.$queryRaw<{ node: string; at: Date }[]>`
    SELECT n.nodename || ':' || n.nodeport AS node, c.result::timestamptz AS at
    FROM run_command_on_all_nodes('SELECT clock_timestamp()') c JOIN pg_dist_node n USING (nodeid)
    WHERE c.success`;
  const after = await readClock(db);
  return nodes.map(({ node, at }) => ({ node, aheadSeconds: secondsOutside(at, before, after) }));
}

/** Seconds from a period to a time; negative if the time is before it, 0 if it is in it. */
export function secondsOutside(at: Date, start: Date, end: Date): number {
  const ms =
    Math.max(0, at.getTime() - end.getTime()) + Math.min(0, at.getTime() - start.getTime());
  return ms / 1_000;
}

async function readClock(db: QueryConnection): Promise<Date> {
  const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  // Stryker disable next-line all: PostgreSQL always returns the row; the type does not say so.
  if (!row) throw new Error('SELECT clock_timestamp() returned no row');
  return row.now;
}
