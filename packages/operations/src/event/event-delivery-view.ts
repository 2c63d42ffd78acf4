import type { EventDelivery } from '@parley/contract';
import type { DeliveryOfEvent } from '@parley/db';

/** The delivery of an event to an endpoint, as the dashboard shows it. */
export const eventDeliveryView = (delivery: DeliveryOfEvent): EventDelivery => ({
  webhook_endpoint_id: delivery.endpointId,
  url: delivery.endpointUrl,
  active: delivery.endpointStatus === 'active',
  status: delivery.status,
  attempts: delivery.attempts,
  http_status: delivery.httpStatus,
  failure: delivery.failure,
  created_at: delivery.createdAt.toISOString(),
  attempted_at: delivery.attemptedAt?.toISOString() ?? null,
  next_attempt_at: delivery.status === 'waiting' ? delivery.dueAt.toISOString() : null,
});
