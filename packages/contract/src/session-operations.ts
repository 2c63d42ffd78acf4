import { commercialModes, destinationScheme, sessionStatuses } from '@parley/domain';
import { z } from 'zod';
import {
  amountMinor,
  buyerReferenceInput,
  chargedAmountInput,
  contactInput,
  currency,
  currencyInput,
  metadataInput,
  pageFields,
  pageInput,
  providerIdInput,
  sessionIdParameter,
  timestamp,
  versionInput,
} from './common.ts';
import { sessionSummary } from './proxy-session.ts';
import { cartSnapshot, expiresAt, integrationMode, PUBLISHABLE_KEY } from './session-fields.ts';

const CREDENTIALS = /^(?:https?:[/\\]*|[a-z][a-z\d+.-]*:\/\/)[^/\\?#]*@/i;

export const destinationUrl = z
  .url({
    protocol: destinationScheme,
    error: 'must be an absolute URL such as https://shop.example/thanks',
  })
  .min(1, 'must not be empty')
  .max(2048, 'must be at most 2048 characters')
  .refine((url) => !CREDENTIALS.test(url), 'must not contain a user name or password')
  .meta({
    description: 'The URL the payer is sent to after the payment.',
    example: 'https://shop.example/orders/A-1042',
  });

const creationFields = {
  amount_minor: chargedAmountInput,
  buyer_reference: buyerReferenceInput.meta({
    description: 'Your reference for the buyer. White space around it is removed.',
    example: 'customer_8412',
  }),
  cart_snapshot: cartSnapshot,
  currency: currencyInput,
  beneficiary_contact: contactInput
    .optional()
    .meta({ description: 'The contact of the recipient of the goods.', example: {} }),
  payer_contact: contactInput.optional().meta({
    description: 'The contact of the payer.',
    // An empty example shows the examples of the fields.
    example: {},
  }),
  expires_at: z.string().optional().meta({
    description:
      'When the session expires, as a future RFC 3339 timestamp with a time zone. Defaults to the lifetime in the settings of the merchant, or to 24 hours from now.',
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
    status: z.literal('created').meta({ description: 'The status of a new session.' }),
  })
  .meta({ id: 'CreatedProxySession', description: 'A new session.' });

export const createSessionWithHandoffInput = z.strictObject({
  ...creationFields,
  payer_destination_url: destinationUrl.optional().meta({
    description:
      'The URL the payer is sent to after the payment. Defaults to the one in the settings of the merchant.',
    example: 'https://shop.example/orders/A-1042',
  }),
  publishable_key: z.string().trim().min(1, 'must not be empty').meta({
    description: 'A publishable key of the same merchant and mode. handoff_url contains it.',
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
      description: 'payer_opened if a replayed request finds that the payer has opened the page.',
      example: 'payer_handoff_pending',
    }),
    handoff_url: z.string().meta({
      description:
        'The URL of the payer page. Redirect the payer to it. The languages of the browser decide its language; append `&lang=` and one of en, de, es, fr, it, nl, pl, pt-BR, ja, zh-Hans, ar, he to choose it for the payer.',
      example: `https://pay.example/psess_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0?pk=${PUBLISHABLE_KEY}`,
    }),
  })
  .meta({
    id: 'ProxySessionHandoff',
    description: 'A new session and the URL of its payer page.',
  });

export const listSessionsInput = z.strictObject({
  status: z
    .enum(sessionStatuses)
    .optional()
    .meta({ description: 'Returns only sessions with this status.', example: 'paid' }),
  buyer_reference: buyerReferenceInput
    .optional()
    .meta({ description: 'Returns only sessions of this buyer.', example: 'customer_8412' }),
  created_from: z.string().optional().meta({
    description: 'Returns only sessions created at or after this RFC 3339 timestamp.',
    example: '2026-11-20T00:00:00Z',
  }),
  created_before: z.string().optional().meta({
    description: 'Returns only sessions created before this RFC 3339 timestamp.',
    example: '2026-11-21T00:00:00Z',
  }),
  sort: z.enum(['-created_at', 'created_at']).default('-created_at').meta({
    description: 'Sort order: newest first (-created_at) or oldest first (created_at).',
    example: '-created_at',
  }),
  ...pageInput,
});
export type ListSessionsInput = z.output<typeof listSessionsInput>;

export const listSessionsOutput = z
  .object({
    data: z.array(sessionSummary).meta({ description: 'Sessions in the requested order.' }),
    ...pageFields,
  })
  .meta({ id: 'ProxySessionList', description: 'A page of sessions.' });

export const replaceCartInput = z.strictObject({
  id: sessionIdParameter,
  amount_minor: chargedAmountInput,
  cart_snapshot: cartSnapshot,
  currency: currencyInput,
  expected_cart_version: versionInput.meta({
    description: 'The cart_version to replace.',
    example: 1,
  }),
});
export type ReplaceCartInput = z.infer<typeof replaceCartInput>;

export const replaceCartOutput = z
  .object({
    amount_minor: amountMinor,
    cart_snapshot: cartSnapshot,
    cart_version: z.int().meta({ description: 'The version of the new cart.', example: 2 }),
    currency,
  })
  .meta({ id: 'ReplacedCart', description: 'The current cart and charge.' });

export const issueHandoffOutput = z
  .object({
    status: z.string().meta({
      description:
        'The status of the session: payer_handoff_pending, or payer_opened if the payer has opened the page.',
      example: 'payer_handoff_pending',
    }),
  })
  .meta({ id: 'IssuedPayerHandoff', description: 'The handoff was recorded.' });

export const bindProviderInput = z.strictObject({
  id: sessionIdParameter,
  provider_checkout_session_id: providerIdInput.meta({
    description: 'The id of the checkout session at the provider.',
    example: 'cs_test_a1b2c3',
  }),
  psp: z
    .string()
    .min(1, 'must not be empty')
    .max(32, 'must be at most 32 characters')
    .meta({ description: 'The provider. Only "provider" is supported.', example: 'provider' }),
  commercial_mode: z
    .enum(commercialModes)
    .optional()
    .meta({ description: 'Defaults to one_time.', example: 'one_time' }),
  expected_cart_version: versionInput.optional().meta({
    description:
      'The cart_version that the cart must have. An attempt that is reserved already stays reserved for its own.',
    example: 1,
  }),
});
export type BindProviderInput = z.infer<typeof bindProviderInput>;

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
  .meta({
    id: 'ProviderBinding',
    description: 'The provider checkout session bound to the session.',
  });

export const reportProvisionedInput = z.strictObject({
  id: sessionIdParameter,
  fulfillment_reference: z.string().optional().meta({
    description: 'Your reference for the fulfillment.',
    example: 'shipment_77120',
  }),
  metadata: metadataInput.optional(),
});
export type ReportProvisionedInput = z.infer<typeof reportProvisionedInput>;

export const reportProvisioningFailedInput = z.strictObject({
  id: sessionIdParameter,
  error_message: z.string().meta({
    description:
      'Why the order cannot be fulfilled, as text for your team. The payer does not see it.',
    example: 'The item is out of stock and will not return.',
  }),
  error_code: z.string().optional().meta({
    description: 'Why the order cannot be fulfilled, as a code of your own.',
    example: 'out_of_stock',
  }),
  metadata: metadataInput.optional(),
});
export type ReportProvisioningFailedInput = z.infer<typeof reportProvisioningFailedInput>;

export const reportOutput = z
  .object({
    proxy_session_id: sessionIdParameter,
    status: z.string().meta({
      description: 'The status of the session after the request.',
      example: 'provisioned',
    }),
    updated_at: timestamp,
  })
  .meta({
    id: 'FulfillmentReport',
    description: 'What a report, a cancellation or a resolution changed.',
  });

export const resolveConflictInput = z.strictObject({
  id: sessionIdParameter,
  resolution: z.enum(['accept', 'refunded']).meta({
    description:
      'accept: the payments taken are correct, or nothing is due. refunded: every payment was refunded in full and every subscription canceled at the provider.',
    example: 'refunded',
  }),
  refunded_elsewhere: z.boolean().optional().meta({
    description:
      'With resolution refunded: the refund was made outside the provider, which is therefore not checked; subscriptions must be canceled all the same. The timeline records your statement.',
    example: false,
  }),
  note: z
    .string()
    .min(1, 'must not be empty')
    .max(500, 'must be at most 500 characters')
    .optional()
    .meta({
      description: "A note for the session's timeline.",
      example: 'Agreed with the buyer by phone.',
    }),
});
export type ResolveConflictInput = z.infer<typeof resolveConflictInput>;
