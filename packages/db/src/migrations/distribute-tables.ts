import type { ClientBase } from 'pg';
import { COLOCATED_WITH, createCommitFunction, hasCitus } from './commit-function.ts';
import { type LockRetryOptions, limitLockWaits, retryWhenBlocked } from './lock-retries.ts';
import { type Placement, placements } from './placements.ts';

/** The columns that lead every key of a table with placement `merchant`. */
const DISTRIBUTION_COLUMN = 'merchant_id';

const distribute: Readonly<Record<Placement, (table: string) => string>> = {
  merchant: (table) => {
    const colocation = table === COLOCATED_WITH ? 'none' : COLOCATED_WITH;
    return `SELECT create_distributed_table('${table}', '${DISTRIBUTION_COLUMN}', colocate_with => '${colocation}')`;
  },
  reference: (table) => `SELECT create_reference_table('${table}')`,
  // Every node then forwards statements on this table to the coordinator.
  local: (table) => `SELECT citus_add_local_table_to_metadata('${table}')`,
};

/** Citus copies the rows of a table and keeps the originals, which no statement reads any more. */
const truncateLocal = `
  SELECT truncate_local_data_after_distributing_table($1::regclass) WHERE pg_relation_size($1::regclass) > 0`;

/** In this order: foreign keys may point from shards to reference tables, but not the other way. */
const order: readonly Placement[] = ['reference', 'merchant', 'local'];

/**
 * If the database has the citus extension, distributes the tables that are not distributed yet and creates
 * the function for commits. The rows are copied in one transaction, which locks these tables.
 * @returns the names of the tables that were distributed
 * @throws Error for a table without a placement, MigrationBlocked
 */
export async function distributeTables(
  client: ClientBase,
  options: LockRetryOptions,
): Promise<string[]> {
  if (!(await hasCitus(client))) return [];
  const tables = await readUndistributedTables(client);
  const sorted = order.flatMap((placement) =>
    tables
      .filter((table) => getPlacement(table) === placement)
      .toSorted((one, other) => Number(other === COLOCATED_WITH) - Number(one === COLOCATED_WITH)),
  );
  await retryWhenBlocked(options, async (watch) => {
    await watch(client);
    await client.query('BEGIN');
    try {
      if (sorted.length > 0) await distributeAll(client, sorted, options);
      await createCommitFunction(client, options.onProgress);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  });
  return sorted;
}

async function distributeAll(
  client: ClientBase,
  tables: readonly string[],
  { waits }: LockRetryOptions,
): Promise<void> {
  await client.query("SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
  for (const setting of limitLockWaits(waits)) await client.query(setting);
  // Copying the rows of a large table takes long.
  await client.query('SET LOCAL statement_timeout = 0');
  // Citus cannot distribute a table while another one that is not distributed refers to it.
  const foreignKeys = await readForeignKeys(client, tables);
  for (const { table, name } of foreignKeys)
    await client.query(`ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`);
  for (const table of tables) {
    await client.query(distribute[getPlacement(table)](table));
    if (getPlacement(table) !== 'local') await client.query(truncateLocal, [table]);
  }
  for (const { table, name, definition } of foreignKeys)
    await client.query(`ALTER TABLE "${table}" ADD CONSTRAINT "${name}" ${definition}`);
}

function getPlacement(table: string): Placement {
  const placement = placements[table];
  if (placement) return placement;
  throw new Error(`Table ${table} has no placement. Add it to placements.ts.`);
}

/** Citus itself makes a local table of a new table that refers to a reference table (autoconverted). */
async function readUndistributedTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      AND c.oid NOT IN (SELECT logicalrelid FROM pg_dist_partition WHERE NOT autoconverted)
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
    ORDER BY name`);
  return rows.map(({ name }) => name);
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function readForeignKeys(
  client: ClientBase,
  tables: readonly string[],
): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY ($1::regclass[]) ORDER BY 1, 2`,
    [tables],
  );
  return rows;
}
