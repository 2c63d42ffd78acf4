import type { Database } from '../src/database.ts';
import { sql } from '../src/sql/sql.ts';

/** The rows of all merchants, as JSON objects by table. */
export type AllRows = Readonly<Record<string, readonly string[]>>;

/** Reads all tables with rows of merchants. */
export async function readAllRows({ client }: Database): Promise<AllRows> {
  const tables = await client.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'merchant_id'`;
  const reads = tables.map(
    ({ name }) => sql`
      SELECT ${name} AS name, ARRAY(SELECT to_json(t)::text FROM ${sql.raw(name)} t) AS rows`,
  );
  const all = await client.$queryRaw<{ name: string; rows: string[] }[]>`
    ${sql.join(reads, ' UNION ALL ')}`;
  return Object.fromEntries(all.map(({ name, rows }) => [name, rows]));
}

/** Tables that others refer to, each after those that refer to it. */
const parents = ['webhook_endpoint', 'acquisition_attempt', 'proxy_session', 'psp_config'];

/** Inserts rows, by default in addition to those that are stored. */
export async function insertRows(
  { client }: Database,
  rows: AllRows,
  { instead = false } = {},
): Promise<void> {
  const tables = Object.entries(rows).sort(
    ([one], [other]) => parents.indexOf(other) - parents.indexOf(one),
  );
  await client.$transaction(async (tx) => {
    // Citus would delete from shards at once, after which it could not write to a table on every node.
    await tx.$executeRaw`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`;
    if (instead) {
      for (const [name] of tables.toReversed()) {
        await tx.$executeRaw`DELETE FROM ${sql.raw(name)}`;
      }
    }
    for (const [name, texts] of tables) {
      const table = sql.raw(name);
      if (texts.length > 0)
        await tx.$executeRaw`
          INSERT INTO ${table}
          SELECT * FROM json_populate_recordset(NULL::${table}, ${`[${texts.join()}]`}::json)`;
    }
  });
}
