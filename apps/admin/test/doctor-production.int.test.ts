import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Check } from '../src/checks.ts';
import { startAdmin } from './run.ts';

let admin: Awaited<ReturnType<typeof startAdmin>>;
beforeEach(async () => {
  admin = await startAdmin();
});
afterEach(() => admin.close());

const complete = {
  API_URL: 'https://api.parley.example',
  CHECKOUT_URL: 'https://pay.parley.example',
  DASHBOARD_URL: 'https://dashboard.parley.example',
  BETTER_AUTH_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@parley.example',
  METRICS_TOKEN: 'x'.repeat(16),
  TRUST_PROXY: '1',
};

async function doctor(env: NodeJS.ProcessEnv) {
  const { exitCode, json, error } = await admin.run('doctor --production --json', { env });
  const { checks } = json() as { checks: Check[] };
  const find = (name: string) => checks.find((check) => check.name === name);
  return { exitCode, error, checks, find };
}

it('doctor --production accepts complete settings, and describes the connection', async () => {
  const { checks, find, exitCode } = await doctor(complete);
  // Nothing listens at the address of the SMTP server.
  expect(checks.filter(({ status }) => status === 'fail').map(({ name }) => name)).toEqual([
    'email',
  ]);
  expect(exitCode).toBe(1);
  expect(find('settings')?.message).toBe('api, worker, dashboard, checkout can start');
  expect(find('version')).toMatchObject({ status: 'ok' });
  expect(find('connection')).toMatchObject({ message: 'not encrypted, on this machine' });
  const connections = find('connections');
  const [, permitted] =
    /opens up to 96 of the (\d+) that the server permits/.exec(connections?.message ?? '') ?? [];
  expect(connections?.status).toBe(Number(permitted) < 192 ? 'warn' : 'ok');
});

it('doctor --production names everything that prevents a start, and the processes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'secret'), 'short\n');
  const { checks, exitCode } = await doctor({
    API_URL: 'http://api.parley.example',
    BETTER_AUTH_SECRET_FILE: join(folder, 'secret'),
    WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true',
    NODE_ENV: 'development',
  });
  expect(exitCode).toBe(1);
  const failed = checks.filter(({ status }) => status === 'fail');
  expect(failed.map(({ name, message }) => `${name} ${message}`)).toEqual(
    expect.arrayContaining([
      'API_URL must be the public https URL in production (api)',
      expect.stringMatching(/^CHECKOUT_URL is not set\. .*\(api, checkout, dashboard, worker\)$/),
      expect.stringMatching(/^DASHBOARD_URL is not set/),
      'BETTER_AUTH_SECRET must have at least 32 characters (dashboard)',
      expect.stringMatching(
        /^SMTP_URL must be set, and MAIL_FROM with it: people are invited .* \(dashboard, worker\)$/,
      ),
      'WEBHOOK_ALLOW_LOOPBACK_HTTP must not be set in production. Remove it. (api, worker)',
      'NODE_ENV is development',
    ]),
  );
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['metrics', 'client addresses', 'migrations', 'encryption key k1']),
  );
});

it('doctor --production without a database URL reports the settings', async () => {
  const { find, exitCode, error } = await doctor({ ...complete, DATABASE_URL: '' });
  expect(exitCode).toBe(1);
  expect(find('DATABASE_URL')).toMatchObject({
    status: 'fail',
    message: expect.stringMatching(/^is not set\. .*\(api, checkout, dashboard, worker\)$/),
  });
  expect(error).toContain('1 of 1 checks failed.');
});

it('doctor --production fails if the role may open fewer connections than the processes', async () => {
  const { find } = await doctor({ ...complete, DATABASE_POOL_SIZE: '100' });
  expect(find('connections')).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('up to 546 of'),
    fix: expect.stringContaining('Lower DATABASE_POOL_SIZE'),
  });
});

it('doctor --production reports a variable that is not set once', async () => {
  const unset = Object.fromEntries(Object.keys(complete).map((name) => [name, '']));
  const { checks, find } = await doctor({ ...unset, DATABASE_URL: '' });
  const names = checks.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(find('CHECKOUT_URL')?.message).toMatch(
    /^is not set\. .* \(api, checkout, dashboard, worker\)$/,
  );
});
