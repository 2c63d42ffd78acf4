import { sessionStatuses } from '@parley/domain';
import { z } from 'zod';
import { cursorInput, limitInput, pageFields } from './common.ts';
import { merchantSession } from './proxy-session.ts';
import {
  finalFields,
  finalMeta,
  idempotencyKey,
  quoteFields,
  quoteMeta,
  requestedFields,
  requestedMeta,
} from './session-fields.ts';

/** A session in a list or an event: the merchant's view without carts and contacts. */
export const sessionSummary = merchantSession
  .omit({ cart_snapshot: true, payer_contact: true, beneficiary_contact: true })
  .extend({
    idempotency_key: idempotencyKey,
    requested: requestedFields.meta(requestedMeta),
    latest_quote: quoteFields.meta(quoteMeta),
    final: finalFields.meta(finalMeta),
  })
  .meta({
    id: 'ProxySessionSummary',
    description: 'A session without its carts and contacts, which are read one by one.',
  });
export type SessionSummary = z.infer<typeof sessionSummary>;

export const listSessionsInput = z.strictObject({
  status: z
    .enum(sessionStatuses)
    .optional()
    .meta({ description: 'Only those that stand so.', example: 'paid' }),
  buyer_reference: z
    .string()
    .min(1, 'must not be empty')
    .optional()
    .meta({ description: 'Only those of this buyer.', example: 'customer_8412' }),
  created_from: z.string().optional().meta({
    description: 'From this moment on, RFC 3339 with a time zone.',
    example: '2026-11-20T00:00:00Z',
  }),
  created_before: z.string().optional().meta({
    description: 'Before this moment, RFC 3339 with a time zone.',
    example: '2026-11-21T00:00:00Z',
  }),
  sort: z
    .enum(['-created_at', 'created_at'])
    .default('-created_at')
    .meta({ description: 'Newest first (-created_at) or oldest first.', example: '-created_at' }),
  limit: limitInput.default(20),
  cursor: cursorInput.optional(),
});

export const listSessionsOutput = z
  .object({
    data: z.array(sessionSummary).meta({ description: 'In the order of sort.' }),
    ...pageFields,
  })
  .meta({ id: 'ProxySessionList', description: 'A page of sessions.' });
