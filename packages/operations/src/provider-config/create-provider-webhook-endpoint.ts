import { randomUUID } from 'node:crypto';
import type { Transaction } from '@parley/db';
import { DomainError, InvalidFieldError } from '@parley/domain';
import type { NewWebhookEndpoint, WebhookEndpointRefusal } from '@parley/provider';
import { recordAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getProvider } from '../request/get-provider.ts';
import { hasStoredResponse, inTransaction } from '../request/in-transaction.ts';
import { requireCurrentPermission } from '../request/require-current-permission.ts';
import { deleteOrphanedEndpoints } from './delete-orphaned-endpoints.ts';
import { configNotFound, eventUrl, providerConfigView } from './provider-config-view.ts';

/**
 * Creates a webhook endpoint for an account at the provider and stores its signing secret. Only for an
 * account that has none: the endpoint of another secret would continue to send events. Afterwards it
 * deletes its endpoint if it could not store it, and those that earlier requests left.
 * @throws DomainError not_found, insufficient_scope, provider_error, invalid_request when a signing secret is set or the
 *   provider refuses the endpoint
 */
export async function createProviderWebhookEndpoint(
  deps: Deps,
  caller: Caller,
  input: { id: string },
) {
  const isReplay = await hasStoredResponse(deps, caller);
  const endpoint = isReplay ? null : await createEndpoint(deps, caller, input.id);
  try {
    return await inTransaction(deps, caller, (tx) =>
      storeEndpoint(deps, tx, caller, input, endpoint),
    );
  } finally {
    if (endpoint) await deleteOrphanedEndpoints(deps, caller, input.id, endpoint);
  }
}

async function storeEndpoint(
  deps: Deps,
  tx: Transaction,
  caller: Caller,
  input: { id: string },
  endpoint: NewWebhookEndpoint | null,
) {
  await tx.providerConfigs.lockAll();
  const before = await tx.providerConfigs.findSummary(input.id);
  const now = await tx.now();
  if (before?.hasWebhookSecret) throw secretIsSet();
  if (!before) throw configNotFound();
  // The secret that was set when this request began has been removed since.
  if (!endpoint) throw new DomainError('service_unavailable', undefined, { retryAfterSeconds: 1 });
  const stored = { webhookSecret: endpoint.secret, webhookEndpointId: endpoint.id };
  await tx.providerConfigs.update(before.id, stored, now);
  await recordAuditEntry(deps, tx, caller, {
    action: 'provider_config.webhook_endpoint_created',
    objectId: before.id,
    at: now,
    details: { webhook_endpoint: endpoint.id, event_url: eventUrl(deps, before.id) },
  });
  const config = { ...before, hasWebhookSecret: true, updatedAt: now };
  return { provider_config: providerConfigView(deps, config, now) };
}

/**
 * Creates an endpoint at the provider for this request only. No other request can store it, so this one may
 * delete it. Returns null when there is nothing to create.
 */
async function createEndpoint(
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<NewWebhookEndpoint | null> {
  const config = await deps.database.transaction(caller, async (tx) => {
    await requireCurrentPermission(tx, caller);
    return tx.providerConfigs.find(id);
  });
  if (!config || config.webhookSecret !== null) return null;
  const url = eventUrl(deps, config.id);
  const created = await getProvider(deps, config).createWebhookEndpoint({
    url,
    configId: config.id,
    idempotencyKey: randomUUID(),
  });
  if ('refusal' in created) throw endpointRefused(created.refusal, url);
  return created;
}

/** What to do about each reason of a refusal. */
const remedies: Record<WebhookEndpointRefusal['reason'], (url: string) => string> = {
  key: () =>
    'The secret key is invalid, expired or revoked. Set secret_key to a valid key of the same account, then try again.',
  mode: () =>
    'The secret key belongs to the other mode. Set secret_key to a key of the mode of this config, then try again.',
  permission: () =>
    'The restricted key lacks a permission. Give it write access to Webhook Endpoints at the provider, then try again.',
  url: (url) =>
    `The provider does not accept ${url}. The URL must be public and use https. The operator of this service sets it with API_URL.`,
  limit: () =>
    'The account has the maximum number of webhook endpoints. Delete one that is not used at the provider, then try again.',
  other: () => 'Check the account at the provider, then try again.',
};

function endpointRefused({ code, reason }: WebhookEndpointRefusal, url: string): DomainError {
  return new DomainError(
    'invalid_request',
    `The provider refused to create the webhook endpoint (${code}). ${remedies[reason](url)} You can also create an endpoint for event_url in the provider's dashboard and save its secret as webhook_secret.`,
  );
}

const secretIsSet = () =>
  new InvalidFieldError(
    'webhook_secret',
    'is already set: this config has a webhook endpoint. To replace the secret, roll it at the provider and update webhook_secret.',
  );
