import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { startAdmin } from './run.ts';

it('database-roles says in one line that the role may not create roles', async () => {
  const admin = await startAdmin();
  const { client } = admin.database;
  const name = `owner_${randomBytes(6).toString('hex')}`;
  await client.$executeRawUnsafe(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
  onTestFinished(async () => {
    await client.$executeRawUnsafe(`DROP ROLE ${name}`);
    await admin.close();
  });
  const url = new URL(admin.env.DATABASE_URL ?? '');
  const env = { DATABASE_URL: Object.assign(url, { username: name, password: name }).href };
  const command = `database-roles --run-role run_${name} --read-role read_${name}`;
  expect(await admin.run(command, { env })).toMatchObject({
    exitCode: 1,
    out: '',
    error:
      'PostgreSQL refused a statement: permission denied to create role. Give the command a DATABASE_URL of the owner of the tables. database-roles also needs CREATEROLE, unless both roles exist.\n',
  });
});
