import { createDashboardUser } from '@parley/auth';
import { addFullMerchant } from '@parley/db/testing/full-merchant';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withContext } from '../src/context.ts';
import { processIo } from '../src/io.ts';
import { dryRunOption, hasDryRun } from '../src/options.ts';
import { createProgram } from '../src/run-admin.ts';
import { startAdmin } from './run.ts';

const admin = await startAdmin();
afterAll(() => admin.close());
const { client } = admin.database;
const mail = { MAIL_DIR: '/tmp', DASHBOARD_URL: 'https://parley.example' };
const run = (args: string) => admin.run(args, { env: mail });

/** All commands without their groups, by their names. */
function listCommands(parent: Command, path = ''): [string, Command][] {
  return parent.commands.flatMap((command) => {
    const name = `${path}${command.name()}`;
    return command.commands.length > 0 ? listCommands(command, `${name} `) : [[name, command]];
  });
}
const allCommands = listCommands(createProgram(processIo()));
const getNames = (canWrite: boolean) =>
  allCommands.filter(([, command]) => hasDryRun(command) === canWrite).map(([name]) => name);

/** A hash of the rows of each table. */
async function readRows() {
  const tables = await client.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1`;
  const hashes: Record<string, unknown> = {};
  for (const { name } of tables) {
    [hashes[name]] = await client.$queryRawUnsafe<unknown[]>(
      `SELECT md5(string_agg(t::text, '' ORDER BY t::text)) AS hash FROM ${name} t`,
    );
  }
  return hashes;
}

interface Args {
  readonly works: string;
  /** Fails for a reason that only the database shows; null if there is none. */
  readonly fails: string | null;
}

let commands: Record<string, Args>;
let ofMerchant: string;
beforeAll(async () => {
  const { scope, endpoints, orders } = await addFullMerchant(admin.database, 'abc');
  const { merchantId } = scope;
  const created = await admin.run('merchant create Halt --json');
  const { id: suspended } = (created.json() as { merchant: { id: string } }).merchant;
  await admin.run(`merchant suspend ${suspended} --yes`);
  const person = { merchantId, name: 'Ada', password: 'correct horse battery' };
  await createDashboardUser(admin.database, { ...person, email: 'a@nord.example', role: 'owner' });
  await createDashboardUser(admin.database, { ...person, email: 'b@nord.example', role: 'viewer' });
  await admin.run('user disable b@nord.example --yes');
  for (const email of ['c@nord.example', 'd@nord.example']) {
    await run(`user invite --merchant ${merchantId} --email ${email} --role viewer`);
  }
  // A member who was invited to an email and changed to it since.
  await client.dashboardUser.updateMany({
    where: { email: 'b@nord.example' },
    data: { email: 'd@nord.example' },
  });
  await client.outboxEvent.updateMany({ where: { merchantId }, data: { createdAt: new Date() } });
  const key = await client.apiKey.findFirstOrThrow({ where: { merchantId } });
  const of = `--merchant ${merchantId} --mode test`;
  ofMerchant = of;
  const invite = `--merchant ${merchantId} --role admin --email`;
  const named = `${of} --kind secret --name Server`;
  commands = {
    migrate: { works: '', fails: null },
    'database-roles': { works: '', fails: null },
    reconcile: { works: `--merchant ${suspended} --record`, fails: '--merchant merch_none' },
    'encryption-key rotate': { works: '', fails: null },
    'merchant create': { works: 'West --owner-email o@nord.example', fails: null },
    'merchant update': {
      works: `${merchantId} --embedding-origins https://shop.example`,
      fails: 'merch_none --embedding-origins https://shop.example',
    },
    'merchant suspend': { works: merchantId, fails: 'merch_none' },
    'merchant resume': { works: suspended, fails: 'merch_none' },
    'api-key create': { works: named, fails: `${named} --expires-at 2020-01-01T00:00:00Z` },
    'api-key revoke': { works: `${key.id} ${of}`, fails: `key_none ${of}` },
    'user invite': { works: `${invite} c@nord.example`, fails: `${invite} d@nord.example` },
    'user reset-second-factor': { works: 'a@nord.example', fails: 'x@nord.example' },
    'user sign-out': { works: 'a@nord.example', fails: 'x@nord.example' },
    'user disable': { works: 'a@nord.example --force', fails: 'a@nord.example' },
    'user enable': { works: 'd@nord.example', fails: 'x@nord.example' },
    'queue retry': { works: `evt_1 ${of}`, fails: `evt_none ${of}` },
    'queue resend': {
      works: `${orders[0].eventId} ${of} --endpoint ${endpoints[0]}`,
      fails: `evt_none ${of} --endpoint ${endpoints[0]}`,
    },
    'queue park': { works: `evt_1 ${of}`, fails: `evt_none ${of}` },
    export: { works: `--merchant ${merchantId}`, fails: '--merchant merch_none' },
    'erase-buyer': {
      works: `--merchant ${merchantId} --buyer-reference none`,
      fails: `--merchant ${merchantId} --buyer-reference abc`,
    },
    'archive write': {
      works: '--folder /tmp/none',
      fails: '--folder /tmp/none --merchant merch_none',
    },
  };
});

describe('--dry-run', () => {
  const names = getNames(true);

  it.each(names)('%s changes no row', async (name) => {
    const before = await readRows();
    const { exitCode, error } = await run(`${name} ${commands[name]?.works} --dry-run`);
    expect([exitCode, withoutProgress(error)]).toEqual([0, '']);
    expect(await readRows()).toEqual(before);
  });

  it.each(names)('%s fails as the command would, which then changes no row', async (name) => {
    const { fails } = commands[name] ?? {};
    if (fails === null) return;
    const before = await readRows();
    const { out: help } = await run(`${name} --help`);
    const confirmed = await run(`${name} ${fails} ${help.includes('--yes') ? '--yes' : ''}`);
    const { exitCode, error } = await run(`${name} ${fails} --dry-run`);
    expect([exitCode, withoutTime(error)]).toEqual([1, withoutTime(confirmed.error)]);
    expect(confirmed.exitCode).toBe(1);
    expect(await readRows()).toEqual(before);
  });
});

describe('a command without --dry-run', () => {
  const args: Record<string, () => string> = {
    doctor: () => '',
    overview: () => '',
    'encryption-key create': () => 'k2',
    'encryption-key wrap': () => '--kms alias/parley',
    'encryption-key list': () => '',
    'merchant list': () => '',
    'api-key list': () => ofMerchant,
    'user list': () => '',
    'queue inspect': () => '',
    'archive read': () => '--folder /tmp --merchant merch_none --session psess_none',
  };

  it.each(getNames(false))('%s changes no row', async (name) => {
    expect(args).toHaveProperty([name]);
    const before = await readRows();
    const { error } = await run(`${name} ${args[name]?.()}`);
    expect(error).not.toContain('--help');
    expect(await readRows()).toEqual(before);
  });

  it('cannot write to the database', async () => {
    const io = { ...processIo(), env: { ...process.env, ...admin.env } };
    const program = createProgram(io);
    const write = (options: object) =>
      withContext(io, options, ({ record }) => record('test.done', {}));
    program
      .command('with')
      .option(...dryRunOption)
      .action(write);
    program.command('without').action(write);
    const parse = (name: string) => program.parseAsync([name], { from: 'user' });
    const count = () => client.operatorAction.count({ where: { action: 'test.done' } });
    await parse('with');
    expect(await count()).toBe(1);
    const readOnlyTransaction = expect.stringContaining('25006');
    await expect(parse('without')).rejects.toHaveProperty('cause.message', readOnlyTransaction);
    expect(await count()).toBe(1);
  });
});

/** Removes the lines that a command writes once it has run for a second, and those of `reconcile`. */
const withoutProgress = (text: string) =>
  text.replace(/^(\w+: 0 payments compared|\d+ ).*\n/gm, '');
const withoutTime = (text: string) => text.replace(/\d\S+Z/, '');
