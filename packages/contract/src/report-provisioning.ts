import { z } from 'zod';
import { metadataInput, sessionIdParameter, timestamp } from './common.ts';

export const reportProvisionedInput = z.strictObject({
  id: sessionIdParameter,
  fulfillment_reference: z.string().optional().meta({
    description: "The merchant's own name for the fulfilment.",
    example: 'shipment_77120',
  }),
  metadata: metadataInput.optional(),
});

export const reportProvisioningFailedInput = z.strictObject({
  id: sessionIdParameter,
  error_message: z.string().meta({
    description: 'Why it cannot be fulfilled, for people.',
    example: 'The item is out of stock and will not return.',
  }),
  error_code: z.string().optional().meta({
    description: 'Why, for machines, in a code of your own.',
    example: 'out_of_stock',
  }),
  metadata: metadataInput.optional(),
});

export const reportOutput = z
  .object({
    proxy_session_id: sessionIdParameter,
    status: z.string().meta({
      description: 'The status of the session: provisioned or provisioning_failed.',
      example: 'provisioned',
    }),
    updated_at: timestamp,
  })
  .meta({ id: 'FulfilmentReport', description: 'What was reported of a session.' });
