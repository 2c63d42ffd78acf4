import { type PingEndpointInput, sampleEvent, type WebhookEndpoint } from '@parley/contract';
import { type EventType, InvalidFieldError } from '@parley/domain';
import { createEventRecord } from '../event/event-record.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeActiveEndpoint } from './endpoint-change.ts';
import { deliveryNotFound, deliveryView, webhookEndpointView } from './webhook-endpoint-view.ts';

/**
 * Sends a test event to one endpoint only, whatever event types it subscribes to.
 * @throws DomainError not_found, endpoint_archived, invalid_request for an inactive endpoint or for a
 *   sample in live mode
 */
export async function pingEndpoint(deps: Deps, caller: Caller, input: PingEndpointInput) {
  const { webhook_endpoint_id: id, event_type: type = 'webhook_endpoint.ping' } = input;
  return changeActiveEndpoint(deps, caller, id, async ({ tx, endpoint, now, audit }) => {
    // After the endpoint was found, so that its existence is not disclosed to a key of the other mode.
    if (caller.mode === 'live' && type !== 'webhook_endpoint.ping') {
      throw new InvalidFieldError(
        'event_type',
        'must be webhook_endpoint.ping in live mode, because a receiver could act on a sample. Send samples to an endpoint in test mode.',
      );
    }
    const event = createEventRecord(caller, {
      id: deps.newId('evt'),
      type,
      proxySessionId: null,
      sequence: 0,
      at: now,
      ...getSample(type, webhookEndpointView(endpoint)),
      isTest: true,
    });
    await tx.outbox.appendWithoutFanOut(event);
    await tx.webhookDeliveries.enqueue(endpoint.id, [event.id]);
    await audit('pinged', { event_id: event.id });
    const delivery = await tx.webhookDeliveries.find(endpoint.id, event.id);
    // Stryker disable next-line ConditionalExpression: it was just enqueued
    if (!delivery) throw deliveryNotFound();
    return { delivery: deliveryView(delivery) };
  });
}

/** The sample of an event type. Events of an endpoint are about the endpoint itself. */
function getSample(type: EventType, endpoint: WebhookEndpoint) {
  if (type === 'webhook_endpoint.ping') return { object: { ...endpoint }, previous: null };
  const { object, previous_attributes } = sampleEvent(type).data;
  return type === 'webhook_endpoint.deactivated'
    ? { object: { ...endpoint, status: object.status }, previous: { ...endpoint } }
    : { object, previous: { ...object, ...previous_attributes } };
}
