import type {
  DeliveryDetail,
  EndpointHealth,
  EventDelivery,
  HourlyDeliveries,
} from '@parley/contract';
import type { DeliveryListQuery, DeliveryRecord, Scope } from '@parley/db';
import type { EventId } from '@parley/domain';
import { eventDeliveryView } from '../event/event-delivery-view.ts';
import { getEvent } from '../event/get-event.ts';
import { createPage, readCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { loadEndpoint } from './get-webhook-endpoint.ts';
import { deliveryNotFound, deliveryView } from './webhook-endpoint-view.ts';

const HOUR_MS = 60 * 60 * 1000;
const HOURS = 24;
const DAY_MS = HOURS * HOUR_MS;

export interface ListDeliveriesInput {
  readonly webhook_endpoint_id: string;
  readonly status?: DeliveryListQuery['status'];
  readonly event_type?: DeliveryListQuery['eventType'];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Lists the deliveries of an endpoint, newest events first. With a filter, a page examines at most 25,000
 * deliveries, so it may be shorter than its limit and have a next one.
 * @throws DomainError not_found, invalid_request for an invalid cursor
 */
export async function listDeliveries(deps: Deps, scope: Scope, input: ListDeliveriesInput) {
  const endpoint = await loadEndpoint(deps, scope, input);
  const { webhookDeliveries } = deps.database.forScope(scope);
  const { deliveries, examinedTo } = await webhookDeliveries.list(endpoint.id, {
    status: input.status,
    eventType: input.event_type,
    limit: input.limit + 1,
    after: readCursor('evt', input.cursor)?.id,
  });
  const position = ({ createdAt, eventId }: DeliveryRecord) => ({ createdAt, id: eventId });
  const { page, ...rest } = createPage(deliveries, input.limit, position, examinedTo);
  return { data: page.map(deliveryView), ...rest };
}

/**
 * Lists the deliveries of an event, one for each endpoint that received it or will.
 * @throws DomainError not_found
 */
export async function listDeliveriesOfEvent(
  deps: Deps,
  scope: Scope,
  input: { event_id: string },
): Promise<{ deliveries: EventDelivery[] }> {
  const { event } = await getEvent(deps, scope, input);
  const { webhookDeliveries } = deps.database.forScope(scope);
  const deliveries = await webhookDeliveries.listByEvents([event.id as EventId]);
  return { deliveries: deliveries.map(eventDeliveryView) };
}

/**
 * Retrieves a delivery with all its attempts.
 * @throws DomainError not_found
 */
export async function getDelivery(
  deps: Deps,
  scope: Scope,
  input: { webhook_endpoint_id: string; event_id: string },
): Promise<DeliveryDetail> {
  const endpoint = await loadEndpoint(deps, scope, input);
  const { webhookDeliveries } = deps.database.forScope(scope);
  const delivery = await webhookDeliveries.find(endpoint.id, input.event_id);
  if (!delivery) throw deliveryNotFound();
  const attempts = await webhookDeliveries.listAttempts(endpoint.id, delivery.eventId);
  return {
    delivery: {
      ...deliveryView(delivery),
      history: attempts.map((attempt) => ({
        number: attempt.number,
        at: attempt.at.toISOString(),
        duration_ms: attempt.durationMs,
        http_status: attempt.httpStatus,
        failure: attempt.failure,
        response_body: attempt.responseBody,
      })),
    },
  };
}

/**
 * Retrieves an endpoint's delivery health and the reason of its deactivation.
 * @param maxCounted the number of deliveries that are counted at most; 50,000 by default
 * @throws DomainError not_found
 */
export async function getEndpointHealth(
  deps: Deps,
  scope: Scope,
  input: { webhook_endpoint_id: string },
  maxCounted?: number,
): Promise<EndpointHealth> {
  const endpoint = await loadEndpoint(deps, scope, input);
  const { webhookDeliveries } = deps.database.forScope(scope);
  const since = new Date(Date.now() - DAY_MS);
  const counts = await webhookDeliveries.countSince(endpoint.id, since, maxCounted);
  return {
    health: {
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
