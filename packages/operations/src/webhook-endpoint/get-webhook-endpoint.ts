import type { EndpointRecord, Scope } from '@parley/db';
import type { Deps } from '../request/deps.ts';
import { endpointNotFound, webhookEndpointView } from './webhook-endpoint-view.ts';

/** @throws DomainError not_found */
export async function loadEndpoint(
  deps: Deps,
  scope: Scope,
  input: { webhook_endpoint_id: string },
): Promise<EndpointRecord> {
  const endpoint = await deps.database
    .forScope(scope)
    .webhookEndpoints.find(input.webhook_endpoint_id);
  if (!endpoint) throw endpointNotFound();
  return endpoint;
}

/**
 * An endpoint. Source: interface 4.19.
 * @throws DomainError not_found
 */
export async function getWebhookEndpoint(
  deps: Deps,
  scope: Scope,
  input: { webhook_endpoint_id: string },
) {
  return { webhook_endpoint: webhookEndpointView(await loadEndpoint(deps, scope, input)) };
}
