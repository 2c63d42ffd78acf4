import { createEventRecord } from '../event/event-record.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeActiveEndpoint } from './endpoint-change.ts';
import { deliveryNotFound, deliveryView, webhookEndpointView } from './webhook-endpoint-view.ts';

/**
 * Sends a test event to one endpoint only, whatever event types it subscribes to.
 * @throws DomainError not_found, endpoint_archived, invalid_request for an inactive endpoint
 */
export async function pingEndpoint(
  deps: Deps,
  caller: Caller,
  input: { webhook_endpoint_id: string },
) {
  return changeActiveEndpoint(
    deps,
    caller,
    input.webhook_endpoint_id,
    async ({ tx, endpoint, now, audit }) => {
      const event = createEventRecord(caller, {
        id: deps.newId('evt'),
        type: 'webhook_endpoint.ping',
        proxySessionId: null,
        sequence: 0,
        at: now,
        object: webhookEndpointView(endpoint),
        previous: null,
      });
      await tx.outbox.appendWithoutFanOut(event);
      await tx.webhookDeliveries.enqueue(endpoint.id, [event.id]);
      await audit('pinged', { event_id: event.id });
      const delivery = await tx.webhookDeliveries.find(endpoint.id, event.id);
      // Stryker disable next-line ConditionalExpression: it was just enqueued
      if (!delivery) throw deliveryNotFound();
      return { delivery: deliveryView(delivery) };
    },
  );
}
