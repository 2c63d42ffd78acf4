// Runs the integration tests on a Citus cluster: npm run test:citus [-- <filter…>]
import { Client } from 'pg';

const requirement = `CITUS_DATABASE_URL must be the URL of a database on the coordinator of a Citus cluster, such as
postgresql://postgres@127.0.0.1:5432/postgres. It needs the citus extension and at least one worker node. Its
role must be a superuser on every node: the tests create and drop databases of their own on all of them.
`;

/** Why the tests cannot run there; undefined if they can. */
async function findObstacle(connectionString: string | undefined): Promise<string | undefined> {
  if (!connectionString) return 'CITUS_DATABASE_URL is not set.';
  const client = new Client({ connectionString });
  try {
    await client.connect();
    const citus = await client.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
    if (citus.rowCount === 0) return 'The database has no citus extension.';
    const workers = await client.query('SELECT 1 FROM pg_dist_node WHERE groupid <> 0');
    return workers.rowCount === 0 ? 'The cluster has no worker node.' : undefined;
  } catch (error) {
    return `The database cannot be read: ${error instanceof Error ? error.message : error}`;
  } finally {
    await client.end();
  }
}

const url = process.env.CITUS_DATABASE_URL;
const obstacle = await findObstacle(url);
if (obstacle === undefined) {
  process.env.TEST_DATABASE_ADMIN_URL = url;
  const filters = process.argv.splice(2);
  // Without those of benchmarks, which have a server of their own.
  process.argv.push('int', ...(filters.length > 0 ? filters : ['apps/', 'packages/']));
  await import('./test.ts');
} else {
  process.stderr.write(`${obstacle}\n${requirement}`);
  process.exitCode = 1;
}
