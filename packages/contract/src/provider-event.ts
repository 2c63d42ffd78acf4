import { z } from 'zod';
import { cursorInput, limitInput, pageFields, timestamp } from './common.ts';

const eventId = z.string().meta({
  description: "The provider's own id of the event.",
  example: 'evt_1Q0LbD2eZvKYlo2C',
});

export const listProviderEventsInput = z.strictObject({
  status: z.enum(['failed', 'parked']).default('failed').meta({
    description: 'failed: waits for a person; parked: matches nothing of ours yet.',
    example: 'failed',
  }),
  limit: limitInput.default(20),
  cursor: cursorInput.optional(),
});

const providerEvent = z
  .object({
    id: eventId,
    type: z.string().meta({ description: 'What it tells.', example: 'invoice.paid' }),
    object_id: z.string().meta({ description: 'What it is about.', example: 'in_1Q0LbD2eZvKY' }),
    status: z.string().meta({ description: 'Where it stands.', example: 'failed' }),
    note: z.string().nullable().meta({ description: 'Why.', example: 'internal error' }),
    attempts: z.int().meta({ description: 'How often it was tried.', example: 10 }),
    proxy_session_id: z.string().nullable().meta({
      description: 'The session it belongs to, where that is known.',
      example: null,
    }),
    occurred_at: timestamp,
    received_at: timestamp,
  })
  .meta({ id: 'HeldProviderEvent', description: 'An event of the provider that waits.' });

export const listProviderEventsOutput = z
  .object({ data: z.array(providerEvent).meta({ description: 'Newest first.' }), ...pageFields })
  .meta({ id: 'ProviderEventList', description: 'A page of events of the provider that wait.' });

export const retryProviderEventInput = z.strictObject({ id: eventId });

export const retryProviderEventOutput = z.object({
  id: eventId,
  status: z.literal('waiting').meta({ description: 'It is in the queue again.' }),
});
