import { DomainError } from '@parley/domain';
import { recordAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getProvider } from '../request/get-provider.ts';
import { hasStoredResponse, inTransaction } from '../request/in-transaction.ts';
import { configNotFound, eventUrl, providerConfigView } from './provider-config-view.ts';

/**
 * Creates a webhook endpoint for an account at the provider and stores its signing secret. Only for an
 * account that has none: the endpoint of another secret would continue to send events.
 * @throws DomainError not_found, provider_error, invalid_request when a signing secret is set or the
 *   provider refuses the endpoint
 */
export async function createProviderWebhookEndpoint(
  deps: Deps,
  caller: Caller,
  input: { id: string },
) {
  const isReplay = await hasStoredResponse(deps, caller);
  const endpoint = isReplay ? null : await createEndpoint(deps, caller, input.id);
  return inTransaction(deps, caller, async (tx) => {
    await tx.pspConfigs.lockAll();
    const before = await tx.pspConfigs.findSummary(input.id);
    const now = await tx.now();
    if (before?.hasWebhookSecret) {
      // A concurrent request stored the same endpoint.
      if (endpoint && (await tx.pspConfigs.isWebhookSecret(before.id, endpoint.secret))) {
        return { provider_config: providerConfigView(deps, before, now) };
      }
      throw secretIsSet();
    }
    if (!before || !endpoint) throw configNotFound();
    await tx.pspConfigs.update(before.id, { webhookSecret: endpoint.secret }, now);
    await recordAuditEntry(deps, tx, caller, {
      action: 'provider_config.webhook_endpoint_created',
      objectType: 'provider_config',
      objectId: before.id,
      at: now,
      details: { webhook_endpoint: endpoint.id, event_url: eventUrl(deps, before.id) },
    });
    const config = { ...before, hasWebhookSecret: true, updatedAt: now };
    return { provider_config: providerConfigView(deps, config, now) };
  });
}

/**
 * Creates the endpoint at the provider. A repetition creates no second one, also after a change of the
 * account, while the provider remembers the idempotency key.
 * Returns null when there is nothing to create, which may be because of a request that is replayed.
 */
async function createEndpoint(deps: Deps, caller: Caller, id: string) {
  const config = await deps.database.forScope(caller).pspConfigs.find(id);
  if (!config || config.webhookSecret !== null) return null;
  const url = eventUrl(deps, config.id);
  const endpoint = await getProvider(deps, config).createWebhookEndpoint({
    url,
    idempotencyKey: `${config.id}:webhook_endpoint`,
  });
  if (endpoint) return endpoint;
  throw new DomainError(
    'invalid_request',
    `The provider refused to create a webhook endpoint for ${url}. The URL must be public, and a restricted key needs write access to Webhook Endpoints. You can also create the endpoint in the provider's dashboard and set its signing secret as webhook_secret.`,
  );
}

const secretIsSet = () =>
  new DomainError(
    'invalid_request',
    'webhook_secret is set already: this config has a webhook endpoint. To replace the secret, roll it at the provider and update webhook_secret.',
  );
