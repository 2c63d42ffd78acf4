import type { Database } from '../src/database.ts';
import { Prisma } from '../src/generated/client.ts';

/** The rows of all merchants, as JSON objects by table. */
export type AllRows = Readonly<Record<string, readonly string[]>>;

/** Reads all tables with rows of merchants. */
export async function readAllRows({ client }: Database): Promise<AllRows> {
  const tables = await client.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'merchant_id'`;
  const reads = tables.map(
    ({ name }) => Prisma.sql`
      SELECT ${name} AS name, ARRAY(SELECT to_json(t)::text FROM ${Prisma.raw(name)} t) AS rows`,
  );
  const all = await client.$queryRaw<{ name: string; rows: string[] }[]>`
    ${Prisma.join(reads, ' UNION ALL ')}`;
  return Object.fromEntries(all.map(({ name, rows }) => [name, rows]));
}

/** Inserts rows. The order of the tables does not matter, because no foreign key is checked. */
export async function insertRows(
  { client }: Database,
  rows: AllRows,
  { instead = false } = {},
): Promise<void> {
  const filled = Object.entries(rows).filter(([, { length }]) => length > 0);
  await client.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    // TRUNCATE would take longer.
    if (instead)
      for (const name of Object.keys(rows)) await tx.$executeRaw`DELETE FROM ${Prisma.raw(name)}`;
    for (const [name, texts] of filled) {
      const table = Prisma.raw(name);
      await tx.$executeRaw`
        INSERT INTO ${table}
        SELECT * FROM json_populate_recordset(NULL::${table}, ${`[${texts.join()}]`}::json)`;
    }
  });
}
