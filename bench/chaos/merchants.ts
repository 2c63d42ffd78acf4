import { type Database, openDatabase } from '@parley/db';
import type { MerchantId, Mode } from '@parley/domain';
import { insertApiKey, newId } from '@parley/operations';
import { createDeps } from '../harness/merchant-database.ts';

/** The keys of an account at the simulator in one mode. */
interface AccountKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
}

/** A merchant in one mode, with its keys and its account at the provider. */
export interface Scope {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly configId: string;
  readonly account: AccountKeys;
}

interface ScopeOptions {
  readonly databaseUrl: string;
  readonly encryptionKeys: string;
  /** Where the product reaches the provider. */
  readonly providerUrl: string;
  /** Where the merchant reaches it. */
  readonly simulatorUrl: string;
  /** The origin to which the provider sends events. */
  readonly eventsUrl: string;
  readonly keys: Readonly<Record<Mode, AccountKeys>>;
}

/** Merchants in test mode, of which the first also has live mode. */
const MERCHANTS = 3;

/** Adds the merchants of a run, and their endpoints at the provider. */
export async function addScopes(options: ScopeOptions): Promise<Scope[]> {
  const { databaseUrl: url, encryptionKeys } = options;
  const database = openDatabase({ url, encryptionKeys, poolSize: 2 });
  try {
    const scopes: Scope[] = [];
    for (let number = 1; number <= MERCHANTS; number++) {
      const merchantId = newId('merch');
      const { merchants } = database.forScope({ merchantId, mode: 'test' });
      await merchants.insert({ id: merchantId, name: `Merchant ${number}` });
      const modes: readonly Mode[] = number === 1 ? ['test', 'live'] : ['test'];
      for (const mode of modes) scopes.push(await addScope(database, options, merchantId, mode));
    }
    return scopes;
  } finally {
    await database.close();
  }
}

async function addScope(
  database: Database,
  { providerUrl, simulatorUrl, eventsUrl, keys }: ScopeOptions,
  merchantId: MerchantId,
  mode: Mode,
): Promise<Scope> {
  const account = keys[mode];
  const scope = { merchantId, mode };
  const configId = newId('pspcfg');
  const endpoint = await fetch(`${simulatorUrl}/v1/webhook_endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.secretKey}` },
    body: new URLSearchParams({
      url: `${eventsUrl}/provider_events/${configId}`,
      'enabled_events[0]': '*',
    }),
  });
  const { secret } = (await endpoint.json()) as { secret?: string };
  if (!secret) throw new Error(`the simulator created no webhook endpoint: ${endpoint.status}`);
  await database.forScope(scope).providerConfigs.insert({
    id: configId,
    psp: 'provider',
    status: 'active',
    apiUrl: providerUrl,
    scriptUrl: `${providerUrl}/v3/stripe.js`,
    ...account,
    webhookSecret: secret,
  });
  const createKey = (kind: 'secret' | 'publishable') =>
    insertApiKey(createDeps(database), scope, { kind, name: 'chaos' });
  const secretKey = await createKey('secret');
  const publishableKey = await createKey('publishable');
  return { ...scope, secretKey, publishableKey, configId, account };
}
