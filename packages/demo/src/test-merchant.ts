import { randomBytes } from 'node:crypto';
import { openDatabase } from '@parley/db';
import { apiScopes } from '@parley/domain';
import { generateKey, insertApiKey, newId } from '@parley/operations';
import { connectStripe } from '@parley/provider';
import { insertMerchant } from './insert-merchant.ts';

export interface TestMerchantOptions {
  readonly databaseUrl: string;
  readonly encryptionKeys: string;
  /** Origins of the payer page and of the sandbox. */
  readonly checkoutUrl: string;
  readonly sandboxUrl: string;
}

/** Creates a merchant with API keys of test mode and an account at the sandbox, and returns these. */
export async function createTestMerchant(options: TestMerchantOptions) {
  const { databaseUrl: url, encryptionKeys, checkoutUrl, sandboxUrl } = options;
  const database = openDatabase({ url, encryptionKeys });
  const deps = { database, connectProvider: connectStripe, newId, checkoutUrl };
  const secretKey = generateKey('secret', 'test');
  const publishableKey = generateKey('publishable', 'test');
  const random = () => randomBytes(16).toString('hex');
  const provider = {
    configId: newId('pspcfg'),
    publishableKey: `pk_test_${random()}`,
    secretKey: `sk_test_${random()}`,
    webhookSecret: `whsec_${random()}`,
  };
  try {
    const merchant = { name: 'Test merchant', sandboxUrl, provider, embeddingOrigins: [] };
    const scope = await insertMerchant(deps, merchant);
    const keys = [
      { kind: 'publishable', name: 'Test shop', key: publishableKey },
      // With the scopes that have to be selected too: no one else can set what they protect.
      { kind: 'secret', name: 'Test server', key: secretKey, scopes: apiScopes },
    ] as const;
    for (const key of keys) await insertApiKey(deps, scope, key);
    return { secretKey, publishableKey, provider };
  } finally {
    await database.close();
  }
}
