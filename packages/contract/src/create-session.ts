import { z } from 'zod';
import {
  amountMinorInput,
  contactInput,
  currencyInput,
  metadataInput,
  sessionIdParameter,
} from './common.ts';
import { cartSnapshot, expiresAt, integrationMode, PUBLISHABLE_KEY } from './session-fields.ts';

/** http and https, and the schemes of apps; nothing that runs in the payer's page. */
const destinationUrl = z
  .url({
    protocol: /^(?!(javascript|data|vbscript|blob|file|about)$)/i,
    error: 'must be an absolute URL such as https://shop.example/thanks',
  })
  .max(2048, 'must be at most 2048 characters')
  .meta({
    description: 'Where the payer is led at the end.',
    example: 'https://shop.example/orders/A-1042',
  });

const creationFields = {
  amount_minor: amountMinorInput,
  buyer_reference: z
    .string()
    .min(1, 'must not be empty')
    .meta({ description: "The merchant's own name for the buyer.", example: 'customer_8412' }),
  cart_snapshot: cartSnapshot,
  currency: currencyInput,
  beneficiary_contact: contactInput
    .optional()
    .meta({ description: 'Who receives the goods.', example: {} }),
  payer_contact: contactInput.optional().meta({
    description: 'Who pays.',
    // Shown whole, by the examples of its fields.
    example: {},
  }),
  expires_at: z.string().optional().meta({
    description: 'RFC 3339 with a time zone, in the future; 24 hours from now if left out.',
    example: '2030-01-31T09:30:00Z',
  }),
  integration_mode: integrationMode.optional(),
  metadata: metadataInput.optional(),
};

export const createSessionInput = z.strictObject(creationFields);
export type CreateSessionInput = z.infer<typeof createSessionInput>;

export const createSessionOutput = z
  .object({
    expires_at: expiresAt,
    id: sessionIdParameter,
    integration_mode: integrationMode,
    status: z.literal('created').meta({ description: 'A new session waits for its handoff.' }),
  })
  .meta({ id: 'CreatedProxySession', description: 'A session that was just created.' });

export const createSessionWithHandoffInput = z.strictObject({
  ...creationFields,
  payer_destination_url: destinationUrl.optional(),
  publishable_key: z.string().min(1, 'must not be empty').meta({
    description: 'A publishable key of the same merchant and mode; it goes into handoff_url.',
    example: PUBLISHABLE_KEY,
  }),
});
export type CreateSessionWithHandoffInput = z.infer<typeof createSessionWithHandoffInput>;

export const createSessionWithHandoffOutput = z
  .object({
    expires_at: expiresAt,
    id: sessionIdParameter,
    integration_mode: integrationMode,
    status: z.enum(['payer_handoff_pending', 'payer_opened']).meta({
      description: 'payer_opened where a replay finds that the payer was there.',
      example: 'payer_handoff_pending',
    }),
    handoff_url: z.string().meta({
      description: 'Send the payer here.',
      example: `https://pay.example/psess_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0?pk=${PUBLISHABLE_KEY}`,
    }),
  })
  .meta({ id: 'ProxySessionHandoff', description: 'A new session and the way to its payer page.' });
