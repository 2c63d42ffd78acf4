import type { WebhookDelivery, WebhookEndpoint } from '@parley/contract';
import type { DeliveryRecord, EndpointRecord } from '@parley/db';
import { DomainError } from '@parley/domain';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** An endpoint as the API returns it. Source: interface 2.5. */
export function webhookEndpointView(endpoint: EndpointRecord): WebhookEndpoint {
  return {
    id: endpoint.id,
    url: endpoint.url,
    event_types: endpoint.eventTypes.length === 0 ? null : [...endpoint.eventTypes],
    event_schema_version: endpoint.eventSchemaVersion,
    status: endpoint.status,
    previous_signing_secret_expires_at: iso(endpoint.previousSigningSecretExpiresAt),
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}

/** The fields of an endpoint that the merchant sets. */
export function endpointSettings({
  url,
  event_types,
  event_schema_version,
  status,
}: WebhookEndpoint) {
  return { url, event_types, event_schema_version, status };
}

/** A delivery as listed for its endpoint. */
export function deliveryView(delivery: DeliveryRecord): WebhookDelivery {
  return {
    webhook_endpoint_id: delivery.endpointId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: delivery.status === 'waiting' ? delivery.dueAt.toISOString() : null,
    http_status: delivery.httpStatus,
    failure: delivery.failure,
    created_at: delivery.createdAt.toISOString(),
    finished_at: iso(delivery.finishedAt),
  };
}

export function endpointNotFound(): DomainError {
  return new DomainError('not_found', 'There is no webhook endpoint with this id.');
}

export function deliveryNotFound(): DomainError {
  return new DomainError('not_found', 'This event was not sent to this endpoint.');
}
