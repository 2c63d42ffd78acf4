import { z } from 'zod';
import { automaticPaymentMethods, confirmationFields } from '../intents/params.ts';
import { paymentMethodData } from '../payment-methods/params.ts';
import {
  amount,
  currency,
  email,
  flag,
  integer,
  metadata,
  oneOf,
  orEmpty,
  paymentMethodTypes,
  shippingFields,
  text,
} from '../wire/params.ts';

const shipping = () =>
  z.strictObject({
    ...shippingFields,
    carrier: text().optional(),
    tracking_number: text().optional(),
  });

export const methodOptions = () =>
  z.strictObject({
    card: z
      .strictObject({
        request_three_d_secure: oneOf('any', 'automatic', 'challenge').optional(),
        setup_future_usage: oneOf('none', 'off_session', 'on_session').optional(),
      })
      .optional(),
  });

/** Accepted for compatibility; the simulator ignores it. */
const mandateData = () =>
  z.strictObject({
    customer_acceptance: z.strictObject({
      type: oneOf('online', 'offline'),
      accepted_at: integer().optional(),
      online: z
        .strictObject({
          ip_address: text().optional(),
          user_agent: text().optional(),
          infer_from_client: flag().optional(),
        })
        .optional(),
    }),
  });

const usage = () => oneOf('off_session', 'on_session');

const described = {
  description: orEmpty(text(1_000)).optional(),
  metadata: orEmpty(metadata()).optional(),
  payment_method_options: methodOptions().optional(),
  receipt_email: orEmpty(email()).optional(),
  shipping: orEmpty(shipping()).optional(),
  statement_descriptor: text(22).optional(),
  statement_descriptor_suffix: text(22).optional(),
};

const confirming = {
  ...confirmationFields,
  off_session: flag().optional(),
  error_on_requires_action: flag().optional(),
  mandate_data: orEmpty(mandateData()).optional(),
};

export const createIntentParams = z.strictObject({
  ...described,
  ...confirming,
  allowed_payment_method_types: paymentMethodTypes().optional(),
  amount: amount(1),
  currency: currency(),
  automatic_payment_methods: automaticPaymentMethods().optional(),
  capture_method: oneOf('automatic', 'automatic_async').optional(),
  confirm: flag().optional(),
  confirmation_method: oneOf('automatic').optional(),
  customer: text().optional(),
  payment_method_types: paymentMethodTypes().optional(),
  setup_future_usage: usage().optional(),
});

export const updateIntentParams = z.strictObject({
  ...described,
  allowed_payment_method_types: paymentMethodTypes().optional(),
  amount: amount(1).optional(),
  currency: currency().optional(),
  customer: text().optional(),
  payment_method: orEmpty(text()).optional(),
  payment_method_data: paymentMethodData().optional(),
  setup_future_usage: orEmpty(usage()).optional(),
});

export const confirmIntentParams = z.strictObject({
  ...confirming,
  client_secret: text().optional(),
  payment_method_options: methodOptions().optional(),
  receipt_email: orEmpty(email()).optional(),
  setup_future_usage: orEmpty(usage()).optional(),
  shipping: orEmpty(shipping()).optional(),
});

export const cancelIntentParams = z.strictObject({
  cancellation_reason: oneOf(
    'abandoned',
    'duplicate',
    'fraudulent',
    'requested_by_customer',
  ).optional(),
});

export type CreateIntent = z.output<typeof createIntentParams>;
export type UpdateIntent = z.output<typeof updateIntentParams>;
export type ConfirmIntent = Omit<z.output<typeof confirmIntentParams>, 'client_secret'>;
