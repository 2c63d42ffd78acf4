import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { openDatabase } from '@parley/db';
import {
  addAttempt,
  addEndpoint,
  addMerchant,
  addProviderConfig,
  addSession,
} from '@parley/db/testing';
import { DEMO_EMAIL } from '@parley/demo/demo-email';
import { createEmptyDatabase, startServer } from '@parley/testing';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Check } from '../src/checks.ts';
import { startAdmin } from './run.ts';

let admin: Awaited<ReturnType<typeof startAdmin>>;
beforeEach(async () => {
  admin = await startAdmin();
});
afterEach(() => admin.close());

const unreachable = 'postgresql://parley@127.0.0.1:9/parley';
/** In development, which stores messages. */
const development = { NODE_ENV: 'development', MAIL_DIR: '/tmp' };

async function doctor(change: NodeJS.ProcessEnv = {}, options = '') {
  const env = { ...development, ...change };
  const { exitCode, json } = await admin.run(`doctor --json ${options}`, { env });
  const { checks } = json() as { checks: Check[] };
  const getStatus = (name: string) => checks.find((check) => check.name.startsWith(name))?.status;
  return { exitCode, checks, getStatus };
}

/**
 * A provider that accepts every key.
 * @param aheadMs how far its clock is ahead of that of this machine
 */
async function startProvider(aheadMs = 0): Promise<string> {
  const { url, stop } = await startServer((_, response) => {
    response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString());
    response.setHeader('content-type', 'application/json');
    response.end('{"id": "acct_1", "object": "account"}');
  });
  onTestFinished(stop);
  return url;
}

it('doctor finds nothing wrong with a new installation and a reachable provider', async () => {
  const providerConfigId = await addProviderConfig(
    admin.database,
    await addMerchant(admin.database),
  );
  await admin.database.client.providerConfig.updateMany({
    data: { apiUrl: await startProvider() },
  });
  const { exitCode, checks } = await doctor();
  expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(exitCode).toBe(0);
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'database',
      'migrations',
      'clock of database server',
      'encryption key k1',
      `provider config ${providerConfigId}`,
      'webhook deliveries',
      'provider events',
      'disk',
      'email',
      'demo data',
    ]),
  );
  expect((await admin.run('doctor')).out).toContain('ok    migrations: every migration is applied');
});

it('doctor reports a standby, which accepts no writes', async () => {
  // A function of the same name that is found first.
  await admin.database.client.$executeRaw`
    CREATE FUNCTION public.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true'`;
  await admin.database.client.$executeRawUnsafe(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`,
  );
  const { exitCode, checks } = await doctor();
  expect(exitCode).toBe(1);
  expect(checks[0]).toEqual({
    name: 'database',
    status: 'fail',
    message: expect.stringMatching(/^PostgreSQL [\d.]+.* is a standby and accepts no writes$/),
    fix: 'Promote it, or set DATABASE_URL to the primary server.',
  });
});

it('doctor --all-sessions names sessions that differ from their attempt or payments', async () => {
  const { database } = admin;
  const scope = await addMerchant(database);
  const ids = [await addSession(database, scope), await addSession(database, scope)];
  for (const id of ids) await addAttempt(database, scope, id);
  const compare = async () => {
    const { exitCode, checks } = await doctor({}, '--all-sessions');
    const { status, message } = checks.find(({ name }) => name === 'sessions') ?? {};
    return { exitCode, status, message };
  };
  expect(await compare()).toEqual({ exitCode: 0, status: 'ok', message: '2 compared' });
  await database.client.$executeRaw`
    UPDATE acquisition_attempt SET status = 'expired' WHERE proxy_session_id = ${ids[0]}`;
  const differ = 'differ from their attempt or payments';
  expect(await compare()).toEqual({
    exitCode: 1,
    status: 'fail',
    message: `1 of 2 ${differ}: ${ids[0]}`,
  });
  await database.client.$executeRaw`
    UPDATE proxy_session SET payment_status = 'paid' WHERE id = ${ids[1]}`;
  expect((await compare()).message).toBe(`2 of 2 ${differ}: ${ids.toSorted().join(', ')}`);
});

it('doctor reports an unknown key, an unreachable provider and late queues, and exits with 1', async () => {
  const scope = await addMerchant(admin.database);
  await addProviderConfig(admin.database, scope);
  await addEndpoint(admin.database, scope);
  await admin.database.client.$executeRaw`
    UPDATE webhook_endpoint SET signing_secret_sealed = 'v1.k9.unknown'`;
  await admin.database.client.$executeRaw`
    UPDATE webhook_endpoint_queue SET due_at = now() - interval '2 minutes'`;
  await admin.database.client.mailOutbox.create({
    data: {
      merchantId: 'merch_1',
      id: 'mail_1',
      recipient: 'ada@nord.example',
      subject: 'A key was created',
      text: 'A key was created.',
      html: '<p>A key was created.</p>',
      createdAt: new Date(Date.now() - 120_000),
    },
  });
  await admin.database.client.fanOutFailure.create({
    data: {
      merchantId: scope.merchantId,
      failures: 3,
      failedAt: new Date(),
      retryAt: new Date(),
    },
  });
  const { exitCode, checks, getStatus } = await doctor();
  expect(exitCode).toBe(1);
  const setAside = checks.find(({ name }) => name === 'merchants without deliveries');
  expect(setAside).toMatchObject({
    status: 'fail',
    message: expect.stringContaining(scope.merchantId),
  });
  expect(getStatus('encryption key k9')).toBe('fail');
  expect(getStatus('provider config')).toBe('fail');
  expect(getStatus('webhook deliveries')).toBe('warn');
  expect(getStatus('messages')).toBe('warn');
  for (const { status, fix } of checks) expect(fix !== null).toBe(status !== 'ok');
});

it('doctor reports a key with the right id that does not open the stored values', async () => {
  await addEndpoint(admin.database, await addMerchant(admin.database));
  const wrong = `k1:${randomBytes(32).toString('base64')}`;
  const { exitCode, checks } = await doctor({ PARLEY_ENCRYPTION_KEYS: wrong });
  expect(exitCode).toBe(1);
  expect(checks.filter(({ status }) => status === 'fail')).toEqual([
    {
      name: 'encryption key k1',
      status: 'fail',
      message: expect.stringMatching(/^primary, 1 values\. The sealed value of whend_\w+:signing_/),
      fix: expect.stringContaining('when the backup was made (docs/backup.md)'),
    },
  ]);
});

it('doctor warns in production if WAL is not archived', async () => {
  const { checks } = await doctor({ NODE_ENV: 'production' });
  expect(checks.find(({ name }) => name === 'WAL archive')).toMatchObject({
    status: 'warn',
    message: 'archive_mode is off',
  });
});

it('migrate applies what doctor reports as missing, and is audited', async () => {
  const empty = await createEmptyDatabase();
  onTestFinished(empty.drop);
  const env = { DATABASE_URL: empty.url };
  const before = await doctor(env);
  expect([before.exitCode, before.getStatus('migrations')]).toEqual([1, 'fail']);
  const dryRun = (await admin.run('migrate --dry-run --json', { env })).json();
  const { pending } = dryRun as { pending: string[] };
  expect((await doctor(env)).getStatus('migrations')).toBe('fail');
  const migrated = await admin.run('migrate --json', { env });
  // The last one is not a migration, but the function for commits.
  expect(migrated.json()).toEqual({ applied: pending.slice(0, -1) });
  expect(await doctor(env)).toMatchObject({ exitCode: 0 });
  const database = openDatabase({ url: empty.url, encryptionKeys: admin.encryptionKeys });
  const actions = await database.client.operatorAction.findMany().finally(() => database.close());
  expect(actions).toMatchObject([{ action: 'database.migrated', operator: 'ada' }]);
  expect((await admin.run('migrate', { env })).out).toContain('Every migration is applied');
});

it('doctor names the host and the reason if the database is not reachable, and checks the rest', async () => {
  const machine = { PROVIDER_SANDBOX_URL: await startProvider(), DATA_DIR: tmpdir() };
  const found = async (url: string) => {
    const { exitCode, checks } = await doctor({ ...machine, DATABASE_URL: url });
    expect([exitCode, checks.map(({ name }) => name)]).toEqual([
      1,
      ['database', 'encryption keys', 'disk', 'provider', 'clock of this machine', 'email'],
    ]);
    expect(checks.find(({ name }) => name === 'disk')?.message).toContain(`free in ${tmpdir()}`);
    for (const { status, fix } of checks) expect(fix !== null).toBe(status !== 'ok');
    expect(JSON.stringify(checks)).not.toContain('hunter2');
    return checks[0]?.message;
  };
  const refused = await found('postgresql://parley:hunter2@127.0.0.1:9/parley');
  expect(refused).toBe('127.0.0.1:9 is not reachable: ECONNREFUSED');
  const unknown = await found('postgresql://parley:hunter2@nowhere.invalid/parley');
  const socket = await found('postgresql://localhost/parley?host=/no/folder');
  expect(socket).toContain('ENOENT /no/folder/.s.PGSQL.5432');
  const missing = new URL(admin.env.DATABASE_URL ?? '');
  missing.pathname = '/no_such_database';
  expect(await found(missing.href)).toMatch(/no_such_database|3D000|does not exist/);
  expect(unknown).toMatch(/^nowhere\.invalid:5432 is not reachable: (ENOTFOUND|EAI_AGAIN)$/);
});

it.each([
  [3_600_000, 'behind'],
  [-3_600_000, 'ahead of'],
])(
  'without a database, doctor compares the clock with the provider: %i ms',
  async (ms, relation) => {
    const url = await startProvider(ms);
    const { checks } = await doctor({ DATABASE_URL: unreachable, PROVIDER_SANDBOX_URL: url });
    expect(checks).toContainEqual({
      name: 'clock of this machine',
      status: 'warn',
      message: expect.stringMatching(new RegExp(`^3[56]\\d\\d s ${relation} the provider$`)),
      fix: expect.stringContaining('Synchronize'),
    });
  },
);

it('without a database, doctor says why the provider is not reachable', async () => {
  const { url, stop } = await startServer(() => {});
  await stop();
  const { checks } = await doctor({ DATABASE_URL: unreachable, PROVIDER_SANDBOX_URL: url });
  expect(checks).toContainEqual({
    name: 'provider',
    status: 'fail',
    message: `${url} is not reachable: ECONNREFUSED`,
    fix: expect.stringContaining('Check the network'),
  });
});

/** A server that accepts one user, and the recipients of its messages. */
async function startSmtp() {
  const recipients: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'parley' }) : done(new Error('no')),
    onData: (stream, { envelope }, done) => {
      recipients.push(...envelope.rcptTo.map(({ address }) => address));
      stream.resume().on('end', done);
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  return {
    recipients,
    env: (password: string) => ({
      SMTP_URL: `smtp://parley:${password}@127.0.0.1:${port}`,
      MAIL_FROM: 'parley@parley.example',
    }),
  };
}

it('doctor signs in to the SMTP server, and sends a message only with the option for it', async () => {
  const { recipients, env } = await startSmtp();
  const healthy = await doctor(env('right'));
  expect([healthy.exitCode, healthy.getStatus('email'), recipients]).toEqual([0, 'ok', []]);
  await doctor(env('right'), '--send-test-mail Grace@parley.example');
  expect(recipients).toEqual(['grace@parley.example']);
});

it('doctor says how to correct each failure of the email settings, without the password', async () => {
  const { env } = await startSmtp();
  const readEmail = async (change: NodeJS.ProcessEnv) => {
    const { exitCode, checks } = await doctor(change);
    const check = checks.find(({ name }) => name === 'email');
    expect(JSON.stringify(check)).not.toContain('wrong');
    return [exitCode, check?.status, check?.fix];
  };
  const refused = await readEmail(env('wrong'));
  expect(refused).toEqual([1, 'fail', expect.stringContaining('Correct the user and password')]);
  const unreachable = await readEmail({ ...env('right'), SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(unreachable).toEqual([1, 'fail', expect.stringContaining('Check host and port')]);
  const noSender = await readEmail({ ...env('right'), MAIL_FROM: '' });
  expect(noSender).toEqual([1, 'fail', expect.stringContaining('sender')]);
  const unset = await readEmail({ MAIL_DIR: '' });
  expect(unset).toEqual([0, 'warn', expect.stringContaining('SMTP_URL')]);
});

it('doctor fails for a demo user in production, which is the default', async () => {
  await admin.database.client.dashboardUser.create({
    data: { id: 'user_demo', name: 'Ada', email: DEMO_EMAIL },
  });
  expect(await doctor()).toMatchObject({ exitCode: 0 });
  const production = await doctor({ NODE_ENV: '' });
  expect([production.exitCode, production.getStatus('demo data')]).toEqual([1, 'fail']);
});
