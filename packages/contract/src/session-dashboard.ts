// The views of sessions that only the dashboard reads, over RPC.
import { sessionStatuses } from '@parley/domain';
import { z } from 'zod';
import { acquisitionAttempt } from './acquisition-attempt.ts';
import { apiRequest } from './api-request.ts';
import {
  amountMinorInput,
  attemptReason,
  currencyInput,
  jsonObject,
  pageFields,
  searchInput,
} from './common.ts';
import { payment, paymentSummary } from './payment.ts';
import { merchantSession } from './proxy-session.ts';
import { finalFields, quoteFields, requestedFields } from './session-fields.ts';
import { listSessionsInput } from './session-operations.ts';
import { eventDelivery } from './webhook-delivery.ts';

/** A row of the session list. */
export const sessionOverview = merchantSession
  .pick({
    id: true,
    status: true,
    actionable_next_step: true,
    buyer_reference: true,
    created_at: true,
    updated_at: true,
    expires_at: true,
  })
  .extend({
    /** What became of the money that was taken. */
    payment_status: paymentSummary.shape.status,
    /** Why the current attempt has its status; null without a reason. */
    status_reason: z.string().nullable(),
    /** Null if the cart has no items. */
    cart_summary: z
      .object({
        /** With the quantity if that is not one. */
        first_item: z.string(),
        /** How many other items there are. */
        more_items: z.number().int(),
      })
      .nullable(),
    final: requestedFields,
    /** Only in exports. */
    metadata: jsonObject.optional(),
    /** Only in exports. */
    payment_summary: paymentSummary.optional(),
  });
export type SessionOverview = z.infer<typeof sessionOverview>;

/** An id of Parley or of a provider. */
const anyId = z
  .string()
  .regex(/^[!-~]{1,255}$/, 'must be an id of at most 255 characters without spaces');

const metadataText = z
  .string()
  .max(500, 'must be at most 500 characters')
  .refine((text) => !text.includes('\0'), 'must not contain the null character');

export const listSessionOverviewsInput = listSessionsInput
  .extend({
    /** Sessions with one of these statuses; all without any. */
    status: z.array(z.enum(sessionStatuses)).max(sessionStatuses.length).optional(),
    /** Of the binding charge, as the amounts in minor units, which are both included. */
    currency: currencyInput.optional(),
    amount_from: amountMinorInput.optional(),
    amount_to: amountMinorInput.optional(),
    /** Why the current attempt has its status, such as payment_declined. */
    attempt_reason: attemptReason.optional(),
    /** A key of the metadata whose value is this text, number or boolean. */
    metadata: z
      .object({ key: metadataText.min(1, 'must not be empty'), value: metadataText })
      .optional(),
    /** Sessions that need a person: of conflicts, missing reports, unknown attempts and provider events. */
    needs_attention: z.boolean().optional(),
    /**
     * The email of a payer in any case, a buyer reference, or the id of a session, attempt, subscription, event,
     * request, provider object or provider event.
     */
    search: searchInput.optional(),
    /** Only these sessions. Those of another merchant or mode are left out. */
    ids: z.array(anyId).max(100, 'must have at most 100 ids').optional(),
    /** Adds the metadata and what became of the money, and does not shorten the texts of the merchant. */
    for_export: z.boolean().optional(),
    /** Which cursor `cursor` is. */
    direction: z.enum(['next', 'previous']).default('next'),
  })
  .refine(({ amount_from: from = 0, amount_to: to = from }) => from <= to, {
    path: ['amount_to'],
    error: 'must be amount_from or more',
  });
export type ListSessionOverviewsInput = z.output<typeof listSessionOverviewsInput>;

export const listSessionOverviewsOutput = z.object({
  data: z.array(sessionOverview),
  ...pageFields,
  previous_cursor: z.string().nullable(),
  /**
   * The creation time of the last examined session, if the page ends there although it is not full.
   * The adjacent page continues the search.
   */
  examined_to: z.string().nullable(),
});

export const countSessionsByStatusOutput = z.array(
  z.object({
    status: z.enum(sessionStatuses),
    /** At most 10,000. */
    count: z.int(),
    /** Whether there are more than `count`. */
    has_more: z.boolean(),
  }),
);
export type SessionCounts = z.infer<typeof countSessionsByStatusOutput>;

/** A session with the current cart only, once. */
const sessionDetail = merchantSession.extend({
  requested: requestedFields,
  latest_quote: quoteFields,
  final: finalFields,
});
export type SessionDetail = z.infer<typeof sessionDetail>;

/** One change of a session. */
const timelineEntry = z.object({
  sequence: z.int(),
  at: z.string(),
  action: z.string(),
  subject: z.enum(['session', 'attempt']),
  attempt_id: z.string().nullable(),
  from_status: z.string().nullable(),
  to_status: z.string().nullable(),
  reason: z.string().nullable(),
  actor_kind: z.string(),
  actor_id: z.string().nullable(),
  request_id: z.string().nullable(),
});

/** Money that a provider object took for the session; amounts in minor units. */
const sessionPayment = z.object({
  provider_object_id: z.string(),
  attempt_id: z.string(),
  amount_minor: z.int(),
  currency: z.string(),
  refunded_minor: z.int(),
  disputed_minor: z.int(),
  dispute: payment.shape.dispute,
  /** Whether it arrived after the order was fulfilled, is not refunded in full, and no one has accepted it. */
  refund_due: z.boolean(),
  /** Whether the last refund of its attempt failed, so that the money stays with the merchant. */
  refund_failed: z.boolean(),
  captured_at: z.string(),
  recorded_at: z.string(),
});

/** Lines of a cart snapshot; amounts in minor units. */
const cartLines = z.array(
  z.object({
    name: z.string(),
    quantity: z.number(),
    unit: z.string().nullable(),
    unitAmountMinor: z.int().nullable(),
    amountMinor: z.int().nullable(),
  }),
);

/** The number of entries of the cart snapshot that cannot be shown as lines. */
const omittedLines = z.int();

/** A version of the cart. */
const sessionCart = z.object({
  cart_version: z.int(),
  amount_minor: z.int(),
  currency: z.string(),
  lines: cartLines,
  omitted_lines: omittedLines,
  created_at: z.string(),
});

/** What the provider reported about the session. */
const sessionProviderEvent = z.object({
  id: z.string(),
  psp_config_id: z.string(),
  type: z.string(),
  object_id: z.string(),
  status: z.enum(['waiting', 'applied', 'ignored', 'parked', 'failed']),
  /** Why it was ignored, parked or failed. */
  note: z.string().nullable(),
  occurred_at: z.string(),
  received_at: z.string(),
});

/** An event of the session, with its deliveries. */
const sessionEvent = z.object({
  id: z.string(),
  type: z.string(),
  sequence: z.int(),
  created_at: z.string(),
  /** Those that failed first; at most 10 in each condition that is counted. */
  deliveries: z.array(eventDelivery),
  /** All deliveries. Those that wait for a retry or for an inactive endpoint are not in `waiting`. */
  delivery_counts: z.object({
    total: z.int(),
    failed: z.int(),
    retrying: z.int(),
    held: z.int(),
    waiting: z.int(),
    succeeded: z.int(),
    canceled: z.int(),
  }),
});

export const sessionTimeline = z.object({
  session: sessionDetail,
  lines: cartLines,
  omitted_lines: omittedLines,
  /** What the cart adds to its lines, in minor units, as the payer sees it; null if it states nothing that adds up. */
  cart_sums: z
    .object({
      subtotal_minor: z.int(),
      tax_minor: z.int(),
      shipping_minor: z.int(),
      discount_minor: z.int(),
    })
    .nullable(),
  /** Oldest first, at most the newest 20. */
  carts: z.array(sessionCart),
  attempts: z.array(acquisitionAttempt),
  /** Oldest first. */
  payments: z.array(sessionPayment),
  /** Oldest first. */
  history: z.array(timelineEntry),
  /** Oldest first, at most the newest 100. */
  events: z.array(sessionEvent),
  /** Oldest first, at most the newest 100. */
  provider_events: z.array(sessionProviderEvent),
  /** Those in the request log, except reads that succeeded: oldest first, at most the newest 100. */
  requests: z.array(apiRequest),
  /** Whether a list leaves out older entries. */
  has_more: z.object({
    carts: z.boolean(),
    events: z.boolean(),
    provider_events: z.boolean(),
    requests: z.boolean(),
  }),
  /** Whether the provider refused to create an object for the current cart. */
  cart_refused: z.boolean(),
  /** The URL where a payer opens the session; null if it is not open or no publishable key exists. */
  payer_url: z.string().nullable(),
  fulfillment: z.object({
    reference: z.string().nullable(),
    error_code: z.string().nullable(),
    error_message: z.string().nullable(),
  }),
});
export type SessionTimeline = z.infer<typeof sessionTimeline>;
