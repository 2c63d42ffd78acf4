/**
 * Every event type a webhook endpoint can receive, grouped by resource, in lifecycle order. The
 * prefix before the dot is the type of the object in `data.object`.
 */
export const eventTypes = [
  'proxy_session.created',
  'proxy_session.payer_handoff_issued',
  'proxy_session.payer_opened',
  'proxy_session.cart_updated',
  'proxy_session.payment_processing',
  'proxy_session.paid',
  'proxy_session.provisionable',
  'proxy_session.payment_conflicted',
  'proxy_session.provisioned',
  'proxy_session.provisioning_failed',
  'proxy_session.expired',
  'proxy_session.canceled',
  'acquisition_attempt.reserved',
  'acquisition_attempt.provider_attached',
  'acquisition_attempt.cart_confirmed',
  'acquisition_attempt.action_required',
  'acquisition_attempt.payment_declined',
  'acquisition_attempt.processing',
  'acquisition_attempt.succeeded',
  'acquisition_attempt.failed',
  'acquisition_attempt.canceled',
  'acquisition_attempt.expired',
  'acquisition_attempt.unknown',
  'acquisition_attempt.superseded',
  'payment.refunded',
  'payment.refund_failed',
  'payment.disputed',
  'payment.dispute_closed',
  'subscription.created',
  'subscription.updated',
  'subscription.ended',
  'webhook_endpoint.ping',
  'webhook_endpoint.deactivated',
] as const;

export type EventType = (typeof eventTypes)[number];
export type SessionEventType = Extract<EventType, `proxy_session.${string}`>;
export type PaymentEventType = Extract<EventType, `payment.${string}`>;
export type AttemptEventType = Extract<EventType, `acquisition_attempt.${string}`>;

/** The current version of event payloads, as a date. An endpoint is pinned to one version. */
export const EVENT_SCHEMA_VERSION = '2026-11-01';
/** Every version an endpoint can be pinned to, oldest first. */
export const eventSchemaVersions = [EVENT_SCHEMA_VERSION] as const;

/** The deliveries of an endpoint that are counted at most: the newest. */
export const MAX_COUNTED_DELIVERIES = 50_000;

/** Maximum size of a sent event, in bytes of JSON (20 KiB). */
export const MAX_EVENT_BYTES = 20 * 1024;

/** The headers of each request that delivers an event, without those that identify and sign it. */
export const eventRequestHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Parley-Webhooks/1.0',
} as const;
