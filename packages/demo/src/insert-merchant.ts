import type { MerchantId, ProviderConfigId } from '@parley/domain';
import { type Deps, newId } from '@parley/operations';
import { sandboxOrigin } from '@parley/provider';

/** A merchant's account at the sandbox. */
export interface SandboxAccount {
  readonly configId: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
}

interface NewMerchant {
  readonly name: string;
  /** The origin of the sandbox. */
  readonly sandboxUrl: string;
  readonly provider: SandboxAccount;
  readonly embeddingOrigins: string[];
}

/** The version of the settings of a new merchant. */
const FIRST_VERSION = 1;

/** Inserts a merchant without users and keys, whose test mode uses an account at the sandbox. */
export async function insertMerchant(
  { database }: Pick<Deps, 'database'>,
  { name, sandboxUrl, provider, embeddingOrigins }: NewMerchant,
) {
  const merchantId: MerchantId = newId('merch');
  const scope = { merchantId, mode: 'test' } as const;
  await database.transaction(scope, async (tx) => {
    await tx.merchants.insert({ id: merchantId, name });
    await tx.settings.update(FIRST_VERSION, { embeddingOrigins }, await tx.now());
    await tx.providerConfigs.insert({
      id: provider.configId as ProviderConfigId,
      psp: 'provider',
      status: 'active',
      ...sandboxOrigin(sandboxUrl),
      publishableKey: provider.publishableKey,
      secretKey: provider.secretKey,
      webhookSecret: provider.webhookSecret,
    });
  });
  return scope;
}
