import {
  configurationStatuses,
  intervals,
  MAX_SUBSCRIPTION_ITEMS,
  usageTypes,
} from '@parley/domain';
import { z } from 'zod';
import { sessionIdParameter, subscriptionIdParameter, timestamp } from './common.ts';

const nullableTimestamp = timestamp.nullable();

const subscriptionItem = z.object({
  interval: z.enum(intervals).meta({ example: 'month' }),
  interval_count: z.int().min(1).meta({ example: 1 }),
  provider_product_id: z.string().nullable().meta({ example: 'prod_RkQ0v2eZvKYlo2' }),
  quantity: z.int().min(1).meta({ example: 1 }),
  usage_type: z.enum(usageTypes).meta({ example: 'licensed' }),
  provider_price_id: z
    .string()
    .max(255)
    .regex(/^(price|plan)_/)
    .meta({ example: 'price_1Q0LbD2eZvKYlo2C' }),
});

const diagnostic = z
  .object({
    last_event_id: z.string().nullable().meta({
      description: "The provider's event that was applied last.",
      example: 'evt_1Q0LbD2eZvKYlo2C',
    }),
    last_event_at: nullableTimestamp,
    last_synced_at: nullableTimestamp.meta({
      description: 'When the subscription was last read from the provider.',
    }),
    sync_source: z
      .enum(['event', 'sweep', 'payer', 'merchant'])
      .nullable()
      .meta({ description: 'What made us read it then.', example: 'event' }),
    stale: z.boolean().meta({
      description: 'Whether its period is over and nothing was heard of it since.',
      example: false,
    }),
  })
  .meta({ description: 'How current this picture is.' });

export const subscription = z.object({
  id: subscriptionIdParameter,
  original_proxy_session_id: sessionIdParameter,
  buyer_reference: z.string().meta({ example: 'customer_8412' }),
  provider_subscription_id: z.string().meta({ example: 'sub_1Q0LbD2eZvKYlo2C' }),
  provider_checkout_session_id: z.string().nullable().meta({ example: null }),
  psp: z.string().meta({ example: 'provider' }),
  status: z.string().meta({ description: "The provider's own word.", example: 'active' }),
  configuration_status: z.enum(configurationStatuses).meta({
    description: 'supported: one currency and 1 to 500 items of a known form.',
    example: 'supported',
  }),
  configuration_reason: z.string().nullable().meta({ example: null }),
  cancel_at: nullableTimestamp,
  cancel_at_period_end: z.boolean(),
  current_period_start: nullableTimestamp,
  current_period_end: nullableTimestamp,
  trial_end: nullableTimestamp,
  ended_at: nullableTimestamp,
  pause_collection_behavior: z.string().nullable().meta({ example: null }),
  items_source_hash: z.string().nullable(),
  items_updated_at: nullableTimestamp,
  latest_invoice_id: z.string().nullable().meta({ example: 'in_1Q0LbD2eZvKYlo2C' }),
  latest_invoice_amount_minor: z.int().nullable().meta({ example: 900 }),
  latest_invoice_currency: z.string().nullable().meta({ example: 'eur' }),
  latest_payment_status: z.string().nullable().meta({
    description: 'paid, open, failed, action_required, void, uncollectible or draft.',
    example: 'paid',
  }),
  created_at: timestamp,
  updated_at: timestamp,
  diagnostic,
  provider_customer_id: z.string().nullable().meta({ example: 'cus_RkQ0v2eZvKYlo2' }),
  items: z.array(subscriptionItem).max(MAX_SUBSCRIPTION_ITEMS),
});
export type Subscription = z.infer<typeof subscription>;

export const getSubscriptionInput = z.strictObject({ id: subscriptionIdParameter });

const whole = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value;

export const listSubscriptionsInput = z.strictObject({
  limit: z
    .preprocess(
      whole,
      z.int('must be a whole number').min(1, 'must be 1 to 100').max(100, 'must be 1 to 100'),
    )
    .default(20)
    .meta({ description: 'How many to answer at most, 1 to 100.', example: 20 }),
  cursor: z.string().optional().meta({ description: 'next_cursor of the page before.' }),
});

export const listSubscriptionsOutput = z.object({
  data: z.array(subscription),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
});
