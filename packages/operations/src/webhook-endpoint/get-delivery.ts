import type { DeliveryDetail } from '@parley/contract';
import type { Scope } from '@parley/db';
import type { Deps } from '../request/deps.ts';
import { loadEndpoint } from './get-webhook-endpoint.ts';
import { deliveryNotFound, deliveryView } from './webhook-endpoint-view.ts';

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
