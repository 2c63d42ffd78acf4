import { z } from 'zod';
import { itemFields } from '../catalog/params.ts';
import { methodOptions } from '../payment-intents/params.ts';
import { paymentMethodData } from '../payment-methods/params.ts';
import { trialSettings } from '../subscriptions/params.ts';
import {
  currency,
  email,
  flag,
  integer,
  listSchema,
  metadata,
  oneOf,
  orEmpty,
  paymentMethodTypes,
  text,
  webUrl,
} from '../wire/params.ts';

/** The current names, and those of API versions before 2026-03-25. */
const uiMode = () =>
  oneOf('hosted_page', 'embedded_page', 'elements', 'hosted', 'embedded', 'custom');

const enabledFlag = () => z.strictObject({ enabled: flag() });

export const createSessionParams = z.strictObject({
  mode: oneOf('payment', 'setup', 'subscription'),
  ui_mode: uiMode().optional(),
  allowed_payment_method_types: paymentMethodTypes().optional(),
  allow_promotion_codes: flag().optional(),
  automatic_tax: enabledFlag().optional(),
  billing_address_collection: oneOf('auto', 'required').optional(),
  cancel_url: webUrl().optional(),
  client_reference_id: text(200).optional(),
  currency: currency().optional(),
  customer: text().optional(),
  customer_creation: oneOf('always', 'if_required').optional(),
  customer_email: email().optional(),
  expires_at: integer(0).optional(),
  line_items: listSchema(z.strictObject(itemFields)).optional(),
  locale: text(10).optional(),
  metadata: orEmpty(metadata()).optional(),
  payment_intent_data: z
    .strictObject({
      capture_method: oneOf('automatic', 'automatic_async').optional(),
      description: text(1_000).optional(),
      metadata: metadata().optional(),
      receipt_email: email().optional(),
      setup_future_usage: oneOf('off_session', 'on_session').optional(),
      statement_descriptor: text(22).optional(),
      statement_descriptor_suffix: text(22).optional(),
    })
    .optional(),
  payment_method_collection: oneOf('always', 'if_required').optional(),
  payment_method_options: methodOptions().optional(),
  payment_method_types: paymentMethodTypes().optional(),
  phone_number_collection: enabledFlag().optional(),
  redirect_on_completion: oneOf('always', 'if_required', 'never').optional(),
  return_url: webUrl().optional(),
  setup_intent_data: z
    .strictObject({ description: text(1_000).optional(), metadata: metadata().optional() })
    .optional(),
  submit_type: oneOf('auto', 'book', 'donate', 'pay', 'subscribe').optional(),
  subscription_data: z
    .strictObject({
      description: text(500).optional(),
      metadata: metadata().optional(),
      trial_end: integer(0).optional(),
      trial_period_days: integer(1, 730).optional(),
      trial_settings: trialSettings().optional(),
    })
    .optional(),
  success_url: webUrl().optional(),
});

export const updateSessionParams = z.strictObject({
  metadata: orEmpty(metadata()).optional(),
});

export const confirmSessionParams = z.strictObject({
  client_secret: text().optional(),
  payment_method: text().optional(),
  payment_method_data: paymentMethodData().optional(),
  email: orEmpty(email()).optional(),
  name: orEmpty(text(256)).optional(),
  return_url: webUrl().optional(),
});

export type CreateSession = z.output<typeof createSessionParams>;
export type ConfirmSession = z.output<typeof confirmSessionParams>;
