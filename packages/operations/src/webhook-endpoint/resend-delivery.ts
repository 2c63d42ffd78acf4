import { requireBelowLimit } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeActiveEndpoint } from './endpoint-change.ts';
import { deliveryNotFound, deliveryView } from './webhook-endpoint-view.ts';

/**
 * Sends an event to an endpoint again with the same webhook-id, starting a new retry schedule.
 * @throws DomainError not_found, endpoint_archived, limit_reached, invalid_request for an inactive endpoint
 */
export async function resendDelivery(
  deps: Deps,
  caller: Caller,
  input: { webhook_endpoint_id: string; event_id: string },
) {
  return changeActiveEndpoint(
    deps,
    caller,
    input.webhook_endpoint_id,
    async ({ tx, endpoint, audit }) => {
      const delivery = await tx.webhookDeliveries.find(endpoint.id, input.event_id);
      if (!delivery) throw deliveryNotFound();
      requireBelowLimit('attempts_per_delivery', delivery.attempts);
      await tx.webhookDeliveries.enqueue(endpoint.id, [delivery.eventId]);
      await audit('delivery_resent', { event_id: delivery.eventId });
      const after = await tx.webhookDeliveries.find(endpoint.id, delivery.eventId);
      // Stryker disable next-line ConditionalExpression: it was just enqueued
      if (!after) throw deliveryNotFound();
      return { delivery: deliveryView(after) };
    },
  );
}
