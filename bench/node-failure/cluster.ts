import pg from 'pg';

/** Runs a statement on a connection of its own. */
async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** @throws Error unless the URL names the coordinator of a cluster, in a database without tables */
export async function requireEmptyCluster(url: string): Promise<void> {
  const [state] = await query<{ workers: number; tables: number }>(
    url,
    `SELECT (SELECT count(*)::int FROM pg_dist_node WHERE groupid <> 0) AS workers,
      (SELECT count(*)::int FROM pg_tables WHERE schemaname = 'public') AS tables`,
  ).catch((error: Error) => {
    throw new Error(`CITUS_DATABASE_URL has to name a database with the citus extension: ${error}`);
  });
  if (!state || state.workers < 2) throw new Error('the cluster needs at least two worker nodes');
  if (state.tables > 0) throw new Error('the database of CITUS_DATABASE_URL has to be empty');
}

/** The node with the sessions of a merchant, as host:port. */
export async function nodeOf(url: string, merchantId: string): Promise<string> {
  const [row] = await query<{ node: string }>(
    url,
    `SELECT format('%s:%s', nodename, nodeport) AS node FROM citus_shards
     WHERE shardid = get_shard_id_for_distribution_column('proxy_session', $1::text)`,
    [merchantId],
  );
  if (!row) throw new Error(`${merchantId} has no shard`);
  return row.node;
}

/** The ids of all sessions of a merchant. */
export async function sessionsOf(url: string, merchantId: string): Promise<Set<string>> {
  const rows = await query<{ id: string }>(
    url,
    'SELECT id FROM proxy_session WHERE merchant_id = $1',
    [merchantId],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The same database on another node of the cluster. */
export function onNode(url: string, node: string): string {
  const copy = new URL(url);
  copy.host = node;
  return copy.href;
}
