import { Prisma } from './generated/client.ts';

/** snake_case of a field: the schema maps every column so, and a test holds it to that. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A table's columns under an alias, for one select list, and how to take them out of a row again. */
export function columnsOf<Row>(alias: string, fields: readonly string[]) {
  const list = Prisma.raw(
    fields.map((field) => `${alias}."${columnOf(field)}" AS "${alias}.${field}"`).join(', '),
  );
  const keys = fields.map((field) => [field, `${alias}.${field}`] as const);
  return {
    list,
    take: (row: Record<string, unknown>): Row => {
      const record: Record<string, unknown> = {};
      for (const [field, key] of keys) record[field] = row[key];
      return record as Row;
    },
  };
}
