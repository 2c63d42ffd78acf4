import {
  attemptStatuses,
  checkoutUiModes,
  commercialModes,
  directSubscriptionSources,
  idPattern,
  integrationPaths,
  PROXY_CONTRACT_VERSION,
  pricingModes,
} from '@parley/domain';
import { z } from 'zod';
import {
  amountMinorInput,
  attemptIdParameter,
  sessionIdParameter,
  sha256Hex,
  timestamp,
  versionInput,
} from './common.ts';

const CREATED = '2026-11-20T09:30:00.000Z';
const EVIDENCE = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const nullableString = (description: string, example: string | null = null) =>
  z.string().nullable().meta({ description, example });
const nullableAmount = (description: string, example: number | null = null) =>
  z.int().nullable().meta({ description, example });
const nullableTimestamp = (description: string, example: string | null = null) =>
  timestamp.nullable().meta({ description: `${description} RFC 3339, UTC.`, example });

const attemptNumber = z
  .int()
  .min(1)
  .meta({ description: 'Which attempt of its session it is, from 1.', example: 1 });
const attemptStatus = z.string().meta({
  description: `One of ${attemptStatuses.join(', ')}.`,
  example: 'confirmed',
});
const statusReason = nullableString('Why it came to this status, where there is more to say.');
const integrationPath = z.string().meta({
  description: `One of ${integrationPaths.join(', ')}.`,
  example: 'payment_intent',
});

/** The attempt as it stands inside a session. */
export const currentAcquisitionAttempt = z
  .object({
    attempt_number: attemptNumber,
    checkout_ui_mode: z
      .string()
      .nullable()
      .meta({ description: 'hosted, embedded or custom, where a mode was chosen.', example: null }),
    id: attemptIdParameter,
    integration_path: integrationPath,
    status: attemptStatus,
    status_reason: statusReason,
  })
  .meta({
    id: 'CurrentAcquisitionAttempt',
    description: 'The one attempt that may collect the payment now.',
  });

export const acquisitionAttempt = z
  .object({
    id: attemptIdParameter,
    proxy_session_id: sessionIdParameter,
    merchant_psp_config_id: z.string().meta({
      description: 'The provider account it was reserved with.',
      pattern: idPattern('pspcfg').source,
      example: 'pspcfg_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
    }),
    attempt_number: attemptNumber,
    version: z.int().min(1).meta({
      description: 'Raised by every write; name it as expected_version in the next one.',
      example: 4,
    }),
    psp: z.literal('provider').meta({ description: 'The external payment provider.' }),
    commercial_mode: z
      .enum(commercialModes)
      .meta({ description: 'Whether it is paid once or again and again.', example: 'one_time' }),
    integration_path: z.enum(integrationPaths).meta({
      description: 'Which object of the provider is its root.',
      example: 'payment_intent',
    }),
    pricing_mode: z.enum(pricingModes).meta({
      description:
        'fixed: the payer is charged what was requested. provider_finalized: the provider may add to the merchandise, e.g. tax.',
      example: 'fixed',
    }),
    checkout_ui_mode: z.enum(checkoutUiModes).nullable().meta({
      description: 'Where the payer sees the checkout, where it was chosen.',
      example: null,
    }),
    direct_subscription_source: z.enum(directSubscriptionSources).meta({
      description:
        'What a direct subscription is paid with; setup_intent where nothing was chosen.',
      example: 'setup_intent',
    }),
    direct_fee_basis_source: nullableString('What fees of a direct subscription are reckoned on.'),
    direct_merchandise_currency: nullableString(
      'ISO 4217 code, lowercase; only on the path direct_subscription.',
    ),
    direct_merchandise_subtotal_minor: nullableAmount(
      'In minor units; only on the path direct_subscription.',
    ),
    provider_options_fingerprint: sha256Hex.meta({
      description: 'SHA-256 of the options the provider object is created with, lowercase hex.',
    }),
    provider_retry_not_after: timestamp.meta({
      description:
        'Until when creating the provider object may be repeated with the same idempotency keys. RFC 3339, UTC.',
      example: '2026-11-21T08:30:00.000Z',
    }),
    provider_root_object_id: nullableString(
      'The provider object that collects the payment, once attached.',
      'pi_3Q0LbD2eZvKYlo2C1x8Gk5pR',
    ),
    provider_root_object_type: nullableString(
      'checkout.session, payment_intent or subscription, by the integration path.',
      'payment_intent',
    ),
    provider_setup_intent_id: nullableString('The setup intent of a direct subscription.'),
    provider_customer_id: nullableString('The customer at the provider.'),
    provider_created_at: nullableTimestamp('When the provider created the root object.'),
    provider_confirmed_amount_minor: nullableAmount(
      'What the root object charges, as confirmed, in minor units.',
      4200,
    ),
    provider_confirmed_cart_version: z
      .int()
      .nullable()
      .meta({ description: 'The cart version the root object represents.', example: 1 }),
    provider_confirmed_currency: nullableString('ISO 4217 code, lowercase.', 'eur'),
    provider_confirmed_evidence_sha256: nullableString(
      'The evidence given with the confirmation.',
      EVIDENCE,
    ),
    provider_confirmed_merchandise_subtotal_minor: nullableAmount(
      'The merchandise in it, in minor units, where the confirmation named it.',
      4200,
    ),
    provider_confirmed_at: nullableTimestamp('When the cart was confirmed.', CREATED),
    completion_recorded_at: nullableTimestamp('When its end was recorded.'),
    status: attemptStatus,
    status_reason: statusReason,
    supersedes_attempt_id: nullableString('The attempt this one replaces.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'AcquisitionAttempt', description: 'The provider-side objects of one payment.' });

export type AcquisitionAttempt = z.infer<typeof acquisitionAttempt>;

/** The keys and metadata to create the provider's objects with. */
const providerBlock = z
  .object({
    idempotency_keys: z
      .object({
        root: z.string().max(255).meta({
          description: 'Send it as the idempotency key when creating the root object.',
          example: 'pspacq_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0:root',
        }),
        setup_intent: z.string().max(255).optional().meta({
          description:
            'The same for the setup intent, on the path direct_subscription: pspacq_…:setup_intent.',
        }),
      })
      .meta({ description: 'Stable for as long as the attempt stands.' }),
    metadata: z
      .object({
        proxy_acquisition_attempt_id: attemptIdParameter,
        proxy_session_id: sessionIdParameter,
        proxy_contract_version: z
          .literal(PROXY_CONTRACT_VERSION)
          .meta({ description: 'The version of this agreement.' }),
      })
      .meta({ description: 'Put it into the metadata of every provider object of this attempt.' }),
  })
  .meta({
    id: 'AttemptProviderBlock',
    description: 'What the objects of the attempt are to be created with at the provider.',
  });

export const reservedAttempt = z
  .object({
    acquisition_attempt: acquisitionAttempt,
    provider: providerBlock,
  })
  .meta({
    id: 'ReservedAcquisitionAttempt',
    description: 'A reserved attempt, and what to create its provider objects with.',
    example: {
      acquisition_attempt: {
        version: 2,
        status: 'reserved',
        provider_root_object_id: null,
        provider_root_object_type: null,
        provider_customer_id: null,
        provider_confirmed_amount_minor: null,
        provider_confirmed_cart_version: null,
        provider_confirmed_currency: null,
        provider_confirmed_evidence_sha256: null,
        provider_confirmed_merchandise_subtotal_minor: null,
        provider_confirmed_at: null,
      },
    },
  });

export type ReservedAttempt = z.infer<typeof reservedAttempt>;

const subtotalInput = amountMinorInput.optional().meta({
  description: 'The merchandise alone, in minor units, without what the provider may add.',
});
const expectedVersion = (example: number) =>
  versionInput.meta({ description: 'The version of the attempt as it was read last.', example });
const integrationPathInput = z.enum(integrationPaths).meta({
  description: 'Which object of the provider is to collect the payment.',
  example: 'payment_intent',
});
const checkoutUiModeInput = z
  .enum(checkoutUiModes)
  .optional()
  .meta({ description: 'Where the payer sees the checkout.' });

const directSourceInput = z
  .enum(directSubscriptionSources)
  .optional()
  .meta({ description: 'Only with direct_subscription; setup_intent if left out.' });
const fingerprintInput = sha256Hex.meta({
  description: 'SHA-256 of the options the provider object will be created with, lowercase hex.',
});

export const listAttemptsInput = z.strictObject({ proxy_session_id: sessionIdParameter });
export const listAttemptsOutput = z
  .object({ data: z.array(acquisitionAttempt).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'AcquisitionAttemptList', description: 'The reserved attempts of a session.' });

export const reserveAttemptInput = z.strictObject({
  proxy_session_id: sessionIdParameter,
  commercial_mode: z
    .enum(commercialModes)
    .meta({ description: 'Paid once, or again and again.', example: 'one_time' }),
  integration_path: integrationPathInput,
  pricing_mode: z.enum(pricingModes).meta({
    description: 'Whether the provider may add to the merchandise before the payer agrees.',
    example: 'fixed',
  }),
  provider_options_fingerprint: fingerprintInput,
  checkout_ui_mode: checkoutUiModeInput,
  direct_subscription_source: directSourceInput,
  expected_cart_version: versionInput
    .optional()
    .meta({ description: 'The cart_version the reservation is for.', example: 1 }),
  merchandise_subtotal_minor: subtotalInput,
});

const confirmationFields = {
  amount_minor: amountMinorInput,
  cart_version: versionInput.meta({
    description: 'The cart version the provider object represents.',
    example: 1,
  }),
  currency: z
    .string()
    .regex(/^[a-z]{3}$/, 'must be three lowercase letters')
    .meta({ description: 'ISO 4217 code, lowercase.', example: 'eur' }),
  evidence_sha256: sha256Hex.meta({
    description: 'SHA-256 of what proves it, e.g. of the provider object as it was read.',
    example: EVIDENCE,
  }),
  merchandise_subtotal_minor: subtotalInput,
};

export const confirmProviderCartInput = z.strictObject({
  proxy_session_id: sessionIdParameter,
  acquisition_attempt_id: attemptIdParameter,
  ...confirmationFields,
  expected_version: expectedVersion(3),
});

export const attachProviderObjectInput = z.strictObject({
  proxy_session_id: sessionIdParameter,
  acquisition_attempt_id: attemptIdParameter,
  expected_version: expectedVersion(2),
  object_id: z
    .string()
    .min(1, 'must not be empty')
    .max(255, 'must be at most 255 characters')
    .meta({
      description: 'The id of the object at the provider.',
      example: 'pi_3Q0LbD2eZvKYlo2C1x8Gk5pR',
    }),
  role: z
    .enum(['root', 'customer', 'setup_intent'])
    .meta({ description: 'The part the object plays in the attempt.', example: 'root' }),
  object_type: z.string().min(1, 'must not be empty').meta({
    description:
      'root: checkout.session, payment_intent or subscription, by the integration path; otherwise the role itself.',
    example: 'payment_intent',
  }),
  provider_confirmation: z.strictObject(confirmationFields).optional().meta({
    description: 'Confirms the cart in the same step; only with role root.',
    // Shown whole, by the examples of its fields.
    example: {},
  }),
});

export const supersedeAttemptInput = z.strictObject({
  proxy_session_id: sessionIdParameter,
  acquisition_attempt_id: attemptIdParameter,
  expected_version: expectedVersion(5),
  reason: z
    .string()
    .regex(/^[a-z0-9_]{1,96}$/, 'must be 1 to 96 lowercase letters, digits or underscores')
    .meta({
      description: 'Why, in a word of your own.',
      example: 'payer_chose_another_method',
    }),
  replacement: z
    .strictObject({
      integration_path: integrationPathInput,
      provider_options_fingerprint: fingerprintInput,
      checkout_ui_mode: checkoutUiModeInput,
      direct_subscription_source: directSourceInput,
    })
    .meta({ description: 'The options of the attempt that takes its place.' }),
});
