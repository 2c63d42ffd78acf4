import { EVENT_SCHEMA_VERSION, eventSchemaVersions, eventTypes } from '@parley/domain';
import { z } from 'zod';
import { cursorInput, endpointIdParameter, limitInput, pageFields, timestamp } from './common.ts';

const nullableTimestamp = (description: string) =>
  timestamp.nullable().meta({ description: `${description} RFC 3339, UTC.`, example: null });
const text = z.string({
  error: ({ input }) => (input === undefined ? 'is required' : 'must be a string'),
});

export const endpointStatuses = ['active', 'archived', 'inactive'] as const;

export const webhookEndpoint = z
  .object({
    id: endpointIdParameter,
    url: z
      .string()
      .meta({ description: 'Where events go.', example: 'https://shop.example/webhooks/parley' }),
    event_types: z
      .array(z.string())
      .nullable()
      .meta({
        description: 'The types it is sent; null means all.',
        example: ['proxy_session.paid'],
      }),
    event_schema_version: z
      .string()
      .meta({ description: 'The shape of what it is sent.', example: EVENT_SCHEMA_VERSION }),
    status: z.enum(endpointStatuses).meta({
      description: 'Only an active endpoint is sent events; archived is final.',
      example: 'active',
    }),
    previous_signing_secret_expires_at: nullableTimestamp(
      'Until when the secret before the current one signs too; null when it does not.',
    ).meta({ format: 'date-time' }),
    created_at: timestamp.meta({ format: 'date-time' }),
    updated_at: timestamp.meta({ format: 'date-time' }),
  })
  .meta({ id: 'WebhookEndpoint', description: 'Where a merchant is told of events.' });
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

export const webhookEndpointOutput = z
  .object({ webhook_endpoint: webhookEndpoint })
  .meta({ id: 'WebhookEndpointAnswer', description: 'A webhook endpoint.' });

const fields = {
  url: text.meta({
    description:
      'https, without user name or password, at a host that the internet can reach; at most 2048 characters.',
    example: 'https://shop.example/webhooks/parley',
  }),
  event_types: z
    .array(z.enum(eventTypes))
    .min(1, 'must name at least one event type, or be null for all')
    .nullable()
    .meta({
      description: 'The types it is sent; null means all, those to come too.',
      example: ['proxy_session.paid', 'proxy_session.payment_conflicted'],
    }),
  event_schema_version: z
    .enum(eventSchemaVersions, `must be a known version: ${eventSchemaVersions.join(', ')}`)
    .meta({
      description: 'The shape of what it is sent, a date; on creation the current one if left out.',
      example: EVENT_SCHEMA_VERSION,
    }),
  status: z.enum(['active', 'inactive']).meta({
    description: 'An inactive endpoint is sent nothing; what was on its way waits.',
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

export const listWebhookEndpointsInput = z.strictObject({
  limit: limitInput.default(20),
  cursor: cursorInput.optional(),
});

export const listWebhookEndpointsOutput = z
  .object({ data: z.array(webhookEndpoint).meta({ description: 'Newest first.' }), ...pageFields })
  .meta({ id: 'WebhookEndpointList', description: 'A page of webhook endpoints.' });

export const rotateSecretInput = z.strictObject({
  webhook_endpoint_id: endpointIdParameter,
  previous_signing_secret_expires_at: text.meta({
    format: 'date-time',
    description:
      'Until when the secret that signs now signs beside the new one: RFC 3339 with a time zone, in the future.',
    example: '2030-01-31T09:30:00Z',
  }),
});

export const rotateSecretOutput = z
  .object({
    signing_secret: z.string().meta({
      pattern: '^whsec_',
      description: 'The new secret. It is shown here and never again.',
      example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazTW9Q4eFZM=',
    }),
    webhook_endpoint: webhookEndpoint,
  })
  .meta({ id: 'RotatedSecret', description: 'A new signing secret and its endpoint.' });
