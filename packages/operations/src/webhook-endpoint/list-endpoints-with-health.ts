import type { Scope } from '@parley/db';
import { pageOf, readCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { getEndpointHealth } from './get-deliveries.ts';
import { webhookEndpointView } from './webhook-endpoint-view.ts';

/**
 * The endpoints in use, or those that are archived, newest first, each with how it does.
 * @throws DomainError invalid_request for a cursor that no page gave
 */
export async function listEndpointsWithHealth(
  deps: Deps,
  scope: Scope,
  input: { archived: boolean; limit: number; cursor?: string | undefined },
) {
  const after = input.cursor === undefined ? undefined : readCursor('whend', input.cursor);
  const { webhookEndpoints } = deps.database.forScope(scope);
  const rows = await webhookEndpoints.list(input.limit + 1, after, input.archived);
  const { page, ...rest } = pageOf(rows, input.limit, (endpoint) => endpoint);
  const data = page.map(async (row) => ({
    endpoint: webhookEndpointView(row),
    health: (await getEndpointHealth(deps, scope, { webhook_endpoint_id: row.id })).health,
  }));
  return { data: await Promise.all(data), ...rest };
}
