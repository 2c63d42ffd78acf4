import { z } from 'zod';
import { automaticPaymentMethods, confirmationFields } from '../intents/params.ts';
import { flag, metadata, oneOf, orEmpty, paymentMethodTypes, text } from '../wire/params.ts';

export const createSetupParams = z.strictObject({
  ...confirmationFields,
  allowed_payment_method_types: paymentMethodTypes().optional(),
  automatic_payment_methods: automaticPaymentMethods().optional(),
  confirm: flag().optional(),
  customer: text().optional(),
  description: text(1_000).optional(),
  metadata: orEmpty(metadata()).optional(),
  payment_method_types: paymentMethodTypes().optional(),
  usage: oneOf('off_session', 'on_session').optional(),
});

export const updateSetupParams = z.strictObject({
  customer: text().optional(),
  description: orEmpty(text(1_000)).optional(),
  metadata: orEmpty(metadata()).optional(),
  payment_method: text().optional(),
});

export const confirmSetupParams = z.strictObject({
  ...confirmationFields,
  client_secret: text().optional(),
});

export const cancelSetupParams = z.strictObject({
  cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer').optional(),
});

export type CreateSetup = z.output<typeof createSetupParams>;
export type ConfirmSetup = Omit<z.output<typeof confirmSetupParams>, 'client_secret'>;
