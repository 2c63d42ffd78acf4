import { randomInt } from 'node:crypto';
import { createDashboardUser } from '@parley/auth';
import { openDatabase } from '@parley/db';
import { DomainError, type MerchantId, type PspConfigId } from '@parley/domain';
import { authenticateKey, createApiKey, type Deps, generateKey, newId } from '@parley/operations';
import { connectStripe, sandboxOrigin } from '@parley/provider';
import type { Secrets } from '../settings/secrets.ts';
import type { Urls } from '../settings/settings.ts';
import { playDemoSessions } from './demo-sessions.ts';

const MERCHANT_NAME = 'Nordlicht Coffee Roasters';
const EMAIL = 'ada@nordlicht.example';
/** Read aloud and typed without doubt: no letters that look like others. */
const PASSWORD_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

export interface SeedDemoOptions {
  readonly databaseUrl: string;
  readonly secrets: Secrets;
  readonly urls: Urls;
  /** The account an earlier start made or began to make. */
  readonly known: DemoAccount | undefined;
  /** Keeps a new account where the next start finds it, before anything is written of it. */
  readonly keep: (account: DemoAccount) => Promise<void>;
}

export interface DemoAccount {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly dashboardEmail: string;
  readonly dashboardPassword: string;
}

/**
 * Fills an empty product with a merchant to try it by: keys, a provider account at the sandbox, a
 * person, and sessions that went through the API and the sandbox like any other. Called at every
 * start, after both are ready; what is there already is left as it is.
 * @throws Error when the database has a demo merchant whose keys nobody kept
 */
export async function seedDemo(options: SeedDemoOptions): Promise<DemoAccount> {
  const { databaseUrl, secrets, urls } = options;
  const account = options.known ?? newAccount();
  if (!options.known) await options.keep(account);
  const database = openDatabase({ url: databaseUrl, encryptionKey: secrets.encryptionKey });
  const deps = { database, connectProvider: connectStripe, newId, checkoutUrl: urls.checkout };
  try {
    if (await isKnownKey(deps, account.secretKey)) return account;
    if (await database.findPspConfig(secrets.demoProviderConfigId)) {
      throw new Error(
        'The database has a demo merchant, but demo.json with its keys is gone. Start over with npm start -- --reset.',
      );
    }
    await playDemoSessions({
      ...(await openAccount(deps, account, secrets, urls)),
      apiUrl: `${urls.api}/v1`,
      sandboxUrl: urls.sandbox,
      sandboxSecretKey: secrets.sandboxSecretKey,
    });
    return account;
  } finally {
    await database.close();
  }
}

function newAccount(): DemoAccount {
  return {
    secretKey: generateKey('secret', 'test'),
    publishableKey: generateKey('publishable', 'test'),
    dashboardEmail: EMAIL,
    dashboardPassword: password(),
  };
}

async function isKnownKey(deps: Deps, key: string): Promise<boolean> {
  return authenticateKey(deps, key).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError && error.code === 'invalid_api_key') return false;
      throw error;
    },
  );
}

/** The merchant with all that belongs to it; the secret key last, which says that it is whole. */
async function openAccount(
  deps: Deps,
  account: DemoAccount,
  secrets: Secrets,
  urls: Urls,
): Promise<DemoAccount> {
  const merchantId: MerchantId = newId('merch');
  const scope = { merchantId, mode: 'test' } as const;
  const { dashboardEmail: email, dashboardPassword: password } = account;
  await deps.database.transaction(scope, async (tx) => {
    await tx.merchants.insert({ id: merchantId, name: MERCHANT_NAME });
    await tx.pspConfigs.insert({
      id: secrets.demoProviderConfigId as PspConfigId,
      psp: 'provider',
      status: 'active',
      ...sandboxOrigin(urls.sandbox),
      publishableKey: secrets.sandboxPublishableKey,
      secretKey: secrets.sandboxSecretKey,
      webhookSecret: secrets.sandboxWebhookSecret,
    });
  });
  await createDashboardUser(deps.database, {
    email,
    password,
    name: 'Ada Brandt',
    merchantId,
    role: 'owner',
  });
  const { publishableKey, secretKey } = account;
  await createApiKey(deps, scope, { kind: 'publishable', name: 'Demo shop', key: publishableKey });
  await createApiKey(deps, scope, { kind: 'secret', name: 'Demo server', key: secretKey });
  return account;
}

/** Three groups of five: 77 random bits. */
function password(): string {
  const group = () =>
    Array.from({ length: 5 }, () => PASSWORD_LETTERS[randomInt(PASSWORD_LETTERS.length)]).join('');
  return [group(), group(), group()].join('-');
}
