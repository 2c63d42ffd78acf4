import type { NewWebhookEndpoint } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getProvider } from '../request/get-provider.ts';
import { eventUrl } from './provider-config-view.ts';

/**
 * Deletes the webhook endpoints that this service created at the provider for an account and did not
 * store, because a request failed or lost a race after it created one. Call it after the transaction.
 * Deletes only `created` while the signing secret is not that of a stored endpoint: other requests may be
 * about to store theirs, and a secret that was set by hand may be that of any endpoint.
 * A failure is only counted and logged; the next change of the account's endpoint or status deletes them.
 * @param created the endpoint that this request created, whether it was stored or not
 */
export async function deleteOrphanedEndpoints(
  deps: Deps,
  caller: Caller,
  id: string,
  created?: NewWebhookEndpoint,
): Promise<void> {
  try {
    // Waits for a commit whose result this request did not receive.
    const find = () =>
      deps.database.transaction(caller, async (tx) => {
        await tx.providerConfigs.lockAll();
        return tx.providerConfigs.find(id);
      });
    const config = await find();
    if (!config) return;
    const provider = getProvider(deps, config);
    if (created && created.secret !== config.webhookSecret) {
      await provider.deleteWebhookEndpoint(created.id);
    }
    if (config.webhookEndpointId === null) return;
    const filter = { url: eventUrl(deps, config.id), configId: config.id };
    const listed = await provider.listWebhookEndpoints(filter);
    // Another request may have stored a listed one since, after the secret was removed.
    const stored = (await find())?.webhookEndpointId ?? null;
    if (stored === null) return;
    for (const endpointId of listed)
      if (endpointId !== stored) await provider.deleteWebhookEndpoint(endpointId);
  } catch (error) {
    deps.database.backgroundFailures.report('orphaned_webhook_endpoints', error);
  }
}
