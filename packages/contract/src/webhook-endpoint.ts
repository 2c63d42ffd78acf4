import {
  EVENT_SCHEMA_VERSION,
  endpointStatuses,
  eventSchemaVersions,
  eventTypes,
} from '@parley/domain';
import { z } from 'zod';
import {
  definePage,
  endpointIdParameter,
  nullableTimestamp,
  pageInput,
  timestamp,
} from './common.ts';

const text = z.string({
  error: ({ input }) =>
    input === undefined ? 'is required and must be a string' : 'must be a string',
});

export const webhookEndpoint = z
  .object({
    id: endpointIdParameter,
    url: z.string().meta({
      description: 'The URL that receives events.',
      example: 'https://shop.example/webhooks/parley',
    }),
    event_types: z
      .array(z.string())
      .nullable()
      .meta({
        description: 'The event types it receives; null for all types.',
        example: ['proxy_session.paid'],
      }),
    event_schema_version: z.string().meta({
      description: 'The version of the events it receives.',
      example: EVENT_SCHEMA_VERSION,
    }),
    status: z.enum(endpointStatuses).meta({
      description: 'Only active endpoints receive events. An archived endpoint cannot be changed.',
      example: 'active',
    }),
    previous_signing_secret_expires_at: nullableTimestamp(
      'When the previous signing secret stops signing; null if there is none.',
    ).meta({ format: 'date-time' }),
    created_at: timestamp.meta({ format: 'date-time' }),
    updated_at: timestamp.meta({ format: 'date-time' }),
  })
  .meta({ id: 'WebhookEndpoint', description: 'A URL that receives event notifications.' });
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

export const webhookEndpointOutput = z
  .object({ webhook_endpoint: webhookEndpoint })
  .meta({ id: 'WebhookEndpointResponse', description: 'A webhook endpoint.' });

const fields = {
  url: text.trim().meta({
    description:
      'An https URL without user name or password whose host is public. At most 2048 characters. It is stored in its normalized form, with the host in lowercase.',
    example: 'https://shop.example/webhooks/parley',
  }),
  event_types: z
    .array(z.enum(eventTypes))
    .min(1, 'must name at least one event type, or be null for all')
    .nullable()
    .meta({
      description: 'The event types to receive; null for all types, including future ones.',
      example: ['proxy_session.paid', 'proxy_session.payment_conflicted'],
    }),
  event_schema_version: z
    .enum(eventSchemaVersions, `must be a known version: ${eventSchemaVersions.join(', ')}`)
    .meta({
      description:
        'The version of the events to receive, as a date. Defaults to the current version on creation.',
      example: EVENT_SCHEMA_VERSION,
    }),
  status: z.enum(['active', 'inactive']).meta({
    description:
      'An inactive endpoint receives nothing. Its waiting deliveries continue once it is active; later events have to be replayed.',
    example: 'active',
  }),
};

export const createWebhookEndpointInput = z.strictObject({
  url: fields.url,
  event_types: fields.event_types.optional(),
  event_schema_version: fields.event_schema_version.optional(),
  status: fields.status.optional(),
});
export type CreateWebhookEndpointInput = z.infer<typeof createWebhookEndpointInput>;

export const updateWebhookEndpointInput = z.strictObject({
  webhook_endpoint_id: endpointIdParameter,
  url: fields.url.optional(),
  event_types: fields.event_types.optional(),
  event_schema_version: fields.event_schema_version.optional(),
  status: fields.status.optional(),
});
export type UpdateWebhookEndpointInput = z.infer<typeof updateWebhookEndpointInput>;

export const webhookEndpointInput = z.strictObject({ webhook_endpoint_id: endpointIdParameter });

export const pingEndpointInput = webhookEndpointInput.extend({
  event_type: z
    .enum(eventTypes, `must be an event type: ${eventTypes.join(', ')}`)
    .optional()
    .meta({
      description:
        'The type of the test event, whether or not the endpoint subscribes to it. Defaults to webhook_endpoint.ping, the only type in live mode.',
      example: 'proxy_session.paid',
    }),
});
export type PingEndpointInput = z.infer<typeof pingEndpointInput>;

export const listWebhookEndpointsInput = z.strictObject(pageInput);
export type ListWebhookEndpointsInput = z.output<typeof listWebhookEndpointsInput>;

export const listWebhookEndpointsOutput = definePage(
  webhookEndpoint,
  'WebhookEndpointList',
  'A page of webhook endpoints.',
);

export const rotateSecretInput = z.strictObject({
  webhook_endpoint_id: endpointIdParameter,
  previous_signing_secret_expires_at: text.meta({
    format: 'date-time',
    description:
      'When the current signing secret stops signing alongside the new one, as a future RFC 3339 timestamp with a time zone.',
    example: '2030-01-31T09:30:00Z',
  }),
});

export const rotateSecretOutput = z
  .object({
    signing_secret: z.string().meta({
      pattern: '^whsec_',
      description: 'The new signing secret. It is returned only once.',
      example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazTW9Q4eFZM=',
    }),
    webhook_endpoint: webhookEndpoint,
  })
  .meta({ id: 'RotatedSecret', description: 'A new signing secret and its endpoint.' });
