import {
  configurationStatuses,
  intervals,
  MAX_SUBSCRIPTION_DISPUTES,
  MAX_SUBSCRIPTION_ITEMS,
  usageTypes,
} from '@parley/domain';
import { z } from 'zod';
import {
  buyerReferenceInput,
  definePage,
  nullableString,
  nullableTimestamp,
  pageFields,
  pageInput,
  searchInput,
  sessionIdParameter,
  subscriptionIdParameter,
  timestamp,
} from './common.ts';
import { subscriptionDispute } from './payment.ts';

const subscriptionItem = z
  .object({
    interval: z
      .enum(intervals)
      .meta({ description: 'The unit of the billing period.', example: 'month' }),
    interval_count: z
      .int()
      .min(1)
      .meta({ description: 'The number of intervals in a billing period.', example: 1 }),
    provider_product_id: nullableString(
      'The id of the product at the provider.',
      'prod_RkQ0v2eZvKYlo2',
    ),
    quantity: z.int().min(1).meta({ description: 'The quantity.', example: 1 }),
    usage_type: z.enum(usageTypes).meta({
      description: 'licensed: billed by quantity. metered: billed by usage.',
      example: 'licensed',
    }),
    provider_price_id: z
      .string()
      .max(255)
      .regex(/^(price|plan)_/)
      .meta({
        description: 'The id of the price at the provider.',
        example: 'price_1Q0LbD2eZvKYlo2C',
      }),
  })
  .meta({ id: 'SubscriptionItem', description: 'An item of a subscription.' });

const diagnostic = z
  .object({
    last_event_id: z.string().nullable().meta({
      description: 'The id of the last provider event that was applied.',
      example: 'evt_1Q0LbD2eZvKYlo2C',
    }),
    last_event_at: nullableTimestamp('When that event happened.', '2026-11-20T09:30:00.000Z'),
    last_synced_at: nullableTimestamp(
      'When the subscription was last read from the provider.',
      '2026-11-20T09:30:00.000Z',
    ),
    sync_source: z
      .enum(['event', 'sweep', 'payer', 'merchant'])
      .nullable()
      .meta({ description: 'What caused the last read.', example: 'event' }),
    stale: z.boolean().meta({
      description: 'Whether the period has ended and the subscription has not been read since.',
      example: false,
    }),
  })
  .meta({ id: 'SubscriptionDiagnostic', description: 'How up to date the subscription is.' });

export const subscription = z
  .object({
    id: subscriptionIdParameter,
    original_proxy_session_id: sessionIdParameter.meta({
      description: 'The id of the session that created the subscription.',
    }),
    buyer_reference: z
      .string()
      .meta({ description: 'Your reference for the buyer.', example: 'customer_8412' }),
    provider_subscription_id: z.string().meta({
      description: 'The id of the subscription at the provider.',
      example: 'sub_1Q0LbD2eZvKYlo2C',
    }),
    provider_checkout_session_id: nullableString(
      'The id of the checkout session that created it; null if none.',
    ),
    psp: z.string().meta({ description: 'The provider.', example: 'provider' }),
    status: z.string().meta({ description: 'The status at the provider.', example: 'active' }),
    configuration_status: z.enum(configurationStatuses).meta({
      description:
        'supported: one currency and 1 to 500 valid items. action_required: see configuration_reason. unknown: not read from the provider yet.',
      example: 'supported',
    }),
    configuration_reason: nullableString(
      'Why configuration_status is action_required; null otherwise.',
    ),
    cancel_at: nullableTimestamp('When it will be canceled.'),
    cancel_at_period_end: z.boolean().meta({
      description: 'Whether it is canceled at the end of the current period.',
      example: false,
    }),
    current_period_start: nullableTimestamp(
      'When the current period began.',
      '2026-11-20T09:30:00.000Z',
    ),
    current_period_end: nullableTimestamp(
      'When the current period ends.',
      '2026-12-20T09:30:00.000Z',
    ),
    trial_end: nullableTimestamp('When the trial ends or ended.'),
    ended_at: nullableTimestamp('When it ended.'),
    pause_collection_behavior: nullableString(
      'The behavior of invoices while collection is paused; null if it is not paused.',
    ),
    items_source_hash: nullableString(
      'SHA-256 of the items as read from the provider, in lowercase hex.',
      'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    ),
    items_updated_at: nullableTimestamp('When the items last changed.', '2026-11-20T09:30:00.000Z'),
    latest_invoice_id: nullableString('The id of the latest invoice.', 'in_1Q0LbD2eZvKYlo2C'),
    latest_invoice_amount_minor: z
      .int()
      .nullable()
      .meta({ description: 'The amount of the latest invoice, in minor units.', example: 900 }),
    latest_invoice_currency: nullableString('ISO 4217 code, lowercase.', 'eur'),
    latest_payment_status: nullableString(
      'paid, open, failed, action_required, void, uncollectible or draft.',
      'paid',
    ),
    disputes: z.array(subscriptionDispute).max(MAX_SUBSCRIPTION_DISPUTES).meta({
      description:
        'The disputes of its renewals, and of the first charge after a trial: first those that wait for your response, then open, lost and won ones. Those of the payments of its session are in payment_summary of the session. An extension of the base specification.',
      example: [],
    }),
    created_at: timestamp,
    updated_at: timestamp,
    diagnostic,
    provider_customer_id: nullableString(
      'The id of the customer at the provider.',
      'cus_RkQ0v2eZvKYlo2',
    ),
    items: z
      .array(subscriptionItem)
      .max(MAX_SUBSCRIPTION_ITEMS)
      .meta({ description: 'The items.' }),
  })
  .meta({ id: 'Subscription', description: 'A subscription as last read from the provider.' });
export type Subscription = z.infer<typeof subscription>;

export const getSubscriptionInput = z.strictObject({ id: subscriptionIdParameter });

export const listSubscriptionsInput = z.strictObject({
  status: z
    .string()
    .min(1, 'must not be empty')
    .max(64, 'must be at most 64 characters')
    .optional()
    .meta({
      description: 'Returns only subscriptions with this status at the provider.',
      example: 'past_due',
    }),
  buyer_reference: buyerReferenceInput
    .optional()
    .meta({ description: 'Returns only subscriptions of this buyer.', example: 'customer_8412' }),
  configuration_status: z.enum(configurationStatuses).optional().meta({
    description: 'Returns only subscriptions with this configuration status.',
    example: 'action_required',
  }),
  ...pageInput,
});
export type ListSubscriptionsInput = z.output<typeof listSubscriptionsInput>;

/** Filters of the dashboard, over RPC only. */
export const listSubscriptionOverviewsInput = listSubscriptionsInput.extend({
  created_from: z.string().optional(),
  created_before: z.string().optional(),
  /** A buyer reference, or the id of a subscription, of a customer or of the latest invoice. */
  search: searchInput.optional(),
});
export type ListSubscriptionOverviewsInput = z.output<typeof listSubscriptionOverviewsInput>;

/** A row of the subscription list. */
const subscriptionOverview = subscription.pick({
  id: true,
  buyer_reference: true,
  status: true,
  configuration_status: true,
  current_period_end: true,
  ended_at: true,
  latest_invoice_amount_minor: true,
  latest_invoice_currency: true,
  created_at: true,
});

export const listSubscriptionOverviewsOutput = z.object({
  data: z.array(subscriptionOverview),
  ...pageFields,
});

export const listSubscriptionsOutput = definePage(
  subscription,
  'SubscriptionList',
  'A page of subscriptions.',
);

/** The invoices of a subscription. Only the dashboard reads them. */
export const invoices = z.object({
  /** Newest first. */
  data: z.array(
    z.object({
      /** The id of the invoice at the provider. */
      id: z.string(),
      /** Minor units. */
      amount_minor: z.int(),
      currency: z.string(),
      /** The last known status, as `latest_payment_status` of the subscription. */
      payment_status: z.string(),
      /** When Parley first read the invoice. */
      first_seen_at: timestamp,
    }),
  ),
  /** Whether the subscription has events that were not read, so older invoices may be missing. */
  has_more: z.boolean(),
});
export type Invoices = z.infer<typeof invoices>;
