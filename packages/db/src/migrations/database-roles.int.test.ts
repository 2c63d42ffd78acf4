import { createEmptyDatabase, createTestDatabase } from '@parley/testing';
import { Client } from 'pg';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { createRoles } from '../../test/roles.ts';
import { tablePrivileges } from '../roles/table-privileges.ts';
import { applyMigrations } from './apply-migrations.ts';
import { applyRoles, diagnoseRole, pendingGrants } from './database-roles.ts';
import { placements } from './placements.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

const test = await createTestDatabase();
const { roles, runUrl, readUrl, drop } = await createRoles(test.url);
const clients: Client[] = [];
async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  clients.push(client);
  return client;
}
const owner = await connect(test.url);
const run = await connect(runUrl);
const read = await connect(readUrl);
afterAll(async () => {
  for (const client of clients) await client.end();
  await test.drop();
  await drop();
});

const expectRefused = (statement: Promise<unknown>) =>
  expect(statement).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });

it('every table has privileges, and no table that does not exist', () => {
  expect(Object.keys(tablePrivileges).toSorted()).toEqual(Object.keys(placements).toSorted());
});

it('the role for processes cannot change tables, read files or empty a table', async () => {
  for (const statement of [
    'CREATE TABLE other (id int)',
    'CREATE TEMPORARY TABLE other (id int)',
    'CREATE SCHEMA other',
    `CREATE FUNCTION other() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    'TRUNCATE rate_limit',
    `COPY merchant TO PROGRAM 'cat'`,
    `SELECT pg_read_file('/etc/hostname')`,
    'CREATE ROLE other',
    `UPDATE _prisma_migrations SET checksum = ''`,
    'DELETE FROM history_entry',
    'UPDATE history_entry SET reason = NULL',
    'DELETE FROM payment',
    'UPDATE audit_entry SET actor_id = NULL',
    'DELETE FROM operator_action',
    `SET ROLE ${roles.read}`,
  ])
    await expectRefused(run.query(statement));
  for (const statement of [
    'DROP TABLE saved_view',
    'ALTER TABLE audit_entry DISABLE ROW LEVEL SECURITY',
  ])
    await expect(run.query(statement)).rejects.toThrow('must be owner of table');
});

it('no role connects to a database of another installation', async () => {
  const other = await createEmptyDatabase();
  await applyMigrations({ databaseUrl: other.url });
  const { drop: dropOthers } = await createRoles(other.url);
  onTestFinished(async () => {
    await other.drop();
    await dropOthers();
  });
  for (const from of [runUrl, readUrl]) {
    const url = Object.assign(new URL(from), { pathname: new URL(other.url).pathname });
    await expectRefused(connect(url.href));
  }
});

it('the role for processes deletes no audit entry that is younger than a day', async () => {
  const add = (id: string, age: string) =>
    run.query(
      `INSERT INTO audit_entry (merchant_id, id, mode, action, object_type, object_id, details, actor_kind, created_at)
       VALUES ('merch_1', $1, 'test', 'a', 'b', 'c', '{}', 'system', now() - $2::interval)`,
      [id, age],
    );
  await add('audit_young', '23 hours');
  await add('audit_old', '25 hours');
  await run.query('DELETE FROM audit_entry');
  const { rows } = await run.query('SELECT id FROM audit_entry');
  expect(rows).toEqual([{ id: 'audit_young' }]);
});

/** Names of columns that contain a credential, its hash or its ciphertext. */
const SECRET = /sealed|hash|token|secret|password|outcome|credential|bucket/;
/** Hashes and tokens that give access to nothing. */
const harmless = [
  '_prisma_migrations.checksum',
  'acquisition_attempt.confirmed_evidence_sha256',
  'merchant.logo_hash',
  'merchant_logo.hash',
  'psp_config.secret_key_last_four',
  'subscription.items_source_hash',
  'receipt_mail.outcome',
];

it('the role for reading reads every column but secrets, and writes nothing', async () => {
  const { rows } = await owner.query<{ table: string; column: string; isVisible: boolean }>(
    `SELECT table_name AS table, column_name AS column,
       has_column_privilege($1, table_name, column_name, 'SELECT') AS "isVisible"
     FROM information_schema.columns WHERE table_schema = 'public'`,
    [roles.read],
  );
  const isSecret = ({ table, column }: (typeof rows)[number]) =>
    SECRET.test(column) &&
    column !== 'lease_token' &&
    !harmless.includes(`${table}.${column}`) &&
    !column.endsWith('expires_at') &&
    !column.endsWith('_required_at');
  const visible = rows.filter(({ isVisible }) => isVisible);
  expect(visible.filter(isSecret)).toEqual([]);
  expect(visible.length).toBeGreaterThan(rows.length * 0.85);
  await expectRefused(read.query('SELECT secret_key_sealed FROM psp_config'));
  await expectRefused(read.query('SELECT * FROM api_key'));
  await expectRefused(read.query('SELECT code_hash FROM recovery_code'));
  await read.query(
    'SELECT k.last_four, s.* FROM api_key k JOIN proxy_session s USING (merchant_id)',
  );
  await expectRefused(read.query(`UPDATE merchant SET name = 'x'`));
  await expectRefused(read.query('CREATE TEMPORARY TABLE other (id int)'));
});

it('setting up the roles again changes nothing, and revokes what was granted in addition', async () => {
  expect(await applyRoles({ databaseUrl: test.url, roles, dryRun: true })).toEqual([]);
  await owner.query(`GRANT DELETE ON payment TO ${roles.run}`);
  await owner.query(`GRANT SELECT ON api_key TO ${roles.read}`);
  await owner.query('GRANT SELECT ON psp_config TO PUBLIC');
  const statements = (await applyRoles({ databaseUrl: test.url, roles })).toSorted();
  expect(statements).toEqual([
    expect.stringMatching(/^GRANT SELECT \("\w+"\), .* ON TABLE api_key TO "read_/),
    `REVOKE DELETE ON TABLE payment FROM "${roles.run}"`,
    `REVOKE SELECT ON TABLE api_key FROM "${roles.read}"`,
    'REVOKE SELECT ON TABLE psp_config FROM PUBLIC',
  ]);
  expect(await pendingGrants(test.url)).toEqual([]);
});

it('a migration grants what it creates to the roles that were set up', async () => {
  await owner.query('ALTER TABLE saved_view ADD COLUMN later text');
  await owner.query('ALTER TABLE api_key ADD COLUMN later text');
  await owner.query(`REVOKE ALL ON webhook_delivery FROM ${roles.run}`);
  expect((await diagnoseRole(runUrl)).missingGrants).toHaveLength(2);
  await applyMigrations({ databaseUrl: test.url });
  expect(await diagnoseRole(runUrl)).toEqual({
    name: roles.run,
    isOwner: false,
    missingGrants: [],
  });
  await read.query('SELECT later FROM api_key');
  await run.query('DELETE FROM webhook_delivery');
});

it('a role that already has more rights is refused', async () => {
  const user = new URL(test.url).username;
  const apply = applyRoles({ databaseUrl: test.url, roles: { ...roles, run: user } });
  await expect(apply).rejects.toThrow(`${user} is the owner of the tables`);
  expect(await diagnoseRole(test.url)).toMatchObject({ name: user, isOwner: true });
});
