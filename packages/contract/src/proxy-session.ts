import { nextSteps, presentationStates, sessionStatuses } from '@parley/domain';
import { z } from 'zod';
import { currentAcquisitionAttempt } from './acquisition-attempt.ts';
import { contact, metadataInput, sessionIdParameter, timestamp } from './common.ts';
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
