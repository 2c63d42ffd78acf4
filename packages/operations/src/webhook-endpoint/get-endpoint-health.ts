import type { EndpointHealth, HourlyDeliveries } from '@parley/contract';
import type { EndpointRecord, Scope } from '@parley/db';
import { HOUR_MS } from '@parley/domain';
import type { Deps } from '../request/deps.ts';
import { loadEndpoint } from './get-webhook-endpoint.ts';

const HOURS = 24;

/**
 * Retrieves an endpoint's delivery health and the reason of its deactivation.
 * @throws DomainError not_found
 */
export async function getEndpointHealth(
  deps: Deps,
  scope: Scope,
  input: { webhook_endpoint_id: string },
): Promise<EndpointHealth> {
  return { health: await readHealth(deps, scope, await loadEndpoint(deps, scope, input)) };
}

/** @param maxCounted the number of deliveries that are counted at most; 50,000 by default */
export async function readHealth(
  deps: Deps,
  scope: Scope,
  endpoint: EndpointRecord,
  maxCounted?: number,
): Promise<EndpointHealth['health']> {
  const { webhookDeliveries } = deps.database.forScope(scope);
  const since = new Date(Date.now() - HOURS * HOUR_MS);
  const counts = await webhookDeliveries.countSince(endpoint.id, since, maxCounted);
  return {
    webhook_endpoint_id: endpoint.id,
    status: endpoint.status,
    inactive_reason: endpoint.inactiveReason,
    inactive_since: endpoint.inactiveSince?.toISOString() ?? null,
    failing_since: endpoint.failingSince?.toISOString() ?? null,
    last_success_at: counts.lastSuccessAt?.toISOString() ?? null,
    waiting: counts.waiting,
    last_24_hours: {
      succeeded: counts.succeeded,
      failed: counts.failed,
      attempts: counts.attempts,
      failed_attempts: counts.failedAttempts,
    },
  };
}

/**
 * Returns how the deliveries of each of the last 24 hours went; of more than 50,000, of the newest 50,000.
 * The last hour is the current one.
 * @throws DomainError not_found
 */
export async function getHourlyDeliveries(
  deps: Deps,
  scope: Scope,
  input: { webhook_endpoint_id: string },
): Promise<HourlyDeliveries> {
  const endpoint = await loadEndpoint(deps, scope, input);
  const { webhookDeliveries } = deps.database.forScope(scope);
  const now = await deps.database.now();
  const first = now.getTime() - (now.getTime() % HOUR_MS) - (HOURS - 1) * HOUR_MS;
  const counts = await webhookDeliveries.countByHour(endpoint.id, new Date(first));
  return {
    hours: Array.from({ length: HOURS }, (_, n) => {
      const counted = counts.find(({ hour }) => hour === n);
      const { succeeded = 0, failed = 0, waiting = 0 } = counted ?? {};
      return { from: new Date(first + n * HOUR_MS).toISOString(), succeeded, failed, waiting };
    }),
  };
}
