import pg from 'pg';
import type { Scope } from '../src/sql/records.ts';

async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: string[] = [],
) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** The number of the node with the rows of a merchant. */
export async function readNode(url: string, { merchantId }: Scope): Promise<number> {
  const [row] = await query<{ groupid: number }>(
    url,
    `SELECT groupid FROM pg_dist_placement
     WHERE shardid = get_shard_id_for_distribution_column('proxy_session', $1::text)`,
    [merchantId],
  );
  if (!row) throw new Error(`${merchantId} has no shard`);
  return row.groupid;
}

/** Gives a node an address where nothing listens, on every node. It remains unreachable in this database. */
export async function disconnectNode(url: string, node: number): Promise<void> {
  const update = `UPDATE pg_dist_node SET nodeport = 1 WHERE groupid = ${node}`;
  await query(url, 'SELECT run_command_on_workers($1)', [update]);
  await query(url, update);
}
