import { applyMigrations } from '@parley/db/migrations';
import { explainConnectionFailure } from '@parley/db/server-connection';
import { DEMO_EMAIL } from '@parley/demo/demo-email';
import { Client, DatabaseError } from 'pg';

export interface Databases {
  readonly parley: string;
  readonly sandbox: string;
}

/** The SQLSTATE codes invalid_catalog_name and duplicate_database. */
const MISSING_DATABASE = '3D000';
const DUPLICATE_DATABASE = '42P04';

/** The URL of another database of the same server. */
export function onSameServer(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

const databaseName = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1));

/** The URLs of both databases. The sandbox's database is on the same server unless it has its own URL. */
export function databasesAt(databaseUrl: string, sandboxUrl: string | undefined): Databases {
  const name = databaseName(databaseUrl) || 'parley';
  return {
    parley: onSameServer(databaseUrl, name),
    sandbox: sandboxUrl || onSameServer(databaseUrl, `${name}_sandbox`),
  };
}

/** The URLs of both databases on the embedded server. */
export const embeddedDatabases = (adminUrl: string, sandboxUrl: string | undefined): Databases =>
  databasesAt(onSameServer(adminUrl, 'parley'), sandboxUrl);

/** The host and database of a URL, without credentials. */
function describeUrl(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** Runs `work` with a connection that is closed afterwards. */
export async function withClient<Value>(
  url: string,
  work: (client: Client) => Promise<Value>,
  connectionTimeoutMillis = 10_000,
): Promise<Value> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis });
  // A connection that breaks while idle must not end this process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Why the server accepts no query, or undefined if it does. */
const connectionError = (url: string): Promise<unknown> =>
  withClient(url, (client) => client.query('SELECT 1'), 5_000).then(
    () => undefined,
    (error: unknown) => error ?? new Error('unknown error'),
  );

/** Whether the server accepts a connection and a query. */
export async function isPostgresReady(url: string): Promise<boolean> {
  return (await connectionError(url)) === undefined;
}

async function createDatabase(url: string): Promise<void> {
  const name = databaseName(url).replaceAll('"', '""');
  try {
    await withClient(onSameServer(url, 'postgres'), (client) =>
      client.query(`CREATE DATABASE "${name}"`),
    );
  } catch (error) {
    // Another process created it first.
    if (error instanceof DatabaseError && error.code === DUPLICATE_DATABASE) return;
    throw error;
  }
}

/** Looks the database up instead of connecting to it, which would log an error if it is missing. */
async function databaseExists(url: string): Promise<boolean> {
  return await withClient(onSameServer(url, 'postgres'), async (client) => {
    const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      databaseName(url),
    ]);
    return rows.length > 0;
  });
}

/** Creates the databases that the embedded Postgres lacks. */
export async function createMissingDatabases(databases: Databases): Promise<void> {
  for (const url of [databases.parley, databases.sandbox]) {
    if (!(await databaseExists(url))) await createDatabase(url);
  }
}

async function ensureDatabase(url: string, variable: string, production: boolean): Promise<void> {
  const error = await connectionError(url);
  if (error === undefined) return;
  const isMissing = error instanceof DatabaseError && error.code === MISSING_DATABASE;
  const failure = isMissing
    ? await createDatabase(url).then(
        () => undefined,
        (reason: unknown) => reason,
      )
    : error;
  if (failure === undefined) return;
  const what = isMissing
    ? `The database ${describeUrl(url)} does not exist and could not be created`
    : `Could not connect to Postgres at ${describeUrl(url)}`;
  const { reason, advice } = explainConnectionFailure(failure);
  const help = production
    ? advice
    : `Check ${variable}, or remove it to use the embedded Postgres.`;
  throw new Error(`${what} (${reason}). ${help}`);
}

/**
 * Creates both databases if necessary and migrates Parley's. The sandbox creates its own tables.
 * @throws Error that names the variable to check when a server refuses the connection
 */
export async function ensureDatabases(
  databases: Databases,
  withSandbox: boolean,
  log: (line: string) => void,
): Promise<void> {
  // Production has no sandbox.
  await ensureDatabase(databases.parley, 'DATABASE_URL', !withSandbox);
  if (withSandbox) await ensureDatabase(databases.sandbox, 'SANDBOX_DATABASE_URL', false);
  const applied = await applyMigrations({ databaseUrl: databases.parley });
  if (applied.length > 0) log(`Database migrated to ${applied.at(-1)}.`);
}

/**
 * Refuses a migrated database with the demo's user, whose password is in a file.
 * @throws Error that says what to do
 */
export async function refuseDemoUser(url: string): Promise<void> {
  const { rowCount } = await withClient(url, (client) =>
    client.query('SELECT 1 FROM dashboard_user WHERE email = $1', [DEMO_EMAIL]),
  );
  if (rowCount === 0) return;
  throw new Error(
    `The database ${describeUrl(url)} contains the demo user ${DEMO_EMAIL}, which must not exist in production. Set DATABASE_URL to another database.`,
  );
}

/**
 * Drops all tables in the databases of a server that DATABASE_URL names. Extensions, such as citus, and
 * the privileges on the schema remain. Missing databases are skipped.
 */
export async function emptyDatabases(databases: Databases, withSandbox: boolean): Promise<void> {
  for (const url of withSandbox ? [databases.parley, databases.sandbox] : [databases.parley]) {
    const error = await connectionError(url);
    if (error instanceof DatabaseError && error.code === MISSING_DATABASE) continue;
    await withClient(url, dropTables);
  }
}

async function dropTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ tables: string | null }>(`
    SELECT string_agg(c.oid::regclass::text, ', ') AS tables FROM pg_class c
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`);
  const tables = rows[0]?.tables;
  if (tables) await client.query(`DROP TABLE ${tables} CASCADE`);
}
