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
import {
  attemptIdParameter,
  EVIDENCE_SHA256,
  nullableString,
  nullableTimestamp,
  sessionIdParameter,
  sha256Hex,
  timestamp,
} from './common.ts';

const CREATED = '2026-11-20T09:30:00.000Z';

const nullableAmount = (description: string, example: number | null = null) =>
  z.int().nullable().meta({ description, example });

const attemptNumber = z
  .int()
  .min(1)
  .meta({ description: 'The number of the attempt within its session, from 1.', example: 1 });
const attemptStatus = z.string().meta({
  description: `One of ${attemptStatuses.join(', ')}.`,
  example: 'confirmed',
});
const statusReason = nullableString(
  'The reason for the status, such as payment_declined; null if there is none.',
);
const integrationPath = z.string().meta({
  description: `One of ${integrationPaths.join(', ')}.`,
  example: 'payment_intent',
});

/** The current attempt as part of a session. */
export const currentAcquisitionAttempt = z
  .object({
    attempt_number: attemptNumber,
    checkout_ui_mode: z
      .string()
      .nullable()
      .meta({ description: 'hosted, embedded or custom; null if not specified.', example: null }),
    id: attemptIdParameter,
    integration_path: integrationPath,
    status: attemptStatus,
    status_reason: statusReason,
  })
  .meta({
    id: 'CurrentAcquisitionAttempt',
    description: 'The attempt that can currently collect the payment.',
  });

export const acquisitionAttempt = z
  .object({
    id: attemptIdParameter,
    proxy_session_id: sessionIdParameter,
    merchant_psp_config_id: z.string().meta({
      description: 'The provider config it was reserved with.',
      pattern: idPattern('pspcfg').source,
      example: 'pspcfg_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
    }),
    attempt_number: attemptNumber,
    version: z.int().min(1).meta({
      description: 'Increases with every write. Send it as expected_version in the next write.',
      example: 4,
    }),
    psp: z.literal('provider').meta({ description: 'The external payment provider.' }),
    commercial_mode: z
      .enum(commercialModes)
      .meta({ description: 'One payment or recurring payments.', example: 'one_time' }),
    integration_path: z.enum(integrationPaths).meta({
      description: 'The type of provider object that collects the payment.',
      example: 'payment_intent',
    }),
    pricing_mode: z.enum(pricingModes).meta({
      description:
        'fixed: the payer is charged the requested amount. provider_finalized: the provider may add amounts, such as tax.',
      example: 'fixed',
    }),
    checkout_ui_mode: z.enum(checkoutUiModes).nullable().meta({
      description:
        'Where the payer sees a Checkout Session that the payer page creates; null if not specified.',
      example: null,
    }),
    direct_subscription_source: z.enum(directSubscriptionSources).meta({
      description:
        'The source of the payment method of a direct subscription. Defaults to setup_intent.',
      example: 'setup_intent',
    }),
    direct_fee_basis_source: nullableString('The basis for fees of a direct subscription.'),
    direct_merchandise_currency: nullableString(
      'ISO 4217 code, lowercase. Only on the path direct_subscription.',
    ),
    direct_merchandise_subtotal_minor: nullableAmount(
      'In minor units. Only on the path direct_subscription.',
    ),
    provider_options_fingerprint: sha256Hex.meta({
      description: 'The provider_options_fingerprint of the reservation.',
    }),
    provider_retry_not_after: timestamp.meta({
      description:
        'The last time at which creating the provider object can be retried with the same idempotency keys. RFC 3339, UTC.',
      example: '2026-11-21T08:30:00.000Z',
    }),
    provider_root_object_id: nullableString(
      'The id of the root object, which collects the payment; null until attached.',
      'pi_3Q0LbD2eZvKYlo2C1x8Gk5pR',
    ),
    provider_root_object_type: nullableString(
      'checkout.session, payment_intent or subscription, matching the integration path.',
      'payment_intent',
    ),
    provider_setup_intent_id: nullableString(
      'The id of the setup intent of a direct subscription.',
    ),
    provider_customer_id: nullableString('The id of the customer at the provider.'),
    provider_created_at: nullableTimestamp('When the provider created the root object.'),
    provider_confirmed_amount_minor: nullableAmount(
      'The confirmed amount of the root object, in minor units.',
      4200,
    ),
    provider_confirmed_cart_version: z
      .int()
      .nullable()
      .meta({ description: 'The cart version that the root object represents.', example: 1 }),
    provider_confirmed_currency: nullableString('ISO 4217 code, lowercase.', 'eur'),
    provider_confirmed_evidence_sha256: nullableString(
      'The evidence_sha256 of the confirmation.',
      EVIDENCE_SHA256,
    ),
    provider_confirmed_merchandise_subtotal_minor: nullableAmount(
      'The merchandise subtotal of the confirmation, in minor units; null if not specified.',
    ),
    provider_confirmed_at: nullableTimestamp('When the cart was confirmed.', CREATED),
    completion_recorded_at: nullableTimestamp('When its outcome was recorded.'),
    status: attemptStatus,
    status_reason: statusReason,
    last_decline_code: nullableString(
      'The provider’s code of the last declined payment, such as insufficient_funds; null without any. Do not show it to the payer: it may say that a card was reported as stolen.',
    ),
    supersedes_attempt_id: nullableString('The id of the attempt that this one replaces.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({
    id: 'AcquisitionAttempt',
    description: 'One attempt to collect the payment of a session.',
  });

export type AcquisitionAttempt = z.infer<typeof acquisitionAttempt>;

/** The example of an attempt without a provider object. */
export const notAttached = { provider_root_object_id: null, provider_root_object_type: null };

/** The example of an attempt whose cart is not confirmed. */
export const notConfirmed = {
  provider_confirmed_amount_minor: null,
  provider_confirmed_cart_version: null,
  provider_confirmed_currency: null,
  provider_confirmed_evidence_sha256: null,
  provider_confirmed_merchandise_subtotal_minor: null,
  provider_confirmed_at: null,
};

export const listAttemptsInput = z.strictObject({ proxy_session_id: sessionIdParameter });
export const listAttemptsOutput = z
  .object({ data: z.array(acquisitionAttempt).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'AcquisitionAttemptList', description: 'The reserved attempts of a session.' });
