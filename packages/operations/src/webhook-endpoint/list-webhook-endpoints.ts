import type { ListEndpointsWithHealthInput, ListWebhookEndpointsInput } from '@parley/contract';
import type { Scope } from '@parley/db';
import { createPage, readCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { readHealth } from './get-endpoint-health.ts';
import { webhookEndpointView } from './webhook-endpoint-view.ts';

/**
 * A page of endpoints, newest first, including archived ones. Source: interface 4.17.
 * @throws DomainError invalid_request for an invalid cursor
 */
export async function listWebhookEndpoints(
  deps: Deps,
  scope: Scope,
  input: ListWebhookEndpointsInput,
) {
  const { page, ...paging } = await readPage(deps, scope, input);
  return { data: page.map(webhookEndpointView), ...paging };
}

/** A list counts at most this many deliveries of each endpoint. */
const MAX_COUNTED = 10_000;

/**
 * A page of either archived or other endpoints, newest first, each with its health: of more than 10,000
 * deliveries in 24 hours, that of the newest 10,000.
 * @throws DomainError invalid_request for an invalid cursor
 */
export async function listEndpointsWithHealth(
  deps: Deps,
  scope: Scope,
  input: ListEndpointsWithHealthInput,
) {
  const { page, ...paging } = await readPage(deps, scope, input, input.archived);
  const data = page.map(async (row) => ({
    endpoint: webhookEndpointView(row),
    health: await readHealth(deps, scope, row, MAX_COUNTED),
  }));
  return { data: await Promise.all(data), ...paging };
}

/** @param archived true for archived endpoints only, false for all others; all without it */
async function readPage(
  deps: Deps,
  scope: Scope,
  { limit, cursor }: ListWebhookEndpointsInput,
  archived?: boolean,
) {
  const after = readCursor('whend', cursor);
  const { webhookEndpoints } = deps.database.forScope(scope);
  const rows = await webhookEndpoints.list(limit + 1, after, archived);
  return createPage(rows, limit, (endpoint) => endpoint);
}
