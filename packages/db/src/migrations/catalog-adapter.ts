import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import { DatabaseError, Pool, type QueryArrayConfig, type QueryArrayResult } from 'pg';
import {
  type LockRetryOptions,
  limitLockWaits,
  MigrationBlocked,
  retryWhenBlocked,
} from './lock-retries.ts';
import { splitStatements } from './split-statements.ts';

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

/** Otherwise Citus refuses to change a reference table after a sharded one. Other servers ignore it. */
const ONE_CONNECTION_PER_NODE = "SET LOCAL citus.multi_shard_modify_mode = 'sequential'";

/**
 * Runs the statements of a script in one transaction, one at a time: Citus refuses to change a distributed
 * table in a query of several statements. A script of one statement runs without BEGIN, because
 * CREATE INDEX CONCURRENTLY refuses a transaction. That one waits for locks without a limit: nothing waits
 * behind it, and it would leave an invalid index.
 */
async function runScript(pool: Pool, sql: string, options: LockRetryOptions): Promise<void> {
  const statements = splitStatements(sql);
  const queries =
    statements.length > 1
      ? [
          'BEGIN',
          ONE_CONNECTION_PER_NODE,
          ...limitLockWaits(options.waits),
          ...statements,
          'COMMIT',
        ]
      : /\bCONCURRENTLY\b/i.test(sql)
        ? statements
        : [`SET lock_timeout = ${options.waits.timeoutMs}`, ...statements, 'RESET lock_timeout'];
  await retryWhenBlocked(options, async (watch) => {
    const client = await pool.connect();
    try {
      await watch(client);
      for (const query of queries) await client.query(query);
      client.release();
    } catch (error) {
      // Closing the connection rolls the transaction back.
      client.release(true);
      throw error;
    }
  });
}

type ArrayQuery = (config: QueryArrayConfig) => Promise<QueryArrayResult>;

export interface CatalogAdapterOptions extends Omit<LockRetryOptions, 'databaseUrl'> {
  /** Receives the error that the engine reduces to a text. */
  readonly onBlocked: (error: MigrationBlocked) => void;
}

/**
 * Creates a driver adapter for the migration engine. PrismaPg's own adapter rejects "char" columns
 * and splits scripts at every semicolon, including those inside functions.
 */
export async function catalogAdapter(
  databaseUrl: string,
  { onBlocked, ...options }: CatalogAdapterOptions,
): Promise<SqlDriverAdapter> {
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  const charColumns = new WeakMap<object, number[]>();
  const query = pool.query.bind(pool) as ArrayQuery;

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
  adapter.executeScript = async (sql) => {
    try {
      await runScript(pool, sql, { databaseUrl, ...options });
    } catch (error) {
      if (error instanceof MigrationBlocked) onBlocked(error);
      throw error instanceof DatabaseError ? toAdapterError(error) : error;
    }
  };
  return adapter;
}
