import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '@parley/db';
import { applyMigrations } from '@parley/db/migrations';
import type { MerchantId, ProviderConfigId } from '@parley/domain';
import { type Deps, insertApiKey, newId } from '@parley/operations';

/** An account at the provider: where its API is, its keys, and the secret that signs its events. */
export interface ProviderAccount {
  readonly apiUrl: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
}

/** A migrated database with one merchant in test mode. */
export interface MerchantDatabase {
  readonly url: string;
  readonly database: Database;
  readonly encryptionKeys: string;
  readonly merchantId: MerchantId;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly providerConfigId: ProviderConfigId;
  readonly account: ProviderAccount;
}

/** What requests of a merchant need. */
export type BenchmarkMerchant = Pick<
  MerchantDatabase,
  'merchantId' | 'secretKey' | 'publishableKey' | 'providerConfigId'
>;

/**
 * Migrates an empty database and adds a merchant with its keys and its account at the provider.
 * The caller closes `database`.
 * @param apiUrl origin of the provider's API; an address without a server by default
 */
export async function createMerchantDatabase(
  url: string,
  apiUrl = 'http://127.0.0.1:9',
): Promise<MerchantDatabase> {
  await applyMigrations({ databaseUrl: url });
  const random = randomBytes(12).toString('hex');
  const account = {
    apiUrl,
    secretKey: `sk_test_${random}`,
    publishableKey: `pk_test_${random}`,
    webhookSecret: `whsec_${random}`,
  };
  const encryptionKeys = `k1:${randomBytes(32).toString('base64')}`;
  const database = openDatabase({ url, encryptionKeys, poolSize: 4 });
  return {
    url,
    database,
    encryptionKeys,
    ...(await addBenchmarkMerchant(database, account)),
    account,
  };
}

/** The dependencies of operations that call no provider. */
export const createDeps = (database: Database): Deps => ({
  database,
  newId,
  checkoutUrl: '',
  allowLoopbackWebhooks: true,
  connectProvider: () => {
    throw new Error('this benchmark has no provider');
  },
});

/** Adds a merchant in test mode with its keys and its account at the provider. */
export async function addBenchmarkMerchant(
  database: Database,
  account: ProviderAccount,
): Promise<BenchmarkMerchant> {
  const scope = { merchantId: newId('merch'), mode: 'test' } as const;
  const providerConfigId = newId('pspcfg');
  const { merchants, providerConfigs } = database.forScope(scope);
  await merchants.insert({ id: scope.merchantId, name: 'Benchmark' });
  await providerConfigs.insert({
    id: providerConfigId,
    psp: 'provider',
    status: 'active',
    scriptUrl: `${account.apiUrl}/v3/stripe.js`,
    ...account,
  });
  const deps = createDeps(database);
  const createKey = (kind: 'secret' | 'publishable') =>
    insertApiKey(deps, scope, { kind, name: 'benchmark' });
  return {
    merchantId: scope.merchantId,
    secretKey: await createKey('secret'),
    publishableKey: await createKey('publishable'),
    providerConfigId,
  };
}
