import {
  checkoutUiModes,
  commercialModes,
  directSubscriptionSources,
  integrationPaths,
  PROXY_CONTRACT_VERSION,
  pricingModes,
} from '@parley/domain';
import { z } from 'zod';
import { acquisitionAttempt, notAttached, notConfirmed } from './acquisition-attempt.ts';
import {
  amountMinorInput,
  attemptIdParameter,
  currencyInput,
  EVIDENCE_SHA256,
  merchandiseSubtotalInput,
  providerIdInput,
  sessionIdParameter,
  sha256Hex,
  versionInput,
} from './common.ts';

const expectedVersion = (example: number) =>
  versionInput.meta({ description: 'The current version of the attempt.', example });
const integrationPathInput = z.enum(integrationPaths).meta({
  description: 'The type of the root object: the provider object that collects the payment.',
  example: 'payment_intent',
});
const checkoutUiModeInput = z.enum(checkoutUiModes).optional().meta({
  description:
    'Only for a Checkout Session that the payer page creates. embedded (default): the form of the provider in the payer page. custom: its payment elements there. hosted: the page of the provider. Otherwise it has no effect.',
});
const directSourceInput = z
  .enum(directSubscriptionSources)
  .optional()
  .meta({ description: 'Only with direct_subscription. Defaults to setup_intent.' });
const fingerprintInput = sha256Hex.meta({
  description:
    'SHA-256, lowercase hex, of the options for creating the provider object. It is only compared with that of a repeated reservation.',
});

const confirmationFields = {
  amount_minor: amountMinorInput,
  cart_version: versionInput.meta({
    description: 'The cart version that the provider object represents.',
    example: 1,
  }),
  currency: z
    .string()
    .regex(/^[a-z]{3}$/, 'must be three lowercase letters')
    .meta({ description: 'ISO 4217 code, lowercase.', example: 'eur' }),
  evidence_sha256: sha256Hex.meta({
    description:
      'SHA-256, lowercase hex, of the fields that you compared with the cart; not of the whole object, which changes.',
    example: EVIDENCE_SHA256,
  }),
  merchandise_subtotal_minor: merchandiseSubtotalInput,
};

export const reserveAttemptInput = z.strictObject({
  proxy_session_id: sessionIdParameter,
  commercial_mode: z
    .enum(commercialModes)
    .meta({ description: 'One payment or recurring payments.', example: 'one_time' }),
  integration_path: integrationPathInput,
  pricing_mode: z.enum(pricingModes).meta({
    description:
      'fixed: the charge is final. provider_finalized: the provider may add amounts, such as tax.',
    example: 'fixed',
  }),
  provider_options_fingerprint: fingerprintInput,
  checkout_ui_mode: checkoutUiModeInput,
  direct_subscription_source: directSourceInput,
  expected_cart_version: versionInput.optional().meta({
    description:
      'The cart_version that the cart must have. An attempt that is reserved already stays reserved for its own.',
    example: 1,
  }),
  merchandise_subtotal_minor: merchandiseSubtotalInput,
});
export type ReserveAttemptInput = z.infer<typeof reserveAttemptInput>;

/** The idempotency keys and metadata for creating the provider objects. */
const providerBlock = z
  .object({
    idempotency_keys: z
      .object({
        root: z.string().max(255).meta({
          description: 'The idempotency key for creating the root object.',
          example: 'pspacq_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0:root',
        }),
        setup_intent: z.string().max(255).optional().meta({
          description:
            'The idempotency key for creating the setup intent, on the path direct_subscription: pspacq_…:setup_intent.',
        }),
      })
      .meta({ description: 'Idempotency keys that never change for an attempt.' }),
    metadata: z
      .object({
        proxy_acquisition_attempt_id: attemptIdParameter,
        proxy_session_id: sessionIdParameter,
        proxy_contract_version: z
          .literal(PROXY_CONTRACT_VERSION)
          .meta({ description: 'The version of this metadata.' }),
      })
      .meta({ description: 'Metadata to set on every provider object of this attempt.' }),
  })
  .meta({
    id: 'AttemptProviderBlock',
    description: 'The values for creating the provider objects of the attempt.',
  });

export const reservedAttempt = z
  .object({
    acquisition_attempt: acquisitionAttempt,
    provider: providerBlock,
  })
  .meta({
    id: 'ReservedAcquisitionAttempt',
    description: 'A reserved attempt and the values for creating its provider objects.',
    example: {
      acquisition_attempt: {
        version: 2,
        status: 'reserved',
        ...notAttached,
        provider_customer_id: null,
        ...notConfirmed,
      },
    },
  });
export type ReservedAttempt = z.infer<typeof reservedAttempt>;

export const attachProviderObjectInput = z.strictObject({
  proxy_session_id: sessionIdParameter,
  acquisition_attempt_id: attemptIdParameter,
  expected_version: expectedVersion(2),
  object_id: providerIdInput.meta({
    description: 'The id of the object at the provider.',
    example: 'pi_3Q0LbD2eZvKYlo2C1x8Gk5pR',
  }),
  role: z
    .enum(['root', 'customer', 'setup_intent'])
    .meta({ description: 'The role of the object in the attempt.', example: 'root' }),
  object_type: z.string().min(1, 'must not be empty').meta({
    description:
      'For role root: checkout.session, payment_intent or subscription, matching the integration path. Otherwise the same as role.',
    example: 'payment_intent',
  }),
  provider_confirmation: z
    .strictObject({
      ...confirmationFields,
      currency: currencyInput.meta({ description: 'ISO 4217 code, lowercase.' }),
    })
    .optional()
    .meta({
      description: 'Confirms the cart in the same request. Only with role root.',
      // An empty example shows the examples of the fields.
      example: {},
    }),
});
export type AttachProviderObjectInput = z.infer<typeof attachProviderObjectInput>;

export const confirmProviderCartInput = z.strictObject({
  proxy_session_id: sessionIdParameter,
  acquisition_attempt_id: attemptIdParameter,
  ...confirmationFields,
  expected_version: expectedVersion(3),
});
export type ConfirmProviderCartInput = z.infer<typeof confirmProviderCartInput>;

export const supersedeAttemptInput = z.strictObject({
  proxy_session_id: sessionIdParameter,
  acquisition_attempt_id: attemptIdParameter,
  expected_version: expectedVersion(5),
  reason: z
    .string()
    .regex(/^[a-z0-9_]{1,96}$/, 'must be 1 to 96 lowercase letters, digits or underscores')
    .meta({
      description: 'The reason, as a code of your own.',
      example: 'payer_chose_another_method',
    }),
  replacement: z
    .strictObject({
      integration_path: integrationPathInput,
      provider_options_fingerprint: fingerprintInput,
      checkout_ui_mode: checkoutUiModeInput,
      direct_subscription_source: directSourceInput,
    })
    .meta({ description: 'The options of the replacement attempt.' }),
});
export type SupersedeAttemptInput = z.infer<typeof supersedeAttemptInput>;
