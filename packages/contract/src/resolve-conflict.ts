import { z } from 'zod';
import { sessionIdParameter } from './common.ts';

export const resolveConflictInput = z.strictObject({
  id: sessionIdParameter,
  resolution: z.enum(['accept', 'refunded']).meta({
    description: 'accept: what was taken is right as it is; refunded: it all went back.',
    example: 'refunded',
  }),
  note: z
    .string()
    .min(1, 'must not be empty')
    .max(500, 'must be at most 500 characters')
    .optional()
    .meta({ description: "For the session's story.", example: 'Agreed with the buyer by phone.' }),
});
