import {
  describeServer,
  explainConnectionFailure,
  explainOldServer,
  readConnection,
  type ServerConnection,
} from '@parley/db/server-connection';
import { parseEnvironment } from '@parley/environment';
import { checkProcesses } from '@parley/environment/processes';
import { isLoopback } from '@parley/environment/schemas';
import { runtimeVariables } from '@parley/runtime/environment';
import { z } from 'zod';
import { type Check, fail, ok, warn } from './checks.ts';

/** Connections that a process opens besides its pool: see “Scale” in docs/operation.md. */
const MORE_CONNECTIONS = { api: 9, worker: 12, dashboard: 8, checkout: 8 };
/** Next.js bundles the pages and the route handlers of the dashboard apart, each with its connections. */
const COPIES = { api: 1, worker: 1, dashboard: 2, checkout: 1 };
/** The readiness check of the dashboard has its own. */
const READINESS_CONNECTIONS = 1;
const processes = ['api', 'worker', 'dashboard', 'checkout'] as const;

/** Checks whether every process starts with this environment in production. */
export async function checkSettings(env: NodeJS.ProcessEnv): Promise<Check[]> {
  const started = [...processes, ...(env.DOCS_URL || env.DOCS_URL_FILE ? ['docs'] : [])];
  const problems = await checkProcesses(started, { ...env, NODE_ENV: 'production' });
  const failed = problems.map(({ name, message, processes: names }) =>
    fail(name, `${message} (${names.join(', ')})`, 'docs/configuration.md describes the variable.'),
  );
  const isSet = (name: string) => Boolean(env[name] || env[`${name}_FILE`]);
  return [
    ...(failed.length > 0 ? failed : [ok('settings', `${started.join(', ')} can start`)]),
    ...(env.NODE_ENV && env.NODE_ENV !== 'production'
      ? [fail('NODE_ENV', `is ${env.NODE_ENV}`, 'Remove it or set it to production.')]
      : []),
    ...(isSet('METRICS_TOKEN')
      ? []
      : [
          warn(
            'metrics',
            'are not served',
            'Set METRICS_TOKEN for the API, the worker, the dashboard and the payer page.',
          ),
        ]),
    ...(isSet('TRUST_PROXY')
      ? []
      : [
          warn(
            'client addresses',
            'are those of the connections; behind a proxy, all clients share the limits of one',
            'Set TRUST_PROXY if the processes are behind a reverse proxy.',
          ),
        ]),
  ];
}

/** Checks the connection to the database: encryption, version, number of connections, pooler. */
export async function checkConnection(databaseUrl: string, env: NodeJS.ProcessEnv) {
  const server = await readConnection(databaseUrl).catch((error: unknown) => {
    const { reason, advice } = explainConnectionFailure(error);
    return fail('connection', `${describeServer(databaseUrl)} is not usable: ${reason}`, advice);
  });
  if ('status' in server) return [server];
  return [
    describeEncryption(server, databaseUrl),
    describeVersion(server),
    ...(server.hasPooler ? describePooler(server) : [describeConnections(server, env)]),
  ];
}

function describeEncryption({ tlsVersion }: ServerConnection, databaseUrl: string): Check {
  const name = 'connection';
  if (tlsVersion) return ok(name, `encrypted with ${tlsVersion}`);
  const { hostname, searchParams } = new URL(databaseUrl);
  const isHere = hostname === '' || isLoopback(databaseUrl) || searchParams.get('host') !== null;
  if (isHere) return ok(name, 'not encrypted, on this machine');
  const fix = 'Add sslmode=verify-full to DATABASE_URL, and sslrootcert for a private CA.';
  return warn(name, 'not encrypted', fix);
}

function describeVersion({ version }: ServerConnection): Check {
  const reason = explainOldServer(version);
  if (reason === null) return ok('version', `PostgreSQL ${version}`);
  return fail('version', reason, 'See “Database” in docs/configuration.md.');
}

function describePooler({ hasSettings }: ServerConnection): Check[] {
  const fix =
    'Connect the worker to PostgreSQL directly, and see “PgBouncer” in docs/operation.md for the settings.';
  return [
    warn('pooler', 'a pooler such as PgBouncer is between the processes and PostgreSQL', fix),
    ...(hasSettings
      ? []
      : [
          fail(
            'pooler settings',
            'the pooler drops the timeouts of connections, and neither it nor the role sets others',
            'Set statement_timeout, lock_timeout and idle_in_transaction_session_timeout for the role or in connect_query, or use no pooler.',
          ),
        ]),
  ];
}

const poolSchema = z.object({ DATABASE_POOL_SIZE: runtimeVariables.DATABASE_POOL_SIZE });

function describeConnections({ maxConnections }: ServerConnection, env: NodeJS.ProcessEnv): Check {
  const pool = parseEnvironment(poolSchema, env).data?.DATABASE_POOL_SIZE ?? 10;
  const needed = processes
    .map((name) => COPIES[name] * (pool + MORE_CONNECTIONS[name]))
    .reduce((sum, one) => sum + one, READINESS_CONNECTIONS);
  const message = `one process of each kind opens up to ${needed} of the ${maxConnections} that the server permits`;
  const fix =
    'Lower DATABASE_POOL_SIZE, or raise max_connections and the limits of the database and the role.';
  if (needed > maxConnections) return fail('connections', message, fix);
  // During an upgrade, and on two servers, there are two of each kind.
  if (2 * needed <= maxConnections) return ok('connections', message);
  return warn('connections', `${message}; two of each open ${2 * needed}`, fix);
}
