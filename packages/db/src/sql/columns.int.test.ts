import { afterAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/rows.ts';
import { Prisma } from '../generated/client.ts';
import { selectColumns, toColumnName } from './columns.ts';

/** The columns of each table in the database. */
const tables = new Map<string, Set<string>>();

const opened = await openTestDatabase();
const rows = await opened.database.client.$queryRaw<{ table: string; column: string }[]>`
  SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
  WHERE table_schema = 'public'`;
for (const { table, column } of rows) {
  const columns = tables.get(table) ?? new Set();
  tables.set(table, columns.add(column));
}
afterAll(() => opened.close());

const getFields = (model: string) => {
  const fields = Prisma[`${model}ScalarFieldEnum` as keyof typeof Prisma] as unknown;
  return Object.keys(fields as Record<string, string>);
};
const getTable = (model: string) => toColumnName(model).slice(1);

describe('the schema', () => {
  it.each(Object.keys(Prisma.ModelName))(
    'maps every field of %s to its snake_case column',
    (model) => {
      const columns = [...(tables.get(getTable(model)) ?? [])].sort();
      expect(getFields(model).map(toColumnName).sort()).toEqual(columns);
    },
  );
});

describe('selectColumns', () => {
  it('aliases each column and reads it back from a joined row', () => {
    const { list, read } = selectColumns<{ id: string; isCurrent: boolean }>('a', [
      'id',
      'isCurrent',
    ]);
    expect(list.sql).toBe('a."id" AS "a.id", a."is_current" AS "a.isCurrent"');
    expect(read({ 'a.id': 'x', 'a.isCurrent': true, 'b.id': 'y' })).toEqual({
      id: 'x',
      isCurrent: true,
    });
  });
});
