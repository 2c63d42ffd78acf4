import {
  attemptStatuses,
  checkoutUiModes,
  commercialModes,
  directSubscriptionSources,
  idPattern,
  integrationPaths,
  pricingModes,
} from '@parley/domain';
import { z } from 'zod';
import { EVIDENCE } from './attempt-fields.ts';
import { attemptIdParameter, sessionIdParameter, sha256Hex, timestamp } from './common.ts';

const CREATED = '2026-11-20T09:30:00.000Z';

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

export const listAttemptsInput = z.strictObject({ proxy_session_id: sessionIdParameter });
export const listAttemptsOutput = z
  .object({ data: z.array(acquisitionAttempt).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'AcquisitionAttemptList', description: 'The reserved attempts of a session.' });
