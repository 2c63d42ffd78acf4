import type { NewWebhookEndpoint } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getProvider } from '../request/get-provider.ts';
import { eventUrl } from './provider-config-view.ts';

/**
 * Deletes the webhook endpoints that this service created at the provider for an account and did not
 * store, because a request failed or lost a race after it created one. Call it after the commit.
 * An endpoint is never deleted if its signing secret may be in use: not before one is stored, and not when
 * someone may have copied the secret from the provider.
 * A failure is only counted and logged; the next change of the account's endpoint or status deletes them.
 * @param created the endpoint that this request created, whether it was stored or not
 */
export async function deleteOrphanedEndpoints(
  deps: Deps,
  caller: Caller,
  id: string,
  created?: NewWebhookEndpoint,
): Promise<void> {
  const { pspConfigs } = deps.database.forScope(caller);
  try {
    const config = await pspConfigs.find(id);
    if (!config || config.webhookSecret === null) return;
    const provider = getProvider(deps, config);
    if (config.webhookEndpointId === null) {
      // The secret was set by hand, and may be that of any other endpoint.
      if (created && created.secret !== config.webhookSecret)
        await provider.deleteWebhookEndpoint(created.id);
      return;
    }
    const own = { url: eventUrl(deps, config.id), configId: config.id };
    for (const endpointId of await provider.listWebhookEndpoints(own))
      if (endpointId !== config.webhookEndpointId) await provider.deleteWebhookEndpoint(endpointId);
  } catch (error) {
    deps.database.reportFailure('orphaned_webhook_endpoints', error);
  }
}
