import type { TestApi } from './api.ts';

/** The version of each row, by table. */
type RowVersions = Readonly<Record<string, readonly string[]>>;

const byTable = (found: readonly { name: string; versions: string }[]): RowVersions =>
  Object.fromEntries(found.map(({ name, versions }) => [name, versions.split(' ')]));

/** Selects the transactions that wrote the rows: whatever changes a row gives it another one. */
const versions = (name: string, condition = 'true') => `SELECT '${name}' AS name,
  coalesce(string_agg(xmin::text, ' ' ORDER BY xmin::text::bigint), '') AS versions
  FROM "${name}" t WHERE ${condition}`;

/** The version of every row of every table. */
export async function versionsOfAll({ database: { client } }: TestApi): Promise<RowVersions> {
  const tables = await client.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`;
  // The time of a key's last use changes with every request.
  const keys = `SELECT 'api_key' AS name,
    coalesce(string_agg(md5((to_jsonb(t) - 'last_used_at')::text), ' ' ORDER BY id), '') AS versions
    FROM api_key t`;
  const selects = tables.map(({ name }) => (name === 'api_key' ? keys : versions(name)));
  return byTable(await client.$queryRawUnsafe(selects.join(' UNION ALL ')));
}

/** The version of every row of a merchant except its keys; with a mode, of those that contain it. */
export async function readVersions(
  { database: { client } }: TestApi,
  merchantId: string,
  mode?: 'test',
): Promise<RowVersions> {
  const tables = await client.$queryRaw<{ name: string }[]>`
    SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
      AND a.attname = 'merchant_id' ORDER BY 1`;
  // These rows change with every request.
  const counters = ['api_key', 'rate_limit'];
  const inMode = mode ? ` AND to_jsonb(t)::text LIKE '%"mode": "${mode}"%'` : '';
  const selects = tables
    .filter(({ name }) => !counters.includes(name))
    .map(({ name }) => versions(name, `merchant_id = $1${inMode}`));
  return byTable(await client.$queryRawUnsafe(selects.join(' UNION ALL '), merchantId));
}
