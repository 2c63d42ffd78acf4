import {
  checkoutUiModes,
  commercialModes,
  directSubscriptionSources,
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

const nullableTimestamp = timestamp.nullable();

/** The attempt as it stands inside a session. */
export const currentAcquisitionAttempt = z.object({
  attempt_number: z.int().meta({ example: 1 }),
  checkout_ui_mode: z.string().nullable().meta({ example: null }),
  id: z.string().meta({ example: 'pspacq_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0' }),
  integration_path: z.string().meta({ example: 'payment_intent' }),
  status: z.string().meta({ example: 'confirmed' }),
  status_reason: z.string().nullable().meta({ example: null }),
});

export const acquisitionAttempt = z.object({
  id: attemptIdParameter,
  proxy_session_id: sessionIdParameter,
  merchant_psp_config_id: z
    .string()
    .meta({ example: 'pspcfg_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0' }),
  attempt_number: z.int().min(1).meta({ example: 1 }),
  version: z
    .int()
    .min(1)
    .meta({ description: 'Name it as expected_version in the next write.', example: 3 }),
  psp: z.literal('provider'),
  commercial_mode: z.enum(commercialModes),
  integration_path: z.enum(integrationPaths),
  pricing_mode: z.enum(pricingModes),
  checkout_ui_mode: z.enum(checkoutUiModes).nullable(),
  direct_subscription_source: z.enum(directSubscriptionSources),
  direct_fee_basis_source: z.string().nullable(),
  direct_merchandise_currency: z.string().nullable(),
  direct_merchandise_subtotal_minor: z.int().nullable(),
  provider_options_fingerprint: sha256Hex,
  provider_retry_not_after: timestamp.meta({
    description:
      'Until when creating the provider object may be repeated with the same idempotency keys. RFC 3339, UTC.',
    example: '2026-11-21T08:30:00.000Z',
  }),
  provider_root_object_id: z.string().nullable().meta({ example: 'pi_3Q0LbD2eZvKYlo2C1x8Gk5pR' }),
  provider_root_object_type: z.string().nullable().meta({ example: 'payment_intent' }),
  provider_setup_intent_id: z.string().nullable(),
  provider_customer_id: z.string().nullable(),
  provider_created_at: nullableTimestamp,
  provider_confirmed_amount_minor: z.int().nullable().meta({ example: 4200 }),
  provider_confirmed_cart_version: z.int().nullable().meta({ example: 1 }),
  provider_confirmed_currency: z.string().nullable().meta({ example: 'eur' }),
  provider_confirmed_evidence_sha256: z.string().nullable(),
  provider_confirmed_merchandise_subtotal_minor: z.int().nullable(),
  provider_confirmed_at: nullableTimestamp,
  completion_recorded_at: nullableTimestamp,
  status: z.string().meta({ example: 'confirmed' }),
  status_reason: z.string().nullable().meta({ example: null }),
  supersedes_attempt_id: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});

export type AcquisitionAttempt = z.infer<typeof acquisitionAttempt>;

/** The keys and metadata to create the provider's objects with. */
const providerBlock = z.object({
  idempotency_keys: z.object({
    root: z.string().max(255).meta({
      description: 'Send it as the idempotency key when creating the root object.',
      example: 'pspacq_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0:root',
    }),
    setup_intent: z.string().max(255).optional(),
  }),
  metadata: z
    .object({
      proxy_acquisition_attempt_id: attemptIdParameter,
      proxy_session_id: sessionIdParameter,
      proxy_contract_version: z.literal(PROXY_CONTRACT_VERSION),
    })
    .meta({ description: 'Put it into the metadata of every provider object of this attempt.' }),
});

export const reservedAttempt = z.object({
  acquisition_attempt: acquisitionAttempt,
  provider: providerBlock,
});

export type ReservedAttempt = z.infer<typeof reservedAttempt>;

const fingerprintInput = sha256Hex.meta({
  description: 'SHA-256 of the options the provider object will be created with, lowercase hex.',
});

export const listAttemptsInput = z.strictObject({ proxy_session_id: sessionIdParameter });
export const listAttemptsOutput = z.object({ data: z.array(acquisitionAttempt) });

export const reserveAttemptInput = z.strictObject({
  proxy_session_id: sessionIdParameter,
  commercial_mode: z.enum(commercialModes),
  integration_path: z.enum(integrationPaths),
  pricing_mode: z.enum(pricingModes),
  provider_options_fingerprint: fingerprintInput,
  checkout_ui_mode: z.enum(checkoutUiModes).optional(),
  direct_subscription_source: z
    .enum(directSubscriptionSources)
    .optional()
    .meta({ description: 'Only with direct_subscription; setup_intent if left out.' }),
  expected_cart_version: versionInput.optional().meta({ example: 1 }),
  merchandise_subtotal_minor: amountMinorInput.optional(),
});

const confirmationFields = {
  amount_minor: amountMinorInput,
  cart_version: versionInput.meta({ example: 1 }),
  currency: z
    .string()
    .regex(/^[a-z]{3}$/, 'must be three lowercase letters')
    .meta({ example: 'eur' }),
  evidence_sha256: sha256Hex.meta({
    description: 'SHA-256 of what proves it, e.g. of the provider object as it was read.',
  }),
  merchandise_subtotal_minor: amountMinorInput.optional(),
};

export const confirmProviderCartInput = z.strictObject({
  proxy_session_id: sessionIdParameter,
  acquisition_attempt_id: attemptIdParameter,
  ...confirmationFields,
  expected_version: versionInput.meta({ example: 2 }),
});

export const attachProviderObjectInput = z.strictObject({
  proxy_session_id: sessionIdParameter,
  acquisition_attempt_id: attemptIdParameter,
  expected_version: versionInput.meta({ example: 2 }),
  object_id: z
    .string()
    .min(1, 'must not be empty')
    .max(255, 'must be at most 255 characters')
    .meta({ example: 'pi_3Q0LbD2eZvKYlo2C1x8Gk5pR' }),
  role: z
    .enum(['root', 'customer', 'setup_intent'])
    .meta({ description: 'The part the object plays in the attempt.' }),
  object_type: z.string().min(1, 'must not be empty').meta({
    description:
      'root: checkout.session, payment_intent or subscription, by the integration path; otherwise the role itself.',
    example: 'payment_intent',
  }),
  provider_confirmation: z
    .strictObject(confirmationFields)
    .optional()
    .meta({ description: 'Confirms the cart in the same step; only with role root.' }),
});

export const supersedeAttemptInput = z.strictObject({
  proxy_session_id: sessionIdParameter,
  acquisition_attempt_id: attemptIdParameter,
  expected_version: versionInput.meta({ example: 5 }),
  reason: z
    .string()
    .regex(/^[a-z0-9_]{1,96}$/, 'must be 1 to 96 lowercase letters, digits or underscores')
    .meta({ example: 'payer_chose_another_method' }),
  replacement: z.strictObject({
    integration_path: z.enum(integrationPaths),
    provider_options_fingerprint: fingerprintInput,
    checkout_ui_mode: z.enum(checkoutUiModes).optional(),
    direct_subscription_source: z.enum(directSubscriptionSources).optional(),
  }),
});
