import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import { DatabaseError, Pool, type QueryArrayConfig, type QueryArrayResult } from 'pg';

// PostgreSQL's one-byte type "char", which the catalog uses and PrismaPg does not support.
const CHAR_TYPE = 18;
const TEXT_TYPE = 25;

function toAdapterError(error: DatabaseError): DriverAdapterError {
  return new DriverAdapterError({
    kind: 'postgres',
    code: error.code ?? 'XX000',
    severity: error.severity ?? 'ERROR',
    message: error.message,
    detail: error.detail,
    column: error.column,
    hint: error.hint,
  });
}

type ArrayQuery = (config: QueryArrayConfig) => Promise<QueryArrayResult>;

/**
 * Creates a driver adapter for the migration engine. PrismaPg's own adapter rejects "char" columns
 * and splits scripts at every semicolon, including those inside functions.
 */
export async function catalogAdapter(databaseUrl: string): Promise<SqlDriverAdapter> {
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  const charColumns = new WeakMap<object, number[]>();
  const query = pool.query.bind(pool) as ArrayQuery;
  const script = pool.query.bind(pool) as (sql: string) => Promise<unknown>;

  const queryWithTextChars: ArrayQuery = async (config) => {
    const result = await query(config);
    const chars = result.fields?.flatMap(({ dataTypeID }, i) =>
      dataTypeID === CHAR_TYPE ? [i] : [],
    );
    if (chars === undefined || chars.length === 0) return result;
    charColumns.set(result.rows, chars);
    const fields = result.fields.map((field, i) =>
      chars.includes(i) ? { ...field, dataTypeID: TEXT_TYPE } : field,
    );
    return { ...result, fields };
  };
  pool.query = queryWithTextChars as typeof pool.query;

  const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (params) => {
    const result = await queryRaw(params);
    for (const column of charColumns.get(result.rows) ?? []) {
      result.columnTypes[column] = ColumnTypeEnum.Character;
    }
    return result;
  };
  // A simple query: PostgreSQL splits it into statements and runs them in one transaction.
  adapter.executeScript = async (sql) => {
    await script(sql).catch((error: unknown) => {
      throw error instanceof DatabaseError ? toAdapterError(error) : error;
    });
  };
  return adapter;
}
