import { nextSteps, presentationStates, sessionStatuses } from '@parley/domain';
import { z } from 'zod';
import { currentAcquisitionAttempt } from './acquisition-attempt.ts';
import { contact, metadata, sessionIdParameter, timestamp } from './common.ts';
import { paymentSummary } from './payment.ts';
import {
  cartSnapshot,
  charge,
  expiresAt,
  finalFields,
  finalMeta,
  idempotencyKey,
  integrationMode,
  PUBLISHABLE_KEY,
  quoteFields,
  quoteMeta,
  requestedFields,
  requestedMeta,
  withCart,
} from './session-fields.ts';

export const sessionInput = z.strictObject({ id: sessionIdParameter });

export const payerSafeSessionInput = z.strictObject({
  id: sessionIdParameter,
  pk: z.string().optional().meta({ description: 'A publishable key.', example: PUBLISHABLE_KEY }),
});

/** Fields of every view of a session. */
const coreFields = {
  actionable_next_step: z.enum(nextSteps).meta({
    description: 'The next step for the merchant.',
    example: 'await_payer',
  }),
  ...charge,
  completed_acquisition_attempt_id: z.string().nullable().meta({
    description: 'The id of the attempt that completed the payment; null until then.',
    example: null,
  }),
  current_acquisition_attempt: currentAcquisitionAttempt,
  expires_at: expiresAt,
  id: sessionIdParameter,
  integration_mode: integrationMode,
  presentation_state: z
    .enum(presentationStates)
    .meta({ description: 'The state to show to the payer.', example: 'checkout_available' }),
  status: z
    .enum(sessionStatuses)
    .meta({ description: 'The status of the session.', example: 'payer_opened' }),
};

/** Fields that only the merchant sees. */
const merchantFields = {
  beneficiary_contact: contact,
  buyer_reference: z
    .string()
    .meta({ description: 'Your reference for the buyer.', example: 'customer_8412' }),
  cart_snapshot: cartSnapshot,
  cart_version: z.int().meta({ description: 'The version of the cart, from 1.', example: 1 }),
  created_at: timestamp,
  metadata,
  payer_contact: contact,
  payer_destination_url: z.string().nullable().meta({
    description: 'The URL the payer is sent to after the payment.',
    example: 'https://shop.example/orders/A-1042',
  }),
  provider_checkout_session_id: z.string().nullable().meta({
    description: 'The id of the bound checkout session at the provider; null if none.',
    example: null,
  }),
  provider_checkout_session_psp: z
    .string()
    .nullable()
    .meta({ description: 'The provider of the bound checkout session.', example: null }),
  updated_at: timestamp,
};

const pricingMode = z.string().meta({
  description: 'The pricing mode of the current attempt: fixed or provider_finalized.',
  example: 'fixed',
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
    payment_summary: paymentSummary,
  })
  .meta({
    id: 'ProxySessionMerchantView',
    description: 'A session with all its fields.',
  });
export type MerchantSession = z.infer<typeof merchantSession>;

/** A session in a list or an event. */
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
    description: 'A session without its carts and contacts.',
  });
export type SessionSummary = z.infer<typeof sessionSummary>;

export const payerOpenedSession = z
  .object({
    ...coreFields,
    ...merchantFields,
    idempotency_key: idempotencyKey,
  })
  .meta({
    id: 'ProxySessionPayerOpenedView',
    description: 'A session with its cart after the payer opened it.',
  });
export type PayerOpenedSession = z.infer<typeof payerOpenedSession>;

export const payerSafeSession = z
  .object({
    ...coreFields,
    merchant: z
      .object({
        name: z
          .string()
          .meta({ description: 'The name shown to the payer.', example: 'Nordlicht Coffee' }),
      })
      .meta({ description: 'The merchant.' }),
    pricing_mode: pricingMode,
    requested: requestedFields.meta(requestedMeta),
    latest_quote: quoteFields.meta(quoteMeta),
    final: finalFields.meta(finalMeta),
  })
  .meta({
    id: 'ProxySessionPayerSafeView',
    description: 'The fields of a session that the payer may see.',
  });
export type PayerSafeSession = z.infer<typeof payerSafeSession>;
