import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedDatabases } from './postgres/databases.ts';
import { adminUrlOf } from './postgres/prepare-postgres.ts';
import { repository } from './repository.ts';
import { readSecrets } from './secrets.ts';
import { readSettings } from './settings.ts';
import { explainError } from './terminal.ts';

/**
 * The database, keys and mail folder of the installation that `npm start` created in this folder. Variables
 * of the environment take precedence; production uses only these.
 */
async function installation(env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const { databaseUrl, folders, ports, production, urls, smtpUrl } = readSettings(env);
  if (production || !existsSync(folders.secretsFile)) return {};
  const secrets = await readSecrets(folders.secretsFile, env, production);
  const adminUrl = adminUrlOf(secrets.postgresPassword, ports.postgres);
  return {
    DATABASE_URL: databaseUrl ?? embeddedDatabases(adminUrl, undefined).parley,
    PARLEY_ENCRYPTION_KEYS: secrets.encryptionKeys,
    NODE_ENV: 'development',
    DASHBOARD_URL: urls.dashboard,
    ...(smtpUrl ? {} : { MAIL_DIR: folders.mail }),
  };
}

try {
  const env = { ...process.env, ...(await installation(process.env)) };
  const command = [join(repository, 'apps', 'admin', 'src', 'main.ts'), ...process.argv.slice(2)];
  const child = spawn(process.execPath, command, { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  child.once('exit', (code) => process.exit(code ?? 1));
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`);
  process.exitCode = 1;
}
