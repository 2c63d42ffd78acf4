import type { GetFiguresInput, WebhookHealth } from '@parley/contract';
import type { EndpointRecord, Scope } from '@parley/db';
import { DAY_MS, retentionDays } from '@parley/domain';
import type { Deps } from '../request/deps.ts';
import { readPeriods } from './buckets.ts';

const MAX_ENDPOINTS = 10;
/** The deliveries of an endpoint that are read, however many it has. */
const MAX_DELIVERIES = 1_000;
/** How long deliveries are kept. */
const KEPT_MS = retentionDays.deliveries * DAY_MS;

/**
 * Returns how deliveries of events of a period went, for each endpoint that is not archived.
 * @throws DomainError invalid_request, as `getFigures`
 */
export async function getWebhookHealth(
  deps: Deps,
  scope: Scope,
  input: GetFiguresInput,
): Promise<WebhookHealth> {
  const { current, previous } = readPeriods(input);
  const [from = new Date(0)] = current.starts;
  const [previousFrom = new Date(0)] = previous.starts;
  const now = await deps.database.now();
  const isPreviousKept = now.getTime() - previousFrom.getTime() <= KEPT_MS;
  const { webhookEndpoints, webhookDeliveries } = deps.database.forScope(scope);
  const endpoints = await webhookEndpoints.list(MAX_ENDPOINTS + 1, undefined, false);
  const readHealth = async ({ id, url, status }: EndpointRecord) => {
    const [counts, oldestWaiting, before] = await Promise.all([
      webhookDeliveries.countSince(id, from, MAX_DELIVERIES),
      webhookDeliveries.findOldestWaiting(id, MAX_DELIVERIES),
      isPreviousKept
        ? webhookDeliveries.countAttempts(
            id,
            { from: previousFrom, until: previous.until },
            MAX_DELIVERIES,
          )
        : null,
    ]);
    const { succeeded, failed, waiting } = counts;
    return {
      webhook_endpoint_id: id,
      url,
      status,
      succeeded,
      failed,
      waiting,
      oldest_waiting_at: oldestWaiting?.toISOString() ?? null,
      failure_rate: failureRate(counts),
      previous_failure_rate: before && failureRate(before),
      is_partial: counts.counted === MAX_DELIVERIES,
    };
  };
  return {
    endpoints: await Promise.all(endpoints.slice(0, MAX_ENDPOINTS).map(readHealth)),
    has_more: endpoints.length > MAX_ENDPOINTS,
    max_deliveries: MAX_DELIVERIES,
  };
}

const failureRate = ({ attempts, failedAttempts }: { attempts: number; failedAttempts: number }) =>
  attempts === 0 ? null : failedAttempts / attempts;
