import { randomUUID } from 'node:crypto';
import { Client, DatabaseError } from 'pg';
import { waitFor } from './wait-for.ts';

export interface TestDatabase {
  readonly url: string;
  /** The database's name on its server. */
  readonly name: string;
  readonly drop: () => Promise<void>;
}

function setting(name: string): string {
  const value = process.env[name];
  if (value !== undefined && value !== '') return value;
  throw new Error(
    `${name} is not set: run integration tests by npm test -- int, or by vitest --project int.`,
  );
}

async function runOn(serverUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Drops a database with its connections. */
async function dropFrom(serverUrl: string, name: string): Promise<void> {
  const isDropped = () =>
    runOn(serverUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`).then(
      () => true,
      (error: unknown) => {
        // Citus itself has connected again: object_in_use.
        if (error instanceof DatabaseError && error.code === '55006') return false;
        throw error;
      },
    );
  await waitFor(isDropped, { what: `no connection to ${name}` });
}

/** The servers of the databases: one, or the nodes of a Citus cluster with the coordinator first. */
const servers = () => setting('TEST_DATABASE_SERVERS').split(' ');

/** The names of databases with every migration begin with this. */
const MIGRATED = 'parley_test_';

/** Whether a database has the tables of the service, by its name. */
export const isTestDatabase = (name: string | undefined): boolean =>
  name?.startsWith(MIGRATED) === true;

/** Whether the tests run on a Citus cluster. */
export const isCluster = (): boolean => servers().length > 1;

async function create(template: string, prefix: string): Promise<TestDatabase> {
  const name = `${prefix}${randomUUID().replaceAll('-', '')}`;
  const onEveryServer = (sql: string) => Promise.all(servers().map((server) => runOn(server, sql)));
  await onEveryServer(`CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  const url = new URL(setting('TEST_DATABASE_ADMIN_URL'));
  url.pathname = `/${name}`;
  // FORCE ends connections a test has left open, so that a leak fails there and not here.
  const drop = async () => {
    await Promise.all(servers().map((server) => dropFrom(server, name)));
  };
  return { url: url.href, name, drop };
}

/** A database of the caller's own with every migration applied. Call it once per test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return await create(setting('TEST_DATABASE_TEMPLATE'), MIGRATED);
}

/** A database of the caller's own with nothing in it. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return await create('template0', 'parley_empty_');
}

/** Makes a cluster of a database that `createEmptyDatabase` has created on every node. */
export async function joinNodes({ url, name }: TestDatabase): Promise<void> {
  const nodes = servers().map((server) => Object.assign(new URL(server), { pathname: `/${name}` }));
  for (const [index, { href, hostname, port }] of nodes.entries()) {
    await runOn(href, 'CREATE EXTENSION citus');
    const join = index === 0 ? 'citus_set_coordinator_host' : 'citus_add_node';
    await runOn(url, `SELECT ${join}('${hostname}', ${port})`);
  }
}
