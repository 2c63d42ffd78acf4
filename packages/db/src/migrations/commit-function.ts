import type { ClientBase } from 'pg';

/** The table whose shards all others are stored with. */
export const COLOCATED_WITH = 'proxy_session';

/**
 * The function for commits, if the database lacks it or would run another one of that name. On Citus it is
 * missing too if it is not distributed with the present tables: Citus would run it on the coordinator.
 */
export async function findMissingCommitFunction(client: ClientBase) {
  // It is made from generated code, which the launcher starts without.
  const { commitFunctions } = await import('../commit/commit-function.ts');
  const isCitus = await hasCitus(client);
  const wanted = commitFunctions[isCitus ? 'citus' : 'postgres'];
  const distributed = `
    JOIN pg_dist_object o ON o.classid = 'pg_proc'::regclass AND o.objid = p.oid
    JOIN pg_dist_partition t ON t.colocationid = o.colocationid
      AND t.logicalrelid = to_regclass('${COLOCATED_WITH}')`;
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_proc p ${isCitus ? distributed : ''}
     WHERE p.proname = $1 AND p.prosrc = $2 AND pg_function_is_visible(p.oid)`,
    [wanted.name, wanted.body],
  );
  return rowCount === 0 ? wanted : null;
}

/**
 * Creates the function for commits if it is missing. Those of other versions remain, for processes that
 * still run.
 */
export async function createCommitFunction(
  client: ClientBase,
  onProgress: (line: string) => void,
): Promise<void> {
  const missing = await findMissingCommitFunction(client);
  if (!missing) return;
  await client.query(missing.sql);
  if (await hasCitus(client)) {
    await client.query(
      `SELECT create_distributed_function(oid::regprocedure, 'merchant', colocate_with => $2)
       FROM pg_proc WHERE proname = $1`,
      [missing.name, COLOCATED_WITH],
    );
  }
  onProgress(`created ${missing.name}`);
}

export async function hasCitus(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  return rowCount === 1;
}
