import { randomBytes, randomInt } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatId, ID_RANDOM_BYTES } from '@parley/domain';

const lowercase = 'abcdefghijklmnopqrstuvwxyz0123456789';
const letters = (count: number) =>
  Array.from({ length: count }, () => lowercase[randomInt(lowercase.length)]).join('');

// A secret that secrets.json lacks is generated, also when the file has the others.
const generators = {
  encryptionKeys: () => `k1:${randomBytes(32).toString('base64')}`,
  authSecret: () => randomBytes(32).toString('base64url'),
  postgresPassword: () => randomBytes(16).toString('hex'),
  sandboxSecretKey: () => `sk_test_${letters(32)}`,
  sandboxPublishableKey: () => `pk_test_${letters(32)}`,
  sandboxLiveSecretKey: () => `sk_live_${letters(32)}`,
  sandboxLivePublishableKey: () => `pk_live_${letters(32)}`,
  sandboxWebhookSecret: () => `whsec_${letters(32)}`,
  demoProviderConfigId: () => formatId('pspcfg', Date.now(), randomBytes(ID_RANDOM_BYTES)),
} as const;

type SecretName = keyof typeof generators;
export type Secrets = Readonly<Record<SecretName, string>>;

const names = Object.keys(generators) as SecretName[];

async function read(file: string): Promise<Partial<Record<SecretName, unknown>>> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return {};
  try {
    const { encryptionKey, ...secrets } = JSON.parse(text);
    // Versions before 0.2 had one key without an id. Any key opens a value that names no key.
    return encryptionKey ? { encryptionKeys: `k1:${encryptionKey}`, ...secrets } : secrets;
  } catch {
    throw new Error(
      `${file} is not valid JSON. Correct it, or run npm start -- --reset to start over.`,
    );
  }
}

function addMissing(known: Partial<Record<SecretName, unknown>>): Secrets {
  return Object.fromEntries(
    names.map((name) => {
      const value = known[name];
      return [name, typeof value === 'string' && value !== '' ? value : generators[name]()];
    }),
  ) as Secrets;
}

/** Reads the development secrets of this machine. Generates them once, in a file only the user can read. */
async function developmentSecrets(file: string): Promise<Secrets> {
  const known = await read(file);
  const secrets = addMissing(known);
  if (names.some((name) => known[name] !== secrets[name])) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  }
  await chmod(file, 0o600);
  return secrets;
}

const fromEnvironment = {
  encryptionKeys: 'PARLEY_ENCRYPTION_KEYS',
  authSecret: 'BETTER_AUTH_SECRET',
} as const;

/** Returns the secrets. Values in the environment take precedence over generated ones. */
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
  // Production starts only if the environment has these. The others are those of the embedded Postgres and the
  // sandbox, which production lacks.
  return { ...(production ? addMissing({}) : await developmentSecrets(file)), ...given };
}
