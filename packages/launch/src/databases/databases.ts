import { applyMigrations } from '@parley/db/migrations';
import { Client, DatabaseError } from 'pg';
import { connectionProblem } from '../postgres/answers.ts';

export interface Databases {
  readonly parley: string;
  readonly sandbox: string;
}

function onSameServer(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** The two databases' URLs, of which the sandbox's may be set apart. */
export function databasesAt(databaseUrl: string, sandboxUrl: string | undefined): Databases {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1)) || 'parley';
  return {
    parley: onSameServer(databaseUrl, name),
    sandbox: sandboxUrl || onSameServer(databaseUrl, `${name}_sandbox`),
  };
}

/** Without user and password, fit to be shown. */
function shown(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

async function query(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function create(url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1)).replaceAll('"', '""');
  try {
    await query(onSameServer(url, 'postgres'), `CREATE DATABASE "${name}"`);
  } catch (error) {
    // Another start was faster.
    if (error instanceof DatabaseError && error.code === '42P04') return;
    throw error;
  }
}

/** Whether a server that is sure to be there has the database; asking it avoids an error in its log. */
async function isThere(url: string): Promise<boolean> {
  const client = new Client({ connectionString: onSameServer(url, 'postgres') });
  await client.connect();
  try {
    const name = decodeURIComponent(new URL(url).pathname.slice(1));
    const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    return rows.length > 0;
  } finally {
    await client.end();
  }
}

/** Makes the databases our own Postgres lacks. */
export async function createOwn(databases: Databases): Promise<void> {
  for (const url of [databases.parley, databases.sandbox]) {
    if (!(await isThere(url))) await create(url);
  }
}

const missing = '3D000';

async function ensureOne(url: string, variable: string): Promise<void> {
  const problem = await connectionProblem(url);
  if (problem === undefined) return;
  const isMissing = problem instanceof DatabaseError && problem.code === missing;
  const failed = isMissing
    ? await create(url).then(
        () => undefined,
        (error: Error) => error,
      )
    : problem;
  if (failed === undefined) return;
  const what = isMissing
    ? `There is no database ${shown(url)}, and it could not be made`
    : `Postgres at ${shown(url)} does not let us in`;
  throw new Error(
    `${what} (${failed.message}). Check ${variable}, or leave it out to use the Postgres that comes with this.`,
  );
}

/** Both databases exist and the main one has every migration. The sandbox lays out its own. */
export async function ensureDatabases(
  databases: Databases,
  withSandbox: boolean,
  say: (line: string) => void,
): Promise<void> {
  await ensureOne(databases.parley, 'DATABASE_URL');
  if (withSandbox) await ensureOne(databases.sandbox, 'SANDBOX_DATABASE_URL');
  const applied = await applyMigrations({ databaseUrl: databases.parley });
  if (applied.length > 0) say(`Database brought up to ${applied.at(-1)}.`);
}

/** Empties databases on a server that is not ours, which therefore stays. */
export async function emptyDatabases(databases: Databases, withSandbox: boolean): Promise<void> {
  for (const url of withSandbox ? [databases.parley, databases.sandbox] : [databases.parley]) {
    const problem = await connectionProblem(url);
    if (problem instanceof DatabaseError && problem.code === missing) continue;
    await query(url, 'DROP SCHEMA public CASCADE', 'CREATE SCHEMA public');
  }
}
