import {
  configurationStatuses,
  intervals,
  MAX_SUBSCRIPTION_ITEMS,
  usageTypes,
} from '@parley/domain';
import { z } from 'zod';
import {
  cursorInput,
  limitInput,
  pageFields,
  sessionIdParameter,
  subscriptionIdParameter,
  timestamp,
} from './common.ts';

const nullableTimestamp = (description: string, example: string | null = null) =>
  timestamp.nullable().meta({ description: `${description} RFC 3339, UTC.`, example });
const nullableString = (description: string, example: string | null = null) =>
  z.string().nullable().meta({ description, example });

const subscriptionItem = z
  .object({
    interval: z
      .enum(intervals)
      .meta({ description: 'What a period is made of.', example: 'month' }),
    interval_count: z
      .int()
      .min(1)
      .meta({ description: 'How many intervals make a period.', example: 1 }),
    provider_product_id: nullableString('The product at the provider.', 'prod_RkQ0v2eZvKYlo2'),
    quantity: z.int().min(1).meta({ description: 'How many of it.', example: 1 }),
    usage_type: z
      .enum(usageTypes)
      .meta({ description: 'Paid by quantity, or by what was used.', example: 'licensed' }),
    provider_price_id: z
      .string()
      .max(255)
      .regex(/^(price|plan)_/)
      .meta({ description: 'The price at the provider.', example: 'price_1Q0LbD2eZvKYlo2C' }),
  })
  .meta({ id: 'SubscriptionItem', description: 'One thing that is paid for again and again.' });

const diagnostic = z
  .object({
    last_event_id: z.string().nullable().meta({
      description: "The provider's event that was applied last.",
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
      .meta({ description: 'What made us read it then.', example: 'event' }),
    stale: z.boolean().meta({
      description: 'Whether its period is over and nothing was heard of it since.',
      example: false,
    }),
  })
  .meta({ id: 'SubscriptionDiagnostic', description: 'How current this picture is.' });

export const subscription = z
  .object({
    id: subscriptionIdParameter,
    original_proxy_session_id: sessionIdParameter.meta({
      description: 'The id of the session that began it.',
    }),
    buyer_reference: z
      .string()
      .meta({ description: "The merchant's own name for the buyer.", example: 'customer_8412' }),
    provider_subscription_id: z
      .string()
      .meta({ description: 'Its id at the provider.', example: 'sub_1Q0LbD2eZvKYlo2C' }),
    provider_checkout_session_id: nullableString('The checkout session it began with, if any.'),
    psp: z.string().meta({ description: 'The provider.', example: 'provider' }),
    status: z.string().meta({ description: "The provider's own word.", example: 'active' }),
    configuration_status: z.enum(configurationStatuses).meta({
      description: 'supported: one currency and 1 to 500 items of a known form.',
      example: 'supported',
    }),
    configuration_reason: nullableString('What is wrong with it, where action is required.'),
    cancel_at: nullableTimestamp('When it is to end.'),
    cancel_at_period_end: z
      .boolean()
      .meta({ description: 'Whether it ends with the current period.', example: false }),
    current_period_start: nullableTimestamp(
      'When the current period began.',
      '2026-11-20T09:30:00.000Z',
    ),
    current_period_end: nullableTimestamp(
      'When the current period ends.',
      '2026-12-20T09:30:00.000Z',
    ),
    trial_end: nullableTimestamp('When its trial ends or ended.'),
    ended_at: nullableTimestamp('When it ended.'),
    pause_collection_behavior: nullableString(
      'What becomes of invoices while collection is paused; null when it is not.',
    ),
    items_source_hash: nullableString(
      'SHA-256 of the items as the provider showed them, lowercase hex.',
      'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    ),
    items_updated_at: nullableTimestamp('When the items changed last.', '2026-11-20T09:30:00.000Z'),
    latest_invoice_id: nullableString('The newest invoice.', 'in_1Q0LbD2eZvKYlo2C'),
    latest_invoice_amount_minor: z
      .int()
      .nullable()
      .meta({ description: 'What the newest invoice asks for, in minor units.', example: 900 }),
    latest_invoice_currency: nullableString('ISO 4217 code, lowercase.', 'eur'),
    latest_payment_status: nullableString(
      'paid, open, failed, action_required, void, uncollectible or draft.',
      'paid',
    ),
    created_at: timestamp,
    updated_at: timestamp,
    diagnostic,
    provider_customer_id: nullableString('The customer at the provider.', 'cus_RkQ0v2eZvKYlo2'),
    items: z
      .array(subscriptionItem)
      .max(MAX_SUBSCRIPTION_ITEMS)
      .meta({ description: 'What is paid for.' }),
  })
  .meta({ id: 'Subscription', description: 'A subscription as the provider last showed it.' });
export type Subscription = z.infer<typeof subscription>;

export const getSubscriptionInput = z.strictObject({ id: subscriptionIdParameter });

export const listSubscriptionsInput = z.strictObject({
  limit: limitInput.default(20),
  cursor: cursorInput.optional(),
});

export const listSubscriptionsOutput = z
  .object({ data: z.array(subscription).meta({ description: 'Newest first.' }), ...pageFields })
  .meta({ id: 'SubscriptionList', description: 'A page of subscriptions.' });
