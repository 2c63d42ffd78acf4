import { EVENT_SCHEMA_VERSION, type EventType, eventTypes } from '@parley/domain';
import { z } from 'zod';
import { acquisitionAttempt } from './acquisition-attempt.ts';
import {
  definePage,
  eventIdParameter,
  jsonObject,
  pageInput,
  sessionIdParameter,
  timestamp,
} from './common.ts';
import { payment } from './payment.ts';
import { sessionSummary } from './proxy-session.ts';
import { subscription } from './subscription.ts';
import { webhookEndpoint } from './webhook-endpoint.ts';

const envelope = {
  id: eventIdParameter.meta({
    description: 'The id, also sent as webhook-id. Retries and replays have the same id.',
  }),
  type: z.enum(eventTypes).meta({ description: 'The event type.', example: 'proxy_session.paid' }),
  schema_version: z
    .string()
    .meta({ description: 'The version of data, as a date.', example: EVENT_SCHEMA_VERSION }),
  created_at: timestamp,
  livemode: z
    .boolean()
    .meta({ description: 'Whether the event belongs to live mode.', example: false }),
  sequence: z.int().min(0).meta({
    description:
      'The number of the event within its session, from 1 without gaps; 0 for events that belong to no session.',
    example: 7,
  }),
  request: z
    .object({
      id: z.string().nullable().meta({
        description: 'The x-request-id of the request.',
        example: 'req_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
      }),
      idempotency_key: z
        .string()
        .nullable()
        .meta({ description: 'The idempotency-key of the request.', example: 'order-A-1042' }),
    })
    .meta({ description: 'The request that caused the event; its fields are null if none did.' }),
  test: z.literal(true).optional().meta({
    description:
      'Only on test events, which are sent on request: data is a sample, and its ids belong to no resource.',
  }),
};

const omitted = z.array(z.string()).optional().meta({
  description:
    'Only on events that would exceed 20 KiB: the fields of object that were shortened or emptied. Read them through the API.',
});

const data = <T extends z.ZodType>(object: T) =>
  z
    .object({
      object,
      previous_attributes: jsonObject.meta({
        description: 'The previous values of the changed fields.',
        example: { status: 'payer_opened' },
      }),
      omitted,
    })
    .meta({ description: 'The resource and its changes.' });

export const event = z
  .object({
    ...envelope,
    data: data(
      jsonObject.meta({
        description:
          'The resource as its GET operation returns it. Sessions omit cart snapshots and contacts. Payments have no GET operation: read payment_summary of their session.',
        example: { id: 'psess_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0', status: 'paid' },
      }),
    ),
  })
  .meta({ id: 'Event', description: 'An event, as sent to webhook endpoints.' });
export type Event = z.infer<typeof event>;

const resources: Readonly<Record<string, z.ZodType>> = {
  proxy_session: sessionSummary,
  acquisition_attempt: acquisitionAttempt,
  payment,
  subscription,
  webhook_endpoint: webhookEndpoint,
};

/** When each event happens, and what to do where it asks for something. */
export const eventDescriptions: Readonly<Record<EventType, string>> = {
  'proxy_session.created': 'A session was created.',
  'proxy_session.payer_handoff_issued': 'The URL of the payer page was issued.',
  'proxy_session.payer_opened': 'The payer opened the checkout for the first time.',
  'proxy_session.cart_updated': 'The cart was replaced, and cart_version was incremented.',
  'proxy_session.payment_processing':
    'The provider accepted a payment that is not settled yet, such as a direct debit.',
  'proxy_session.paid':
    'Exactly one payment of exactly the charge was received. Fulfill the order.',
  'proxy_session.provisionable':
    'Nothing is due now, because a trial started or the total is 0. Fulfill the order.',
  'proxy_session.payment_conflicted':
    'What the provider took or started differs from the charge. Resolve the conflict.',
  'proxy_session.provisioned': 'You reported that the order is fulfilled.',
  'proxy_session.provisioning_failed': 'You reported that the order cannot be fulfilled.',
  'proxy_session.expired': 'The session reached expires_at without a payment.',
  'proxy_session.canceled': 'The session was canceled, or its conflict was resolved by a refund.',
  'acquisition_attempt.reserved': 'An attempt was reserved, before its provider object exists.',
  'acquisition_attempt.provider_attached': 'The provider object of an attempt was attached.',
  'acquisition_attempt.cart_confirmed':
    'The provider object has the charge of the current cart, so the payer can pay.',
  'acquisition_attempt.action_required': 'The payer has to authenticate with their bank.',
  'acquisition_attempt.payment_declined':
    'A payment was declined. The payer can try again with the same attempt.',
  'acquisition_attempt.processing': 'The provider is processing the payment of an attempt.',
  'acquisition_attempt.succeeded': 'The payment of an attempt succeeded.',
  'acquisition_attempt.failed': 'An attempt ended without a payment.',
  'acquisition_attempt.canceled': 'An attempt was canceled, here or at the provider.',
  'acquisition_attempt.expired': 'An attempt expired with its session or at the provider.',
  'acquisition_attempt.unknown':
    'It is not known whether the provider object of a reservation was created. Parley looks for it.',
  'acquisition_attempt.superseded':
    'A later attempt replaced one that had ended without a payment.',
  'payment.refunded': 'A payment was refunded in full or in part.',
  'payment.refund_failed': 'A refund failed or was canceled: you have the money again.',
  'payment.disputed': 'A payment is disputed. Respond at the provider by dispute.due_by.',
  'payment.dispute_closed': 'A dispute ended. dispute.status is its outcome.',
  'subscription.created': 'A session started a subscription.',
  'subscription.updated': 'A subscription, or a dispute of one of its payments, changed.',
  'subscription.ended': 'A subscription ended. It charges nothing more.',
  'webhook_endpoint.ping': 'You requested a test event.',
  'webhook_endpoint.deactivated':
    'An endpoint became inactive, because it failed for too long or responded with 410.',
};

/** The schema of an event type in the current version. */
export function eventSchema(type: EventType) {
  const [resource = ''] = type.split('.');
  const object = resources[resource];
  if (!object) throw new Error(`no schema for ${type}`);
  return z.object({
    ...envelope,
    type: z.literal(type).meta({ description: 'The event type.', example: type }),
    data: data(object),
  });
}

export const eventInput = z.strictObject({ event_id: eventIdParameter });

export const eventOutput = z
  .object({ event })
  .meta({ id: 'EventResponse', description: 'An event.' });

export const resendEventOutput = z
  .object({
    event_id: eventIdParameter,
    resent_at: timestamp.meta({ description: 'When it was sent again.' }),
  })
  .meta({ id: 'ResentEvent', description: 'An event that streams receive again.' });

export const listEventsInput = z.strictObject({
  type: z
    .enum(eventTypes)
    .optional()
    .meta({ description: 'Returns only events of this type.', example: 'proxy_session.paid' }),
  proxy_session_id: sessionIdParameter.optional().meta({
    description: 'Returns only events of this session.',
  }),
  created_from: z.string().optional().meta({
    description: 'Returns only events created at or after this RFC 3339 timestamp.',
    example: '2026-11-20T00:00:00Z',
  }),
  created_before: z.string().optional().meta({
    description: 'Returns only events created before this RFC 3339 timestamp.',
    example: '2026-11-21T00:00:00Z',
  }),
  ...pageInput,
});
export type ListEventsInput = z.output<typeof listEventsInput>;

export const listEventsOutput = definePage(event, 'EventList', 'A page of events.');
