import { z } from 'zod';
import {
  cursorInput,
  endpointIdParameter,
  eventIdParameter,
  limitInput,
  pageFields,
  timestamp,
} from './common.ts';
import { endpointStatuses } from './webhook-endpoint.ts';

const nullableTimestamp = (description: string) =>
  timestamp.nullable().meta({ description: `${description} RFC 3339, UTC.`, example: null });

const deliveryStatuses = ['waiting', 'succeeded', 'failed', 'canceled'] as const;

/** What an attempt was answered, or why it was not. */
const outcomeFields = {
  http_status: z
    .int()
    .nullable()
    .meta({ description: 'The status that was answered; null without an answer.', example: 204 }),
  failure: z.string().nullable().meta({
    description:
      'Why there was no answer: timeout, connect_timeout, connection_failed, tls_failed, name_unknown, address_refused or url_refused.',
    example: null,
  }),
};

const deliveryFields = {
  webhook_endpoint_id: endpointIdParameter,
  event_id: eventIdParameter,
  event_type: z.string().meta({ description: 'What happened.', example: 'proxy_session.paid' }),
  status: z.enum(deliveryStatuses).meta({
    description: 'waiting for an attempt, succeeded, failed (given up) or canceled.',
    example: 'succeeded',
  }),
  attempts: z.int().meta({ description: 'Attempts made so far.', example: 1 }),
  next_attempt_at: nullableTimestamp('When it is tried next; null when it is not.'),
  ...outcomeFields,
  created_at: timestamp,
  finished_at: nullableTimestamp('When it succeeded, was given up or canceled.'),
};

export const webhookDelivery = z
  .object(deliveryFields)
  .meta({ id: 'WebhookDelivery', description: 'One event on its way to one endpoint.' });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const deliveryInput = z.strictObject({
  webhook_endpoint_id: endpointIdParameter,
  event_id: eventIdParameter,
});

const deliveryAttempt = z
  .object({
    number: z.int().meta({ description: 'From 1.', example: 1 }),
    at: timestamp,
    duration_ms: z.int().meta({ description: 'How long it took, in milliseconds.', example: 84 }),
    ...outcomeFields,
    response_body: z
      .string()
      .meta({ description: 'What the answer began with, at most 16 KiB.', example: 'ok' }),
  })
  .meta({ id: 'WebhookDeliveryAttempt', description: 'A request that was sent.' });

export const deliveryDetail = z
  .object({
    delivery: z
      .object({
        ...deliveryFields,
        history: z.array(deliveryAttempt).meta({ description: 'Its attempts, oldest first.' }),
      })
      .meta({ description: 'The delivery.' }),
  })
  .meta({ id: 'WebhookDeliveryDetail', description: 'A delivery with its attempts.' });
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

export const deliveryOutput = z
  .object({ delivery: webhookDelivery })
  .meta({ id: 'WebhookDeliveryAnswer', description: 'A delivery.' });

export const listDeliveriesInput = z.strictObject({
  webhook_endpoint_id: endpointIdParameter,
  status: z
    .enum(deliveryStatuses)
    .optional()
    .meta({ description: 'Only those that stand so.', example: 'failed' }),
  limit: limitInput.default(20),
  cursor: cursorInput.optional(),
});

export const listDeliveriesOutput = z
  .object({ data: z.array(webhookDelivery).meta({ description: 'Newest first.' }), ...pageFields })
  .meta({ id: 'WebhookDeliveryList', description: 'A page of deliveries.' });

export const replayInput = z.strictObject({
  webhook_endpoint_id: endpointIdParameter,
  created_from: z.string().optional().meta({
    description:
      'Events from this moment on, RFC 3339; since the endpoint was created if left out.',
    example: '2026-11-20T00:00:00Z',
  }),
  created_before: z.string().optional().meta({
    description: 'Events before this moment, RFC 3339; until now if left out.',
    example: '2026-11-21T00:00:00Z',
  }),
  only_missed: z.boolean().optional().meta({
    description:
      'Whether to leave out what the endpoint has taken already, or is on its way to it; true if left out.',
    example: true,
  }),
  cursor: cursorInput.optional(),
});

export const replayOutput = z
  .object({
    replayed: z.int().meta({ description: 'Events put on their way by this call.', example: 12 }),
    ...pageFields,
  })
  .meta({ id: 'WebhookReplay', description: 'How much of a replay is under way.' });

export const endpointHealth = z
  .object({
    health: z
      .object({
        webhook_endpoint_id: endpointIdParameter,
        status: z.enum(endpointStatuses).meta({ description: 'As it stands.', example: 'active' }),
        inactive_reason: z.enum(['gone', 'failing']).nullable().meta({
          description:
            'Why we made it inactive: it answered 410, or every attempt failed for 120 hours; null when we did not.',
          example: null,
        }),
        inactive_since: nullableTimestamp('Since when it is inactive.'),
        failing_since: nullableTimestamp(
          'Since when every attempt has failed; null when the last one succeeded.',
        ),
        last_success_at: nullableTimestamp('The last success in 24 hours.'),
        waiting: z.int().meta({ description: 'Deliveries that wait for an attempt.', example: 0 }),
        last_24_hours: z
          .object({
            succeeded: z.int().meta({ description: 'Deliveries that arrived.', example: 1280 }),
            failed: z.int().meta({ description: 'Deliveries given up.', example: 0 }),
            attempts: z.int().meta({ description: 'Requests sent.', example: 1283 }),
            failed_attempts: z.int().meta({ description: 'Requests that failed.', example: 3 }),
          })
          .meta({ description: 'What became of the events of the last 24 hours.' }),
      })
      .meta({ description: 'The health of the endpoint.' }),
  })
  .meta({ id: 'WebhookEndpointHealth', description: 'How an endpoint does.' });
export type EndpointHealth = z.infer<typeof endpointHealth>;
