import { z } from 'zod';
import { sessionIdParameter } from './common.ts';

export const resolveConflictInput = z.strictObject({
  id: sessionIdParameter,
  resolution: z.enum(['accept', 'refunded']).meta({
    description:
      'accept: what was taken is right as it is; refunded: it all went back, as the provider shows.',
    example: 'refunded',
  }),
  refunded_elsewhere: z.boolean().optional().meta({
    description:
      'With resolution refunded: the money went back another way than through the provider, which is then not asked. Kept in the story as your word.',
    example: false,
  }),
  note: z
    .string()
    .min(1, 'must not be empty')
    .max(500, 'must be at most 500 characters')
    .optional()
    .meta({ description: "For the session's story.", example: 'Agreed with the buyer by phone.' }),
});
