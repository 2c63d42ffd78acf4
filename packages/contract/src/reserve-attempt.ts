import { commercialModes, PROXY_CONTRACT_VERSION, pricingModes } from '@parley/domain';
import { z } from 'zod';
import { acquisitionAttempt } from './acquisition-attempt.ts';
import {
  checkoutUiModeInput,
  directSourceInput,
  fingerprintInput,
  integrationPathInput,
  subtotalInput,
} from './attempt-fields.ts';
import { attemptIdParameter, sessionIdParameter, versionInput } from './common.ts';

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
