import { type ErrorCode, errorTable } from '@parley/domain';
import { z } from 'zod';

/** The one envelope of every refused request. */
export const errorEnvelope = z.object({
  error: z.object({
    code: z
      .enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]])
      .meta({ description: 'What went wrong, for machines.', example: 'cart_version_conflict' }),
    message: z.string().meta({
      description: 'Names the field and what would be right.',
      example: 'expected_cart_version must be 2, the current one, not 1.',
    }),
    request_id: z.string().meta({
      description: 'The same as the x-request-id header.',
      example: 'req_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
    }),
  }),
});

export type ErrorEnvelope = z.infer<typeof errorEnvelope>;
