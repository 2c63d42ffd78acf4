import { PROVIDER_EVENT_ID } from '@parley/domain';
import { z } from 'zod';
import { definePage, pageInput, timestamp } from './common.ts';

const eventId = z.string().meta({
  description: "The provider's id of the event.",
  example: 'evt_1Q0LbD2eZvKYlo2C',
});

export const listProviderEventsInput = z.strictObject({
  status: z.enum(['failed', 'parked']).default('failed').meta({
    description:
      'failed: could not be applied and needs a person. parked: matches no attempt or subscription yet.',
    example: 'failed',
  }),
  id: z
    .string()
    .regex(PROVIDER_EVENT_ID, 'must be an event id of the provider, such as evt_1Q0LbD2eZvKYlo2C')
    .optional()
    .meta({
      description: 'Only the event with this id of the provider, if it has the status.',
      example: 'evt_1Q0LbD2eZvKYlo2C',
    }),
  ...pageInput,
});
export type ListProviderEventsInput = z.output<typeof listProviderEventsInput>;

const providerEvent = z
  .object({
    id: eventId,
    type: z
      .string()
      .meta({ description: 'The event type at the provider.', example: 'invoice.paid' }),
    object_id: z
      .string()
      .meta({ description: 'The id of the provider object.', example: 'in_1Q0LbD2eZvKY' }),
    status: z.string().meta({ description: 'The status: failed or parked.', example: 'failed' }),
    note: z
      .string()
      .nullable()
      .meta({ description: 'The reason for the status.', example: 'internal error' }),
    attempts: z
      .int()
      .meta({ description: 'The number of attempts to apply the event.', example: 10 }),
    proxy_session_id: z.string().nullable().meta({
      description: 'The id of its session; null if unknown.',
      example: null,
    }),
    occurred_at: timestamp,
    received_at: timestamp,
  })
  .meta({ id: 'HeldProviderEvent', description: 'A failed or parked provider event.' });

export const listProviderEventsOutput = definePage(
  providerEvent,
  'ProviderEventList',
  'A page of failed or parked provider events.',
);

export const retryProviderEventInput = z.strictObject({ id: eventId });

export const retryProviderEventOutput = z.object({
  id: eventId,
  status: z.literal('waiting').meta({ description: 'The event is queued again.' }),
});

/** Selects the event of one provider account. */
export const getProviderEventInput = z.strictObject({ psp_config_id: z.string(), id: eventId });

/** The event as the provider sent it, without personal data. */
export const getProviderEventOutput = z.object({
  id: eventId,
  payload: z.record(z.string(), z.unknown()),
});
