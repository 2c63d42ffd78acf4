import { EVENT_SCHEMA_VERSION, type EventType, eventTypes } from '@parley/domain';
import { z } from 'zod';
import { acquisitionAttempt } from './acquisition-attempt.ts';
import {
  cursorInput,
  eventIdParameter,
  jsonObject,
  limitInput,
  pageFields,
  sessionIdParameter,
  timestamp,
} from './common.ts';
import { sessionSummary } from './list-sessions.ts';
import { subscription } from './subscription.ts';
import { webhookEndpoint } from './webhook-endpoint.ts';

const envelope = {
  id: eventIdParameter.meta({ description: 'The same on every retry and replay: the webhook-id.' }),
  type: z.enum(eventTypes).meta({ description: 'What happened.', example: 'proxy_session.paid' }),
  schema_version: z
    .string()
    .meta({ description: 'The shape of data, a date.', example: EVENT_SCHEMA_VERSION }),
  created_at: timestamp,
  livemode: z.boolean().meta({ description: 'Whether it is about real money.', example: false }),
  sequence: z.int().min(0).meta({
    description:
      'Counts the events of a session, without a gap, from 1; 0 for what belongs to no session.',
    example: 7,
  }),
  request: z
    .object({
      id: z.string().nullable().meta({
        description: 'Its x-request-id.',
        example: 'req_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
      }),
      idempotency_key: z
        .string()
        .nullable()
        .meta({ description: 'The key it named.', example: 'order-A-1042' }),
    })
    .meta({ description: 'The request that caused it; null where none did.' }),
};

const omitted = z.array(z.string()).optional().meta({
  description:
    'Only on an event that would exceed 20 KiB: the fields of object whose values were shortened or left out. Read them over the API.',
});

const data = <T extends z.ZodType>(object: T) =>
  z
    .object({
      object,
      previous_attributes: jsonObject.meta({
        description: 'The earlier values of what has changed.',
        example: { status: 'payer_opened' },
      }),
      omitted,
    })
    .meta({ description: 'What it is about.' });

export const event = z
  .object({
    ...envelope,
    data: data(
      jsonObject.meta({
        description:
          'The resource as its own GET shows it; a session without cart snapshots and contacts.',
        example: { id: 'psess_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0', status: 'paid' },
      }),
    ),
  })
  .meta({ id: 'Event', description: 'Something that happened, as it is posted to endpoints.' });
export type Event = z.infer<typeof event>;

const resources: Readonly<Record<string, z.ZodType>> = {
  proxy_session: sessionSummary,
  acquisition_attempt: acquisitionAttempt,
  subscription,
  webhook_endpoint: webhookEndpoint,
};

/** What is posted for an event of a type, in the current version. */
export function eventSchema(type: EventType) {
  const [resource = ''] = type.split('.');
  const object = resources[resource];
  if (!object) throw new Error(`no schema for ${type}`);
  return z.object({
    ...envelope,
    type: z.literal(type).meta({ example: type }),
    data: data(object),
  });
}

export const eventInput = z.strictObject({ event_id: eventIdParameter });

export const eventOutput = z
  .object({ event })
  .meta({ id: 'EventAnswer', description: 'An event.' });

export const listEventsInput = z.strictObject({
  type: z
    .enum(eventTypes)
    .optional()
    .meta({ description: 'Only of this type.', example: 'proxy_session.paid' }),
  proxy_session_id: sessionIdParameter.optional().meta({
    description: 'Only of this session.',
  }),
  created_from: z.string().optional().meta({
    description: 'From this moment on, RFC 3339 with a time zone.',
    example: '2026-11-20T00:00:00Z',
  }),
  created_before: z.string().optional().meta({
    description: 'Before this moment, RFC 3339 with a time zone.',
    example: '2026-11-21T00:00:00Z',
  }),
  limit: limitInput.default(20),
  cursor: cursorInput.optional(),
});

export const listEventsOutput = z
  .object({ data: z.array(event).meta({ description: 'Newest first.' }), ...pageFields })
  .meta({ id: 'EventList', description: 'A page of events.' });
