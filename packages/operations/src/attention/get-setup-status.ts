import type { SetupStatus } from '@parley/contract';
import type { Scope } from '@parley/db';
import type { Deps } from '../request/deps.ts';

/** Reads which of the things exist that a merchant needs to take payments in a mode. */
export async function getSetupStatus(deps: Deps, scope: Scope): Promise<SetupStatus> {
  const { providerConfigs, apiKeys, webhookEndpoints } = deps.database.forScope(scope);
  const [activeConfig, hasSecretKey, hasEndpoint] = await Promise.all([
    providerConfigs.findActiveId(),
    apiKeys.hasActiveSecret(),
    webhookEndpoints.hasActive(),
  ]);
  return {
    active_provider_config: activeConfig !== null,
    secret_key: hasSecretKey,
    webhook_endpoint: hasEndpoint,
  };
}
