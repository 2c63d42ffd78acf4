import { z } from 'zod';
import { paymentMethodData } from '../payment-methods/params.ts';
import {
  address,
  amount,
  createdFilter,
  currency,
  email,
  expand,
  flag,
  integer,
  listOf,
  metadata,
  oneOf,
  orEmpty,
  paging,
  text,
  webUrl,
} from '../wire/params.ts';

const shipping = () =>
  z.strictObject({
    address: address(),
    carrier: text().optional(),
    name: text(),
    phone: orEmpty(text()).optional(),
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

/** Said on the record and otherwise without effect here. */
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
  payment_method: text().optional(),
  payment_method_data: paymentMethodData().optional(),
  return_url: webUrl().optional(),
  off_session: flag().optional(),
  error_on_requires_action: flag().optional(),
  use_stripe_sdk: flag().optional(),
  mandate_data: orEmpty(mandateData()).optional(),
  expand: expand().optional(),
};

export const createIntentParams = z.strictObject({
  ...described,
  ...confirming,
  amount: amount(1),
  currency: currency(),
  automatic_payment_methods: z
    .strictObject({ enabled: flag(), allow_redirects: oneOf('always', 'never').optional() })
    .optional(),
  capture_method: oneOf('automatic', 'automatic_async').optional(),
  confirm: flag().optional(),
  confirmation_method: oneOf('automatic').optional(),
  customer: text().optional(),
  payment_method_types: listOf(oneOf('card', 'link')).optional(),
  setup_future_usage: usage().optional(),
});

export const updateIntentParams = z.strictObject({
  ...described,
  amount: amount(1).optional(),
  currency: currency().optional(),
  customer: text().optional(),
  payment_method: orEmpty(text()).optional(),
  payment_method_data: paymentMethodData().optional(),
  setup_future_usage: orEmpty(usage()).optional(),
  expand: expand().optional(),
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
  expand: expand().optional(),
});

export const retrieveIntentParams = z.strictObject({
  client_secret: text().optional(),
  expand: expand().optional(),
});

export const listIntentsParams = z.strictObject({
  ...paging,
  created: createdFilter().optional(),
  customer: text().optional(),
});

export type CreateIntent = z.output<typeof createIntentParams>;
export type UpdateIntent = z.output<typeof updateIntentParams>;
export type ConfirmIntent = Omit<z.output<typeof confirmIntentParams>, 'client_secret' | 'expand'>;
