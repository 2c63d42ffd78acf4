import { randomUUID } from 'node:crypto';
import { applyMigrations } from '@parley/db/migrations';
import { onSameServer, withClient } from '../postgres/databases.ts';
import { throwawayPostgres } from '../postgres/throwaway-postgres.ts';

/** The URLs of the other nodes of a Citus cluster whose coordinator has this URL; none without Citus. */
async function readWorkers(coordinatorUrl: string): Promise<string[]> {
  return withClient(coordinatorUrl, async (client) => {
    const citus = await client.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
    if (citus.rowCount === 0) return [];
    const { rows } = await client.query<{ host: string; port: number }>(
      'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0',
    );
    return rows.map(({ host, port }) => {
      const url = new URL(coordinatorUrl);
      url.hostname = host;
      url.port = String(port);
      return url.href;
    });
  });
}

/** Makes a cluster of new databases. */
async function joinNodes(coordinator: string, workers: readonly string[]): Promise<void> {
  for (const url of [coordinator, ...workers])
    await withClient(url, (client) => client.query('CREATE EXTENSION citus'));
  await withClient(coordinator, async (client) => {
    const { hostname, port } = new URL(coordinator);
    await client.query('SELECT citus_set_coordinator_host($1, $2)', [hostname, port]);
    for (const worker of workers.map((url) => new URL(url)))
      await client.query('SELECT citus_add_node($1, $2)', [worker.hostname, worker.port]);
  });
}

/** Ends the connections of Citus itself, which would prevent copies of the database. */
async function closeTemplate(server: string, name: string): Promise<void> {
  await withClient(server, async (client) => {
    await client.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`);
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
      [name],
    );
  });
}

/**
 * Vitest's global set-up: starts a server unless TEST_DATABASE_ADMIN_URL names one, and creates the
 * migrated template database that each test file clones. On a Citus cluster every node has a template:
 * together, the copies of all nodes are a cluster again.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_ADMIN_URL;
  const throwaway =
    given === undefined || given === '' ? await throwawayPostgres({ inMemory: true }) : undefined;
  const adminUrl = throwaway?.adminUrl ?? given ?? '';
  const template = `parley_template_${randomUUID().replaceAll('-', '')}`;
  const workers = await readWorkers(adminUrl);
  const servers = [adminUrl, ...workers];
  const onEveryServer = async (sql: string) => {
    for (const server of servers) await withClient(server, (client) => client.query(sql));
  };
  const teardown = async () => {
    await onEveryServer(`DROP DATABASE IF EXISTS "${template}" WITH (FORCE)`);
    await throwaway?.stop();
  };
  try {
    await onEveryServer(`CREATE DATABASE "${template}"`);
    const [coordinator = '', ...others] = servers.map((server) => onSameServer(server, template));
    if (workers.length > 0) await joinNodes(coordinator, others);
    await applyMigrations({ databaseUrl: coordinator });
    for (const server of servers) await closeTemplate(server, template);
  } catch (error) {
    await teardown();
    throw error;
  }
  // Vitest's workers inherit these variables.
  process.env.TEST_DATABASE_ADMIN_URL = adminUrl;
  process.env.TEST_DATABASE_SERVERS = servers.join(' ');
  process.env.TEST_DATABASE_TEMPLATE = template;
  return teardown;
}
