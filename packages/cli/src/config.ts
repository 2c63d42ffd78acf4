import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Parley } from '@parley/sdk';
import { UsageError } from './errors.ts';

/** What a login stores. */
export interface Login {
  readonly api_url: string;
  readonly secret_key: string;
  readonly publishable_key?: string | undefined;
  readonly dashboard_url?: string | undefined;
  readonly checkout_url?: string | undefined;
  readonly docs_url?: string | undefined;
  /** The provider simulator and its key, for what only a merchant's server can do there. */
  readonly sandbox_url?: string | undefined;
  readonly provider_secret_key?: string | undefined;
  /** Signs what `listen` forwards. It stays the same, so that a receiver is configured once. */
  readonly signing_secret: string;
}

/** The folder of this user's files. Other users cannot read it. */
function getFolder(): string {
  const { PARLEY_CONFIG_DIR, XDG_CONFIG_HOME, APPDATA } = process.env;
  if (PARLEY_CONFIG_DIR) return PARLEY_CONFIG_DIR;
  return join(XDG_CONFIG_HOME || APPDATA || join(homedir(), '.config'), 'parley');
}

export const getPath = (name: string): string => join(getFolder(), name);

/** Null for a file that does not exist. */
export async function readJson<Value>(path: string): Promise<Value | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Value;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Replaces a file as a whole, so that a killed process leaves the former one. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}

export const newSigningSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

const loginPath = () => getPath('login.json');

export const saveLogin = async (login: Login): Promise<string> => {
  await writeJson(loginPath(), login);
  return loginPath();
};

export const readSavedLogin = () => readJson<Login>(loginPath());

/**
 * The login of environment variables, or the stored one.
 * @throws UsageError without one
 */
export async function readLogin(): Promise<Login> {
  const { PARLEY_API_URL, PARLEY_SECRET_KEY, PARLEY_PUBLISHABLE_KEY, PARLEY_SIGNING_SECRET } =
    process.env;
  const { PARLEY_DASHBOARD_URL, PARLEY_CHECKOUT_URL, PARLEY_DOCS_URL } = process.env;
  const { SANDBOX_URL, STRIPE_SECRET_KEY } = process.env;
  const saved = await readSavedLogin();
  // A key never goes to the server of another login.
  if (Boolean(PARLEY_API_URL) !== Boolean(PARLEY_SECRET_KEY)) {
    throw new UsageError('Set both PARLEY_API_URL and PARLEY_SECRET_KEY, or neither.');
  }
  const given =
    PARLEY_API_URL && PARLEY_SECRET_KEY
      ? {
          api_url: PARLEY_API_URL,
          secret_key: PARLEY_SECRET_KEY,
          publishable_key: PARLEY_PUBLISHABLE_KEY || undefined,
          sandbox_url: SANDBOX_URL || undefined,
          provider_secret_key: STRIPE_SECRET_KEY || undefined,
        }
      : saved;
  if (!given) {
    throw new UsageError(
      'Not logged in. Run "parley login", or set PARLEY_API_URL and PARLEY_SECRET_KEY.',
    );
  }
  const signing_secret = PARLEY_SIGNING_SECRET || (saved?.signing_secret ?? (await createSecret()));
  return {
    ...given,
    ...(PARLEY_DASHBOARD_URL && { dashboard_url: PARLEY_DASHBOARD_URL }),
    ...(PARLEY_CHECKOUT_URL && { checkout_url: PARLEY_CHECKOUT_URL }),
    ...(PARLEY_DOCS_URL && { docs_url: PARLEY_DOCS_URL }),
    signing_secret,
  };
}

/** The signing secret of a machine that has environment variables in place of a login. */
async function createSecret(): Promise<string> {
  const path = getPath('signing-secret.json');
  const saved = await readJson<{ signing_secret: string }>(path);
  if (saved) return saved.signing_secret;
  const signing_secret = newSigningSecret();
  await writeJson(path, { signing_secret });
  return signing_secret;
}

export const createClient = ({ api_url, secret_key }: Login): Parley =>
  new Parley({ apiKey: secret_key, baseUrl: api_url });

/** @throws UsageError for a live key: the command would be about real money */
export function requireTestMode({ secret_key }: Login, command: string): void {
  if (secret_key.startsWith('sk_test_')) return;
  throw new UsageError(`"${command}" works in test mode only. Log in with a key sk_test_….`);
}
