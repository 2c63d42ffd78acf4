import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEncryptionKeys } from '@parley/db/encryption-keys';
import { expect, onTestFinished, test } from 'vitest';
import { readSecrets } from './secrets.ts';
import { readSettings } from './settings.ts';

test('reads default ports and URLs, and overrides from the environment', () => {
  const { ports, urls } = readSettings({ API_PORT: '4100' });
  expect(ports).toMatchObject({ api: 4100, dashboard: 3000, checkout: 3001, sandbox: 4010 });
  expect(urls).toMatchObject({ api: 'http://localhost:4100', dashboard: 'http://localhost:3000' });
  expect(readSettings({ API_URL: 'https://api.parley.test/' }).urls.api).toBe(
    'https://api.parley.test',
  );
});

test.for([
  [{ API_PORT: 'many' }, 'API_PORT must be a port number between 1 and 65535, not "many".'],
  [
    { API_PORT: '3000' },
    'API_PORT and DASHBOARD_PORT are both 3000. Set one of them to another port.',
  ],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgresql://'],
  [{ API_URL: 'localhost' }, 'API_URL must be an http or https URL'],
] as const)('rejects %o', ([env, message]) => {
  expect(() => readSettings(env)).toThrow(message);
});

async function secretsFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'secrets.json');
}

test('generates the secrets once, in a file that only the user can read', async () => {
  const file = await secretsFile();
  const made = await readSecrets(file, {}, false);
  expect(parseEncryptionKeys(made.encryptionKeys)).toHaveLength(1);
  expect(made.demoProviderConfigId).toMatch(/^pspcfg_[a-z0-9]{32,}$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readSecrets(file, {}, false)).toEqual(made);
});

test('generates a missing secret and keeps the others', async () => {
  const file = await secretsFile();
  await writeFile(file, JSON.stringify({ authSecret: 'existing' }));
  const secrets = await readSecrets(file, {}, false);
  expect(secrets.authSecret).toBe('existing');
  expect(JSON.parse(await readFile(file, 'utf8')).encryptionKeys).toBe(secrets.encryptionKeys);
});

test('gives an id to the encryption key of an earlier version', async () => {
  const file = await secretsFile();
  await writeFile(file, JSON.stringify({ encryptionKey: 'AAAA' }));
  expect((await readSecrets(file, {}, false)).encryptionKeys).toBe('k1:AAAA');
  expect(JSON.parse(await readFile(file, 'utf8'))).not.toHaveProperty('encryptionKey');
});

test('a process is killed only after its grace period and 20 s of draining', () => {
  const getTimeout = (env: NodeJS.ProcessEnv) => readSettings(env).stopTimeoutMs;
  const production = { NODE_ENV: 'production' };
  expect(getTimeout({})).toBe(25_000);
  expect(getTimeout(production)).toBe(30_000);
  expect(getTimeout({ ...production, SHUTDOWN_GRACE_MS: '60000' })).toBe(85_000);
  expect(() => getTimeout({ SHUTDOWN_GRACE_MS: '5 s' })).toThrow('SHUTDOWN_GRACE_MS must be');
});
