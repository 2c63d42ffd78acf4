import type { AttemptRecord, ProviderConfigRecord, Scope } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { Provider } from '@parley/provider';
import type { Deps } from './deps.ts';

/** Returns a provider client with the keys of a merchant's account. */
export function getProvider(deps: Deps, config: ProviderConfigRecord): Provider {
  const { merchantId, apiUrl, secretKey } = config;
  return deps.connectProvider({ merchantId, apiUrl, secretKey });
}

/**
 * Finds the account that a reserved attempt was reserved with, even if it is retired.
 * @throws DomainError provider_error for an attempt that is not reserved
 */
export async function getAttemptConfig(
  deps: Deps,
  scope: Scope,
  { merchantProviderConfigId }: AttemptRecord,
): Promise<ProviderConfigRecord> {
  const { providerConfigs } = deps.database.forScope(scope);
  const config = merchantProviderConfigId && (await providerConfigs.find(merchantProviderConfigId));
  if (!config) {
    throw new DomainError('provider_error', 'The provider config of this attempt does not exist.');
  }
  return config;
}

/**
 * Returns a client for the account of a reserved attempt.
 * @throws DomainError provider_error for an attempt that is not reserved
 */
export async function getAttemptProvider(
  deps: Deps,
  scope: Scope,
  attempt: AttemptRecord,
): Promise<Provider> {
  return getProvider(deps, await getAttemptConfig(deps, scope, attempt));
}
