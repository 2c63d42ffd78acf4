import { type ErrorCode, restErrorCodes } from '@parley/domain';
import { z } from 'zod';

/** The body of every error response. */
export const errorEnvelope = z.object({
  error: z.object({
    code: z
      .enum<readonly ErrorCode[]>(restErrorCodes)
      .meta({ description: 'The error code.', example: 'cart_version_conflict' }),
    message: z.string().meta({
      description: 'Which field is wrong, what is accepted and what to do next.',
      example: 'expected_cart_version must be 2, the current version, not 1.',
    }),
    request_id: z.string().meta({
      description: 'The value of the x-request-id header.',
      example: 'req_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
    }),
  }),
});

export type ErrorEnvelope = z.infer<typeof errorEnvelope>;
