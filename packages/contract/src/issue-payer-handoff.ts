import { z } from 'zod';

export const issueHandoffOutput = z
  .object({
    status: z.string().meta({
      description: 'The status of the session: payer_handoff_pending, or payer_opened already.',
      example: 'payer_handoff_pending',
    }),
  })
  .meta({ id: 'IssuedPayerHandoff', description: 'The handoff was recorded.' });
