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
  jsonObject,
  metadataInput,
  sessionIdParameter,
  timestamp,
  versionInput,
} from './common.ts';

const cartSnapshot = jsonObject.meta({
  description: 'The cart as the merchant sees it, returned as it was given.',
  example: { lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 2100 }] },
});

const integrationMode = z.literal('elements');

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
  beneficiary_contact: contactInput.optional(),
  payer_contact: contactInput.optional(),
  expires_at: z.string().optional().meta({
    description: 'RFC 3339 with a time zone, in the future; 24 hours from now if left out.',
    example: '2026-11-21T09:30:00Z',
  }),
  integration_mode: integrationMode.optional(),
  metadata: metadataInput.optional(),
};

export const createSessionInput = z.strictObject(creationFields);
export type CreateSessionInput = z.infer<typeof createSessionInput>;

export const createSessionOutput = z.object({
  expires_at: timestamp,
  id: sessionIdParameter,
  integration_mode: integrationMode,
  status: z.literal('created'),
});

export const createSessionWithHandoffInput = z.strictObject({
  ...creationFields,
  payer_destination_url: destinationUrl.optional(),
  publishable_key: z.string().min(1, 'must not be empty').meta({
    description: 'A publishable key of the same merchant and mode; it goes into handoff_url.',
    example: 'pk_test_4q7…',
  }),
});
export type CreateSessionWithHandoffInput = z.infer<typeof createSessionWithHandoffInput>;

export const createSessionWithHandoffOutput = z.object({
  expires_at: timestamp,
  id: sessionIdParameter,
  integration_mode: integrationMode,
  status: z.enum(['payer_handoff_pending', 'payer_opened']),
  handoff_url: z
    .string()
    .meta({ description: 'Send the payer here.', example: 'https://pay.example/psess_…?pk=pk_…' }),
});

export const sessionInput = z.strictObject({ id: sessionIdParameter });

export const payerSafeSessionInput = z.strictObject({
  id: sessionIdParameter,
  pk: z.string().optional().meta({ description: 'A publishable key.', example: 'pk_test_4q7…' }),
});

const charge = { amount_minor: amountMinor, currency };
const withCart = { cart_snapshot: cartSnapshot };
const requested = z
  .object(charge)
  .meta({ description: 'The charge of the current cart, as the merchant set it.' });
const latestQuote = z
  .object({ ...charge, observed_at: timestamp })
  .meta({ description: 'The newest charge observed for the cart.' });
const final = z.object({ ...charge, finalized_at: timestamp }).meta({
  description: 'The charge that binds the payer now; once money is taken, what was taken.',
});

/** In every view of a session. */
const coreFields = {
  actionable_next_step: z.enum(nextSteps),
  ...charge,
  completed_acquisition_attempt_id: z.string().nullable(),
  current_acquisition_attempt: currentAcquisitionAttempt,
  expires_at: timestamp,
  id: sessionIdParameter,
  integration_mode: integrationMode,
  presentation_state: z.enum(presentationStates),
  status: z.enum(sessionStatuses),
};

/** For the merchant's own eyes. */
const merchantFields = {
  beneficiary_contact: contact,
  buyer_reference: z.string().meta({ example: 'customer_8412' }),
  cart_snapshot: cartSnapshot,
  cart_version: z.int().meta({ example: 1 }),
  created_at: timestamp,
  metadata: metadataInput,
  payer_contact: contact,
  payer_destination_url: z.string().nullable(),
  provider_checkout_session_id: z.string().nullable(),
  provider_checkout_session_psp: z.string().nullable(),
  updated_at: timestamp,
};

const pricingMode = z.string().meta({ example: 'fixed' });
const idempotencyKey = z.string().nullable().meta({ example: null });

export const merchantSession = z.object({
  ...coreFields,
  ...merchantFields,
  idempotency_key: idempotencyKey.optional(),
  pricing_mode: pricingMode,
  requested: requested.extend(withCart),
  latest_quote: latestQuote.extend(withCart),
  final: final.extend(withCart),
});
export type MerchantSession = z.infer<typeof merchantSession>;

export const payerOpenedSession = z.object({
  ...coreFields,
  ...merchantFields,
  idempotency_key: idempotencyKey,
});
export type PayerOpenedSession = z.infer<typeof payerOpenedSession>;

export const payerSafeSession = z.object({
  ...coreFields,
  merchant: z.object({ name: z.string().meta({ example: 'Nordlicht Coffee' }) }),
  pricing_mode: pricingMode,
  requested,
  latest_quote: latestQuote,
  final,
});
export type PayerSafeSession = z.infer<typeof payerSafeSession>;

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

export const replaceCartOutput = z.object({
  amount_minor: amountMinor,
  cart_snapshot: cartSnapshot,
  cart_version: z.int().meta({ example: 2 }),
  currency,
});

export const issueHandoffOutput = z.object({
  status: z.string().meta({ example: 'payer_handoff_pending' }),
});

export const bindProviderInput = z.strictObject({
  id: sessionIdParameter,
  provider_checkout_session_id: z
    .string()
    .min(1, 'must not be empty')
    .max(255, 'must be at most 255 characters')
    .meta({ example: 'cs_test_a1b2c3' }),
  psp: z
    .string()
    .min(1, 'must not be empty')
    .max(32, 'must be at most 32 characters')
    .meta({ example: 'provider' }),
  commercial_mode: z.enum(commercialModes).optional(),
  expected_cart_version: versionInput.optional().meta({ example: 1 }),
});

export const bindProviderOutput = z.object({
  provider_checkout_session_id: z.string().meta({ example: 'cs_test_a1b2c3' }),
  proxy_session_id: sessionIdParameter,
  psp: z.string().meta({ example: 'provider' }),
  updated_at: timestamp,
});

export const reportProvisionedInput = z.strictObject({
  id: sessionIdParameter,
  fulfillment_reference: z.string().optional().meta({ example: 'shipment_77120' }),
  metadata: metadataInput.optional(),
});

export const reportProvisioningFailedInput = z.strictObject({
  id: sessionIdParameter,
  error_message: z.string().meta({ example: 'The item is out of stock and will not return.' }),
  error_code: z.string().optional().meta({ example: 'out_of_stock' }),
  metadata: metadataInput.optional(),
});

export const reportOutput = z.object({
  proxy_session_id: sessionIdParameter,
  status: z.string().meta({ example: 'provisioned' }),
  updated_at: timestamp,
});
