import { sql } from './sql.ts';

/**
 * The column of a field, in snake_case. Tables call a provider config psp_config, as merchant_psp_config_id of
 * the contract does. A test checks that the schema maps every column this way.
 */
export function toColumnName(field: string): string {
  const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return name.replace('provider_config', 'psp_config');
}

/**
 * A select list of all fields of an aliased table, and a reader that extracts them from a joined row.
 */
export function selectColumns<Row>(alias: string, fields: readonly string[]) {
  const list = sql.raw(
    fields.map((field) => `${alias}."${toColumnName(field)}" AS "${alias}.${field}"`).join(', '),
  );
  const keys = fields.map((field) => [field, `${alias}.${field}`] as const);
  return {
    list,
    read: (row: Record<string, unknown>): Row => {
      const record: Record<string, unknown> = {};
      for (const [field, key] of keys) record[field] = row[key];
      return record as Row;
    },
  };
}
