import { afterAll, expect, it } from 'vitest';
import { erasedColumns as erased, keptColumns as kept } from '../../test/privacy-columns.ts';
import { openTestDatabase } from '../../test/rows.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly checks: readonly string[];
}

const opened = await openTestDatabase();
afterAll(() => opened.close());
const columns = await opened.database.client.$queryRaw<Column[]>`
  SELECT c.table_name AS "table", c.column_name AS name, ARRAY(
      SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY(k.conkey)
      WHERE k.contype = 'c' AND k.conrelid = quote_ident(c.table_name)::regclass
        AND a.attname = c.column_name) AS checks
  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
  WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
    AND c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')
  ORDER BY 1, 2`;

/** What columns of ids name. An id of something else, such as a tax id, may be personal data. */
const objects =
  'account|actor|assignee|attempt|config|created_by|customer|decline|dispute|endpoint|event|intent|invoice|key|merchant|object|organization|passkey|replaced|replaced_by|request|session|subject|subscription|user';
const safeName = new RegExp(`^id$|(^|_)(${objects})_id$|(^|_)currency$|^lease_token$`);

/** Whether a check constraint limits the column to a list of values or to a pattern without free characters. */
function isLimited({ name, checks }: Column): boolean {
  const list = `(${name} = ANY (ARRAY[`;
  const pattern = new RegExp(`\\(${name} ~ '\\^[^.'*+]*\\$'`);
  return checks.some(
    (check) =>
      check === `CHECK ((${name} = 'provider'::text))` ||
      (!/ OR |NOT |NULL|<=/.test(check) && (check.includes(list) || pattern.test(check))),
  );
}

const names = columns.map(({ table, name }) => `${table}.${name}`);
const isKept = ({ table, name }: Column) =>
  kept.includes(table) || kept.includes(`${table}.${name}`);

it('every column with free text is either erased with the buyer or kept for a reason', () => {
  const unclassified = columns.filter(
    (column) =>
      !safeName.test(column.name) &&
      !isLimited(column) &&
      !isKept(column) &&
      !erased.includes(`${column.table}.${column.name}`),
  );
  expect(
    unclassified.map(({ table, name }) => `${table}.${name}`),
    'add these columns to a table of docs/privacy.md',
  ).toEqual([]);
});

it('every column that docs/privacy.md names exists, and is named once', () => {
  const tables = columns.map(({ table }) => table);
  const all = [...erased, ...kept];
  expect(all.filter((name) => !names.includes(name) && !tables.includes(name))).toEqual([]);
  expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
  const inKeptTable = all.filter(
    (name) => name.includes('.') && kept.includes(name.split('.')[0] ?? ''),
  );
  expect(inKeptTable).toEqual([]);
});
