import { randomBytes, randomInt } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatId, ID_RANDOM_BYTES } from '@parley/domain';

const lowercase = 'abcdefghijklmnopqrstuvwxyz0123456789';
const letters = (count: number) =>
  Array.from({ length: count }, () => lowercase[randomInt(lowercase.length)]).join('');

// What is made when it is missing: a new line here reaches machines that have the others already.
const makers = {
  encryptionKey: () => randomBytes(32).toString('base64'),
  authSecret: () => randomBytes(32).toString('base64url'),
  postgresPassword: () => randomBytes(16).toString('hex'),
  sandboxSecretKey: () => `sk_test_${letters(32)}`,
  sandboxPublishableKey: () => `pk_test_${letters(32)}`,
  sandboxWebhookSecret: () => `whsec_${letters(32)}`,
  demoProviderConfigId: () => formatId('pspcfg', Date.now(), randomBytes(ID_RANDOM_BYTES)),
} as const;

type SecretName = keyof typeof makers;
export type Secrets = Readonly<Record<SecretName, string>>;

const names = Object.keys(makers) as SecretName[];

async function read(file: string): Promise<Partial<Record<SecretName, unknown>>> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(
      `${file} is not readable JSON. Mend it, or start over with npm start -- --reset.`,
    );
  }
}

function completed(known: Partial<Record<SecretName, unknown>>): Secrets {
  return Object.fromEntries(
    names.map((name) => {
      const value = known[name];
      return [name, typeof value === 'string' && value !== '' ? value : makers[name]()];
    }),
  ) as Secrets;
}

/** This machine's own development secrets: made once, at random, and kept where only the owner reads. */
async function developmentSecrets(file: string): Promise<Secrets> {
  const known = await read(file);
  const secrets = completed(known);
  if (names.some((name) => known[name] !== secrets[name])) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  }
  await chmod(file, 0o600);
  return secrets;
}

const fromEnvironment = {
  encryptionKey: 'PARLEY_ENCRYPTION_KEY',
  authSecret: 'BETTER_AUTH_SECRET',
} as const;

/** Secrets the environment brings win over the ones made here; in production there are no others. */
export async function readSecrets(
  file: string,
  env: NodeJS.ProcessEnv,
  production: boolean,
): Promise<Secrets> {
  const given = Object.fromEntries(
    Object.entries(fromEnvironment).flatMap(([name, variable]) => {
      const value = env[variable];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const missing = Object.entries(fromEnvironment).filter(([name]) => !(name in given));
  if (production && missing.length > 0) {
    const variables = missing.map(([, variable]) => variable).join(' and ');
    throw new Error(`NODE_ENV=production uses no secrets made here: set ${variables}.`);
  }
  // The rest belongs to Postgres and the sandbox of a development machine.
  return { ...(production ? completed({}) : await developmentSecrets(file)), ...given };
}
