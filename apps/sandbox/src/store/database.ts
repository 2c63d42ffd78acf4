import pg from 'pg';
import type { Logger } from 'pino';
import { migrate } from './migrations.ts';

/** In milliseconds. */
export interface DatabaseTimeouts {
  readonly statementMs: number;
  /** How long a statement waits for a lock. */
  readonly lockMs: number;
  /** How long a request waits for a connection. */
  readonly connectionMs: number;
}

const defaultTimeouts: DatabaseTimeouts = {
  statementMs: 5_000,
  lockMs: 3_000,
  connectionMs: 5_000,
};

/** The schema with the objects of a mode. */
export type Schema = 'public' | 'live';

/**
 * Opens a schema of the sandbox's database; creates both if they do not exist and applies pending
 * migrations. Its connections see no other schema.
 */
export async function openDatabase(
  url: string,
  schema: Schema,
  logger: Logger,
  { statementMs, lockMs, connectionMs }: DatabaseTimeouts = defaultTimeouts,
): Promise<pg.Pool> {
  const pool = new pg.Pool({
    connectionString: url,
    options: `-c search_path=${schema}`,
    // Tests run several sandboxes against one server with 100 connections.
    max: 10,
    connectionTimeoutMillis: connectionMs,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'parley-sandbox',
  });
  // Without a listener, a broken idle connection would end the process.
  pool.on('error', (error) => logger.warn({ err: error }, 'database connection lost'));
  // The same for a connection in use; there, the query fails and reports the error.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    const client = await pool.connect().catch(async (error: unknown) => {
      if (!isMissingDatabase(error)) throw error;
      await createDatabase(url);
      return pool.connect();
    });
    try {
      await migrate(client, schema);
    } finally {
      client.release();
    }
    return pool;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

async function createDatabase(url: string): Promise<void> {
  const target = new URL(url);
  const name = decodeURIComponent(target.pathname.slice(1));
  target.pathname = '/postgres';
  const client = new pg.Client({ connectionString: target.href, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // Another process created it first.
    if (!(error instanceof pg.DatabaseError && error.code === '42P04')) throw error;
  } finally {
    await client.end();
  }
}

function isMissingDatabase(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '3D000';
}
