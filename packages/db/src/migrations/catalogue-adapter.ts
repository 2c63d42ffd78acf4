import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import { DatabaseError, Pool, type QueryArrayConfig, type QueryArrayResult } from 'pg';

// Postgres's one-byte "char", which its catalogue is full of and which PrismaPg has no word for.
const charType = 18;
const textType = 25;

function forTheEngine(error: DatabaseError): DriverAdapterError {
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
 * A connection the migration engine can read the catalogue over and run any script on: PrismaPg's
 * own refuses "char" columns, and cuts scripts at every semicolon, those inside functions too.
 */
export async function catalogueAdapter(databaseUrl: string): Promise<SqlDriverAdapter> {
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  const charColumns = new WeakMap<object, number[]>();
  const query = pool.query.bind(pool) as ArrayQuery;
  const script = pool.query.bind(pool) as (sql: string) => Promise<unknown>;

  const relabelled: ArrayQuery = async (config) => {
    const result = await query(config);
    const chars = result.fields?.flatMap(({ dataTypeID }, i) =>
      dataTypeID === charType ? [i] : [],
    );
    if (chars === undefined || chars.length === 0) return result;
    charColumns.set(result.rows, chars);
    const fields = result.fields.map((field, i) =>
      chars.includes(i) ? { ...field, dataTypeID: textType } : field,
    );
    return { ...result, fields };
  };
  pool.query = relabelled as typeof pool.query;

  const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (params) => {
    const result = await queryRaw(params);
    for (const column of charColumns.get(result.rows) ?? []) {
      result.columnTypes[column] = ColumnTypeEnum.Character;
    }
    return result;
  };
  // One simple query: Postgres parses it and runs it as one transaction.
  adapter.executeScript = async (sql) => {
    await script(sql).catch((error: unknown) => {
      throw error instanceof DatabaseError ? forTheEngine(error) : error;
    });
  };
  return adapter;
}
