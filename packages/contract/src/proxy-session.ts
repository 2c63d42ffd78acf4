import { commercialModes, nextSteps, presentationStates, sessionStatuses } from '@parley/domain';
import { z } from 'zod';
import { currentAcquisitionAttempt } from './acquisition-attempt.ts';
import {
  amountMinor,
  amountMinorInput,
  contact,
  contactInput,
  currency,
  currencyInput,
  cursorInput,
  jsonObject,
  limitInput,
  metadataInput,
  pageFields,
  sessionIdParameter,
  timestamp,
  versionInput,
} from './common.ts';

const PUBLISHABLE_KEY = 'pk_test_4q7m2x9k5n8w1r6bzd2hj7egfa0c3s5t8v6yqp';

const cartSnapshot = jsonObject.meta({
  description: 'The cart as the merchant sees it, returned as it was given.',
  example: { lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 4200 }] },
});

const expiresAt = timestamp.meta({
  description: 'When the session ends unless it is paid. RFC 3339, UTC.',
  example: '2030-01-31T09:30:00.000Z',
});

const integrationMode = z
  .literal('elements')
  .meta({ description: 'How the payer page is built.', example: 'elements' });

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

export const sessionInput = z.strictObject({ id: sessionIdParameter });

export const payerSafeSessionInput = z.strictObject({
  id: sessionIdParameter,
  pk: z.string().optional().meta({ description: 'A publishable key.', example: PUBLISHABLE_KEY }),
});

const charge = { amount_minor: amountMinor, currency };
const withCart = { cart_snapshot: cartSnapshot };
const requestedFields = z.object(charge);
const quoteFields = requestedFields.extend({
  observed_at: timestamp.meta({ description: 'When it was observed. RFC 3339, UTC.' }),
});
const finalFields = requestedFields.extend({
  finalized_at: timestamp.meta({ description: 'When it came to bind. RFC 3339, UTC.' }),
});
const requestedMeta = { description: 'The charge of the current cart, as the merchant set it.' };
const quoteMeta = { description: 'The newest charge observed for the cart.' };
const finalMeta = {
  description: 'The charge that binds the payer now; once money is taken, what was taken.',
};

/** In every view of a session. */
const coreFields = {
  actionable_next_step: z.enum(nextSteps).meta({
    description: 'What the merchant’s server is to do next.',
    example: 'await_payer',
  }),
  ...charge,
  completed_acquisition_attempt_id: z
    .string()
    .nullable()
    .meta({ description: 'The attempt that took the money; null until then.', example: null }),
  current_acquisition_attempt: currentAcquisitionAttempt,
  expires_at: expiresAt,
  id: sessionIdParameter,
  integration_mode: integrationMode,
  presentation_state: z
    .enum(presentationStates)
    .meta({ description: 'What the payer page shows.', example: 'checkout_available' }),
  status: z
    .enum(sessionStatuses)
    .meta({ description: 'Where the session stands.', example: 'payer_opened' }),
};

/** For the merchant's own eyes. */
const merchantFields = {
  beneficiary_contact: contact,
  buyer_reference: z
    .string()
    .meta({ description: "The merchant's own name for the buyer.", example: 'customer_8412' }),
  cart_snapshot: cartSnapshot,
  cart_version: z
    .int()
    .meta({ description: 'Raised by every replacement of the cart, from 1.', example: 1 }),
  created_at: timestamp,
  metadata: metadataInput,
  payer_contact: contact,
  payer_destination_url: z.string().nullable().meta({
    description: 'Where the payer is led at the end.',
    example: 'https://shop.example/orders/A-1042',
  }),
  provider_checkout_session_id: z
    .string()
    .nullable()
    .meta({ description: 'The provider checkout session bound to it.', example: null }),
  provider_checkout_session_psp: z
    .string()
    .nullable()
    .meta({ description: 'Whose checkout session that is.', example: null }),
  updated_at: timestamp,
};

const pricingMode = z
  .string()
  .meta({ description: 'fixed or provider_finalized, of the current attempt.', example: 'fixed' });
const idempotencyKey = z.string().nullable().meta({
  description: 'The idempotency-key it was created with.',
  example: 'order-A-1042',
});

export const merchantSession = z
  .object({
    ...coreFields,
    ...merchantFields,
    idempotency_key: idempotencyKey.optional(),
    pricing_mode: pricingMode,
    requested: requestedFields.extend(withCart).meta(requestedMeta),
    latest_quote: quoteFields.extend(withCart).meta(quoteMeta),
    final: finalFields.extend(withCart).meta(finalMeta),
  })
  .meta({
    id: 'ProxySessionMerchantView',
    description: 'Everything there is to know about a session.',
  });
export type MerchantSession = z.infer<typeof merchantSession>;

export const payerOpenedSession = z
  .object({
    ...coreFields,
    ...merchantFields,
    idempotency_key: idempotencyKey,
  })
  .meta({
    id: 'ProxySessionPayerOpenedView',
    description: 'A session and its cart as the payer finds it.',
  });
export type PayerOpenedSession = z.infer<typeof payerOpenedSession>;

export const payerSafeSession = z
  .object({
    ...coreFields,
    merchant: z
      .object({
        name: z.string().meta({ description: 'Shown to the payer.', example: 'Nordlicht Coffee' }),
      })
      .meta({ description: 'Who sells.' }),
    pricing_mode: pricingMode,
    requested: requestedFields.meta(requestedMeta),
    latest_quote: quoteFields.meta(quoteMeta),
    final: finalFields.meta(finalMeta),
  })
  .meta({
    id: 'ProxySessionPayerSafeView',
    description: 'What the payer may see of a session, and nothing that is the merchant’s own.',
  });
export type PayerSafeSession = z.infer<typeof payerSafeSession>;

/** A session in a list: the merchant's view without carts and contacts. */
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

export const replaceCartInput = z.strictObject({
  id: sessionIdParameter,
  amount_minor: amountMinorInput,
  cart_snapshot: cartSnapshot,
  currency: currencyInput,
  expected_cart_version: versionInput.meta({
    description: 'The cart_version this replaces.',
    example: 1,
  }),
});

export const replaceCartOutput = z
  .object({
    amount_minor: amountMinor,
    cart_snapshot: cartSnapshot,
    cart_version: z.int().meta({ description: 'The version of the new cart.', example: 2 }),
    currency,
  })
  .meta({ id: 'ReplacedCart', description: 'The cart and charge as they stand now.' });

export const issueHandoffOutput = z
  .object({
    status: z.string().meta({
      description: 'The status of the session: payer_handoff_pending, or payer_opened already.',
      example: 'payer_handoff_pending',
    }),
  })
  .meta({ id: 'IssuedPayerHandoff', description: 'The handoff was recorded.' });

export const bindProviderInput = z.strictObject({
  id: sessionIdParameter,
  provider_checkout_session_id: z
    .string()
    .min(1, 'must not be empty')
    .max(255, 'must be at most 255 characters')
    .meta({
      description: 'The id of the checkout session at the provider.',
      example: 'cs_test_a1b2c3',
    }),
  psp: z
    .string()
    .min(1, 'must not be empty')
    .max(32, 'must be at most 32 characters')
    .meta({ description: 'The provider: only "provider" is supported.', example: 'provider' }),
  commercial_mode: z
    .enum(commercialModes)
    .optional()
    .meta({ description: 'one_time if left out.', example: 'one_time' }),
  expected_cart_version: versionInput
    .optional()
    .meta({ description: 'The cart_version the checkout session was made for.', example: 1 }),
});

export const bindProviderOutput = z
  .object({
    provider_checkout_session_id: z.string().meta({
      description: 'The id of the checkout session at the provider.',
      example: 'cs_test_a1b2c3',
    }),
    proxy_session_id: sessionIdParameter,
    psp: z.string().meta({ description: 'The provider.', example: 'provider' }),
    updated_at: timestamp,
  })
  .meta({ id: 'ProviderBinding', description: 'Which checkout session belongs to the session.' });

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
