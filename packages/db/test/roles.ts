import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { applyRoles } from '../src/migrations/database-roles.ts';

/**
 * Sets up roles of a test database, which `drop` removes after the database. Other tests use the same server, so
 * each has its own names.
 */
export async function createRoles(databaseUrl: string) {
  const suffix = randomBytes(6).toString('hex');
  const roles = { run: `run_${suffix}`, read: `read_${suffix}` };
  await applyRoles({ databaseUrl, roles });
  const password = randomBytes(12).toString('hex');
  await onServer(databaseUrl, async (client) => {
    for (const role of [roles.run, roles.read])
      await client.query(`ALTER ROLE ${role} PASSWORD '${password}'`);
  });
  const connectAs = (username: string) =>
    Object.assign(new URL(databaseUrl), { username, password }).href;
  return {
    roles,
    runUrl: connectAs(roles.run),
    readUrl: connectAs(roles.read),
    drop: () => {
      const server = Object.assign(new URL(databaseUrl), { pathname: '/postgres' }).href;
      return onServer(server, (client) => client.query(`DROP ROLE ${roles.run}, ${roles.read}`));
    },
  };
}

async function onServer(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
