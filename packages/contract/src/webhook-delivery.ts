import { deliveryStatuses, endpointStatuses, eventTypes } from '@parley/domain';
import { z } from 'zod';
import {
  cursorInput,
  definePage,
  endpointIdParameter,
  eventIdParameter,
  nullableTimestamp,
  pageFields,
  pageInput,
  timestamp,
} from './common.ts';
import { listWebhookEndpointsInput, webhookEndpoint } from './webhook-endpoint.ts';

/** The response to an attempt, or why there was none. */
const outcomeFields = {
  http_status: z.int().nullable().meta({
    description: 'The HTTP status of the response; null if there was none.',
    example: 204,
  }),
  failure: z.string().nullable().meta({
    description:
      'Why there was no response: timeout, connect_timeout, connection_failed, tls_failed, name_unknown, address_refused, url_refused or secret_unreadable.',
    example: null,
  }),
};

const deliveryFields = {
  webhook_endpoint_id: endpointIdParameter,
  event_id: eventIdParameter,
  event_type: z.string().meta({ description: 'The event type.', example: 'proxy_session.paid' }),
  status: z.enum(deliveryStatuses).meta({
    description:
      'waiting: another attempt will be made. succeeded: delivered. failed: all attempts failed. canceled: the endpoint was archived.',
    example: 'succeeded',
  }),
  attempts: z.int().meta({ description: 'The number of attempts so far.', example: 1 }),
  next_attempt_at: nullableTimestamp('When the next attempt is due; null if there is none.'),
  ...outcomeFields,
  created_at: timestamp,
  finished_at: nullableTimestamp('When it succeeded, failed or was canceled.'),
};

export const webhookDelivery = z
  .object(deliveryFields)
  .meta({ id: 'WebhookDelivery', description: 'The delivery of an event to an endpoint.' });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const deliveryInput = z.strictObject({
  webhook_endpoint_id: endpointIdParameter,
  event_id: eventIdParameter,
});

const deliveryAttempt = z
  .object({
    number: z.int().meta({ description: 'The number of the attempt, from 1.', example: 1 }),
    at: timestamp,
    duration_ms: z.int().meta({ description: 'The duration in milliseconds.', example: 84 }),
    ...outcomeFields,
    response_body: z.string().meta({
      description:
        'The first 4 KiB of the response body, without card numbers, keys and email addresses.',
      example: 'ok',
    }),
  })
  .meta({ id: 'WebhookDeliveryAttempt', description: 'One request sent for a delivery.' });

export const deliveryDetail = z
  .object({
    delivery: z
      .object({
        ...deliveryFields,
        history: z.array(deliveryAttempt).meta({ description: 'The attempts, oldest first.' }),
      })
      .meta({ description: 'The delivery.' }),
  })
  .meta({ id: 'WebhookDeliveryDetail', description: 'A delivery with its attempts.' });
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

export const deliveryOutput = z
  .object({ delivery: webhookDelivery })
  .meta({ id: 'WebhookDeliveryResponse', description: 'A delivery.' });

export const listDeliveriesInput = z.strictObject({
  webhook_endpoint_id: endpointIdParameter,
  status: z
    .enum(deliveryStatuses)
    .optional()
    .meta({ description: 'Returns only deliveries with this status.', example: 'failed' }),
  event_type: z.enum(eventTypes).optional().meta({
    description: 'Returns only deliveries of events of this type.',
    example: 'proxy_session.paid',
  }),
  ...pageInput,
});
export type ListDeliveriesInput = z.output<typeof listDeliveriesInput>;

export const listDeliveriesOutput = definePage(
  webhookDelivery,
  'WebhookDeliveryList',
  'A page of deliveries.',
);

export const replayInput = z.strictObject({
  webhook_endpoint_id: endpointIdParameter,
  created_from: z.string().optional().meta({
    description:
      'Replays events created at or after this RFC 3339 timestamp. Defaults to the creation of the endpoint.',
    example: '2026-11-20T00:00:00Z',
  }),
  created_before: z.string().optional().meta({
    description: 'Replays events created before this RFC 3339 timestamp. Defaults to now.',
    example: '2026-11-21T00:00:00Z',
  }),
  only_missed: z.boolean().optional().meta({
    description:
      'Whether to skip events that were delivered to the endpoint or are waiting for it. Defaults to true.',
    example: true,
  }),
  cursor: cursorInput.optional(),
});
export type ReplayInput = z.output<typeof replayInput>;

export const replayOutput = z
  .object({
    replayed: z
      .int()
      .meta({ description: 'The number of events queued by this request.', example: 12 }),
    ...pageFields,
  })
  .meta({ id: 'WebhookReplay', description: 'The result of a replay request.' });

export const countReplayableInput = replayInput.omit({ cursor: true });

/** The events that a replay would send now. Only the dashboard requests this. */
export const replayableCount = z.object({
  count: z.int(),
  /** Whether there may be more than `count`. */
  has_more: z.boolean(),
  /** When the oldest and the newest of the counted events were created; null without one. */
  oldest_at: z.string().nullable(),
  newest_at: z.string().nullable(),
});

export const endpointHealth = z
  .object({
    health: z
      .object({
        webhook_endpoint_id: endpointIdParameter,
        status: z
          .enum(endpointStatuses)
          .meta({ description: 'The status of the endpoint.', example: 'active' }),
        inactive_reason: z.enum(['gone', 'failing']).nullable().meta({
          description:
            'Why the service made it inactive. gone: it returned 410. failing: every attempt failed for 120 hours. null: the service did not.',
          example: null,
        }),
        inactive_since: nullableTimestamp('When it became inactive.'),
        failing_since: nullableTimestamp(
          'When the current run of failed attempts began; null if the last attempt succeeded.',
        ),
        last_success_at: nullableTimestamp('The last success among the events of last_24_hours.'),
        waiting: z.int().meta({
          description: 'Deliveries waiting for an attempt; 50000 means 50000 or more.',
          example: 0,
        }),
        last_24_hours: z
          .object({
            succeeded: z.int().meta({ description: 'Successful deliveries.', example: 1280 }),
            failed: z
              .int()
              .meta({ description: 'Deliveries whose attempts all failed.', example: 0 }),
            attempts: z.int().meta({ description: 'Requests sent.', example: 1283 }),
            failed_attempts: z.int().meta({ description: 'Failed requests.', example: 3 }),
          })
          .meta({
            description:
              'Statistics for the events of the last 24 hours; of more than 50000, for the newest 50000.',
          }),
      })
      .meta({ description: 'The health of the endpoint.' }),
  })
  .meta({ id: 'WebhookEndpointHealth', description: 'The health of an endpoint.' });
export type EndpointHealth = z.infer<typeof endpointHealth>;

/** The deliveries of the events of an hour. Only the dashboard requests it. */
export const hourlyDeliveries = z.object({
  /** The 24 hours up to the current one, oldest first. */
  hours: z.array(
    z.object({
      from: z.string(),
      succeeded: z.int(),
      failed: z.int(),
      waiting: z.int(),
    }),
  ),
});
export type HourlyDeliveries = z.infer<typeof hourlyDeliveries>;

export const listEndpointsWithHealthInput = listWebhookEndpointsInput.extend({
  archived: z.boolean().default(false),
});
export type ListEndpointsWithHealthInput = z.output<typeof listEndpointsWithHealthInput>;

export const listEndpointsWithHealthOutput = z.object({
  data: z.array(endpointHealth.extend({ endpoint: webhookEndpoint })),
  ...pageFields,
});

/** The delivery of an event to an endpoint, with its last attempt. Only the dashboard requests it. */
export const eventDelivery = z.object({
  webhook_endpoint_id: z.string(),
  url: z.string(),
  /** Whether the endpoint is active. */
  active: z.boolean(),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  http_status: z.int().nullable(),
  /** Why there was no response. */
  failure: z.string().nullable(),
  created_at: z.string(),
  attempted_at: z.string().nullable(),
  next_attempt_at: z.string().nullable(),
});
export type EventDelivery = z.infer<typeof eventDelivery>;

export const eventDeliveriesOutput = z.object({ deliveries: z.array(eventDelivery) });
