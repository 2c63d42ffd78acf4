import { expect, it } from 'vitest';
import { runCommand } from './run.ts';

const run = (args: string[], env: NodeJS.ProcessEnv = {}) => runCommand(args, { env });

it('the help lists every command and is not an error', async () => {
  const { exitCode, out } = await run(['--help']);
  expect(exitCode).toBe(0);
  const listed = out.split('Commands:')[1]?.matchAll(/^ {2}([\w-]+)/gm) ?? [];
  expect([...listed].map(([, command]) => command)).toEqual([
    'migrate',
    'database-roles',
    'doctor',
    'overview',
    'reconcile',
    'encryption-key',
    'merchant',
    'api-key',
    'user',
    'queue',
    'export',
    'erase-buyer',
    'archive',
  ]);
});

it.each([
  [[]],
  [['unknown']],
  [['encryption-key']],
  [['encryption-key', 'rotate', '--no-such-option']],
])('wrong usage exits with 2 and says where the help is: %j', async (args) => {
  const { exitCode, out, error } = await run(args);
  expect(exitCode).toBe(2);
  expect(out).toBe('');
  expect(error).toContain('--help');
});

it('a missing or invalid variable is named, without its value', async () => {
  const { exitCode, error } = await run(['doctor'], { PARLEY_ENCRYPTION_KEYS: 'hunter2' });
  expect(exitCode).toBe(1);
  expect(error).toMatch(/DATABASE_URL: .*\n *PARLEY_ENCRYPTION_KEYS: /);
  expect(error).not.toContain('hunter2');
});

it.each([['migrate'], ['database-roles']])(
  '%s says why it cannot connect and what to do, without the password',
  async (command) => {
    const DATABASE_URL = 'postgresql://parley:hunter2@127.0.0.1:9/parley';
    const { exitCode, error } = await run([command, '--dry-run'], { DATABASE_URL });
    expect(exitCode).toBe(1);
    expect(error).toBe(
      'Could not connect to 127.0.0.1:9: ECONNREFUSED. Start PostgreSQL there, or correct host and port in DATABASE_URL.\n',
    );
  },
);

it.each([['merchant list'], ['overview'], ['queue inspect']])(
  '%s says why the database does not respond, without the password',
  async (command) => {
    const { exitCode, error } = await run(command.split(' '), {
      DATABASE_URL: 'postgresql://parley:hunter2@127.0.0.1:9/parley',
      PARLEY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    });
    expect([exitCode, error]).toEqual([
      1,
      '127.0.0.1:9 is not reachable: ECONNREFUSED. Start PostgreSQL there, or correct host and port in DATABASE_URL.\n',
    ]);
  },
);

it('archive read names a folder that does not exist', async () => {
  const options = ['--merchant', 'merch_1', '--session', 'psess_1'];
  const { exitCode, error } = await run(['archive', 'read', '--folder', '/nope', ...options]);
  expect([exitCode, error]).toEqual([1, 'The folder /nope cannot be read (ENOENT).\n']);
});

it('the name of a key must contain no address, because emails to the owners show it', async () => {
  const options = '--merchant merch_1 --mode test --kind secret --name';
  const create = ['api-key', 'create', ...options.split(' ')];
  const refused = await run([...create, 'Confirm at https://evil.example/verify']);
  expect(refused.exitCode).toBe(2);
  expect(refused.error).toMatch(/^--name: .*must not contain a web or email address/);
  const host = await run([...create, 'eu-1.nord.example']);
  expect(host.error).not.toContain('address');
});
