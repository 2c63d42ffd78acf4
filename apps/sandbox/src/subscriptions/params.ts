import { z } from 'zod';
import { itemFields } from '../catalog/params.ts';
import {
  currency,
  flag,
  integer,
  listSchema,
  metadata,
  oneOf,
  orEmpty,
  paymentMethodTypes,
  text,
} from '../wire/params.ts';

export const trialSettings = () =>
  z.strictObject({
    end_behavior: z.strictObject({
      missing_payment_method: oneOf('cancel', 'create_invoice', 'pause'),
    }),
  });

const trialEnd = () =>
  z.string().transform((value, context) => {
    if (value === 'now') return 'now' as const;
    if (/^\d{9,11}$/.test(value)) return Number(value);
    context.addIssue({
      code: 'custom',
      message: 'Invalid trial_end: must be one of now or a timestamp',
    });
    return z.NEVER;
  });

const shared = {
  cancel_at: orEmpty(integer(0)).optional(),
  cancel_at_period_end: flag().optional(),
  default_payment_method: text().optional(),
  description: orEmpty(text(500)).optional(),
  metadata: orEmpty(metadata()).optional(),
  off_session: flag().optional(),
  payment_settings: z
    .strictObject({
      payment_method_types: paymentMethodTypes().optional(),
      save_default_payment_method: oneOf('off', 'on_subscription').optional(),
    })
    .optional(),
  proration_behavior: oneOf('none', 'create_prorations', 'always_invoice').optional(),
  trial_end: trialEnd().optional(),
  trial_settings: trialSettings().optional(),
};

export const createSubscriptionParams = z.strictObject({
  ...shared,
  customer: text(),
  collection_method: oneOf('charge_automatically', 'send_invoice').optional(),
  currency: currency().optional(),
  days_until_due: integer(1).optional(),
  items: listSchema(z.strictObject(itemFields)),
  payment_behavior: oneOf(
    'allow_incomplete',
    'default_incomplete',
    'error_if_incomplete',
  ).optional(),
  trial_period_days: integer(0, 730).optional(),
});

export const updateSubscriptionParams = z.strictObject({
  ...shared,
  collection_method: oneOf('charge_automatically').optional(),
  cancellation_details: z
    .strictObject({
      comment: orEmpty(text()).optional(),
      feedback: orEmpty(
        oneOf(
          'customer_service',
          'low_quality',
          'missing_features',
          'other',
          'switched_service',
          'too_complex',
          'too_expensive',
          'unused',
        ),
      ).optional(),
    })
    .optional(),
  items: listSchema(
    z.strictObject({
      id: text().optional(),
      ...itemFields,
      deleted: flag().optional(),
    }),
  ).optional(),
  pause_collection: orEmpty(
    z.strictObject({
      behavior: oneOf('keep_as_draft', 'mark_uncollectible', 'void'),
      resumes_at: integer(0).optional(),
    }),
  ).optional(),
  payment_behavior: oneOf(
    'allow_incomplete',
    'default_incomplete',
    'error_if_incomplete',
    'pending_if_incomplete',
  ).optional(),
});

export const cancelSubscriptionParams = z.strictObject({
  cancellation_details: updateSubscriptionParams.shape.cancellation_details,
  invoice_now: flag().optional(),
  prorate: flag().optional(),
});

export const subscriptionFilters = {
  customer: text(),
  price: text(),
  status: oneOf(
    'active',
    'all',
    'canceled',
    'ended',
    'incomplete',
    'incomplete_expired',
    'past_due',
    'paused',
    'trialing',
    'unpaid',
  ),
};

export type UpdateSubscription = z.output<typeof updateSubscriptionParams>;
