import type { EndpointRecord, Scope } from '@parley/db';
import { pageOf, readCursor } from '../request/cursor.ts';
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
 * One endpoint. Source: interface 4.19.
 * @throws DomainError not_found
 */
export async function getWebhookEndpoint(
  deps: Deps,
  scope: Scope,
  input: { webhook_endpoint_id: string },
) {
  return { webhook_endpoint: webhookEndpointView(await loadEndpoint(deps, scope, input)) };
}

/**
 * The endpoints, newest first, archived ones too. Source: interface 4.17.
 * @throws DomainError invalid_request for a cursor that no page gave
 */
export async function listWebhookEndpoints(
  deps: Deps,
  scope: Scope,
  input: { limit: number; cursor?: string | undefined },
) {
  const after = input.cursor === undefined ? undefined : readCursor('whend', input.cursor);
  const rows = await deps.database.forScope(scope).webhookEndpoints.list(input.limit + 1, after);
  const { page, ...rest } = pageOf(rows, input.limit, (endpoint) => endpoint);
  return { data: page.map(webhookEndpointView), ...rest };
}
