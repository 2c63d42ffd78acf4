// The saved views of the session list, which only the dashboard uses, over RPC.
import { isCurrency, MAX_AMOUNT_MINOR, sessionStatuses } from '@parley/domain';
import { z } from 'zod';
import { attemptReason } from './common.ts';

const amount = z.int().min(0).max(MAX_AMOUNT_MINOR);
const day = z.iso.date();

/** Filters without a buyer reference, metadata or an id: a view outlives the erasure of a payer. */
export const savedViewFilters = z.strictObject({
  status: z.array(z.enum(sessionStatuses)).max(sessionStatuses.length).optional(),
  currency: z
    .string()
    .refine(isCurrency, 'must be an active ISO 4217 code in lowercase, such as eur')
    .optional(),
  amount_from: amount.optional(),
  amount_to: amount.optional(),
  created_from: day.optional(),
  created_to: day.optional(),
  reason: attemptReason.optional(),
  attention: z.literal('true').optional(),
});

const name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(60, 'must be at most 60 characters')
  .refine((text) => !text.includes('\0'), 'must not contain the null character');

export const savedView = z.strictObject({ name, filters: savedViewFilters });
export type SavedView = z.output<typeof savedView>;

export const savedViews = z.object({ views: z.array(savedView) });
export const savedViewName = z.strictObject({ name });
