import { existsSync } from 'node:fs';
import { embeddedDatabases } from './postgres/databases.ts';
import { getAdminUrl } from './postgres/prepare-postgres.ts';
import { readSecrets } from './secrets.ts';
import { readSettings } from './settings.ts';

/**
 * The database, keys, folders and simulator of the installation that `npm start` created in this folder. Variables
 * of the environment take precedence; production uses only these.
 */
export async function installation(env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  if (env.NODE_ENV === 'production') return {};
  const { databaseUrl, folders, ports, urls, smtpUrl } = readSettings(env);
  if (!existsSync(folders.secretsFile)) return {};
  const secrets = await readSecrets(folders.secretsFile, env, false);
  const adminUrl = getAdminUrl(secrets.postgresPassword, ports.postgres);
  return {
    DATABASE_URL: databaseUrl ?? embeddedDatabases(adminUrl, undefined).parley,
    PARLEY_ENCRYPTION_KEYS: secrets.encryptionKeys,
    NODE_ENV: 'development',
    DASHBOARD_URL: urls.dashboard,
    DATA_DIR: folders.data,
    PROVIDER_SANDBOX_URL: urls.sandbox,
    ...(smtpUrl ? {} : { MAIL_DIR: folders.mail }),
  };
}
