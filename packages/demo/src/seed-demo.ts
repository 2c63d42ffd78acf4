import { randomInt } from 'node:crypto';
import { createDashboardUser } from '@parley/auth';
import { openDatabase } from '@parley/db';
import { DomainError } from '@parley/domain';
import { authenticateKey, type Deps, generateKey, insertApiKey, newId } from '@parley/operations';
import { connectStripe } from '@parley/provider';
import { DEMO_EMAIL } from './demo-email.ts';
import { createDemoSessions } from './demo-sessions.ts';
import { insertMerchant, type SandboxAccount } from './insert-merchant.ts';

const MERCHANT_NAME = 'Nordlicht Coffee Roasters';
/** Leaves out letters and digits that are easily confused, such as `l` and `1`. */
const PASSWORD_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

export interface SeedDemoOptions {
  readonly databaseUrl: string;
  readonly encryptionKeys: string;
  /** Origins of the running api and sandbox, of the payer page, and of the shop that may embed it. */
  readonly urls: {
    readonly api: string;
    readonly checkout: string;
    readonly sandbox: string;
    readonly shop: string;
  };
  /** The demo merchant's account at the sandbox. */
  readonly provider: SandboxAccount;
  /** The account that an earlier call created, completely or in part. */
  readonly account: DemoAccount | undefined;
  /** Stores a new account before the first row is written, so that a repeated call can find it. */
  readonly saveAccount: (account: DemoAccount) => Promise<void>;
}

export interface DemoAccount {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly dashboardEmail: string;
  readonly dashboardPassword: string;
}

/**
 * Creates a demo merchant with API keys, a provider config for the sandbox, a dashboard user and
 * sessions. The sessions are created and paid through the running api, worker and sandbox.
 * Does nothing if the merchant exists.
 * @throws Error when the database contains a demo merchant whose keys are not in `account`
 */
export async function seedDemo(options: SeedDemoOptions): Promise<DemoAccount> {
  const { provider, urls } = options;
  const account = options.account ?? newAccount();
  if (!options.account) await options.saveAccount(account);
  const database = openDatabase({
    url: options.databaseUrl,
    encryptionKeys: options.encryptionKeys,
  });
  const deps = { database, connectProvider: connectStripe, newId, checkoutUrl: urls.checkout };
  try {
    if (await isValidKey(deps, account.secretKey)) return account;
    if (await database.providerConfigsById.find(provider.configId)) {
      throw new Error(
        'The database contains a demo merchant, but demo.json with its keys is missing. Run npm start -- --reset to start over.',
      );
    }
    await createMerchant(deps, account, options);
    await createDemoSessions({
      secretKey: account.secretKey,
      publishableKey: account.publishableKey,
      apiUrl: `${urls.api}/v1`,
      sandbox: { url: urls.sandbox, secretKey: provider.secretKey },
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
    dashboardEmail: DEMO_EMAIL,
    dashboardPassword: generatePassword(),
  };
}

async function isValidKey(deps: Deps, key: string): Promise<boolean> {
  return authenticateKey(deps, key).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError && error.code === 'invalid_api_key') return false;
      throw error;
    },
  );
}

/** Creates the secret key last: a valid secret key means that the merchant is complete. */
async function createMerchant(
  deps: Deps,
  account: DemoAccount,
  { provider, urls }: SeedDemoOptions,
): Promise<void> {
  const { publishableKey, secretKey, dashboardEmail: email, dashboardPassword: password } = account;
  const scope = await insertMerchant(deps, {
    name: MERCHANT_NAME,
    sandboxUrl: urls.sandbox,
    embeddingOrigins: [urls.shop],
    provider,
  });
  const { merchantId } = scope;
  await createDashboardUser(deps.database, {
    email,
    password,
    name: 'Ada Brandt',
    merchantId,
    role: 'owner',
  });
  await insertApiKey(deps, scope, { kind: 'publishable', name: 'Demo shop', key: publishableKey });
  await insertApiKey(deps, scope, { kind: 'secret', name: 'Demo server', key: secretKey });
}

/** Three groups of five characters: 74 bits of entropy. */
function generatePassword(): string {
  const group = () =>
    Array.from(
      { length: 5 },
      () => PASSWORD_CHARACTERS[randomInt(PASSWORD_CHARACTERS.length)],
    ).join('');
  return [group(), group(), group()].join('-');
}
