import type { EventDelivery, ListDeliveriesInput } from '@parley/contract';
import type { DeliveryRecord, Scope } from '@parley/db';
import type { EventId } from '@parley/domain';
import { eventDeliveryView } from '../event/event-delivery-view.ts';
import { getEvent } from '../event/get-event.ts';
import { createPage, readCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { loadEndpoint } from './get-webhook-endpoint.ts';
import { deliveryView } from './webhook-endpoint-view.ts';

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
