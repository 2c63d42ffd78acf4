import { paymentStatuses } from '@parley/domain';
import { z } from 'zod';
import {
  amountMinor,
  attemptIdParameter,
  currency,
  nullableString,
  nullableTimestamp,
  sessionIdParameter,
  timestamp,
} from './common.ts';

const disputeFields = z.object({
  id: z.string().meta({
    description: 'The id of the dispute at the provider.',
    example: 'dp_1QXmVo2eZvKYlo2C',
  }),
  status: z.string().meta({
    description:
      'The status of the dispute at the provider, such as needs_response, won or lost. One that begins with warning_ is an inquiry: no money is withdrawn.',
    example: 'needs_response',
  }),
  reason: nullableString('The reason that the payer gave.', 'fraudulent'),
  due_by: nullableTimestamp(
    'Until when you can respond; null without a deadline.',
    '2026-11-27T23:59:59.000Z',
  ),
  opened_at: timestamp.meta({ description: 'When the dispute was opened. RFC 3339, UTC.' }),
  closed_at: nullableTimestamp('When the end of the dispute was recorded; null before.'),
});

const dispute = disputeFields.nullable().meta({
  description:
    'The dispute or inquiry that matters most: one that waits for your response, then open, lost and won ones. Null without any.',
});

/** A dispute of a renewal, which is no payment of a session. */
export const subscriptionDispute = disputeFields
  .extend({
    payment_id: z.string().meta({
      description: 'The id of the payment intent of the renewal at the provider.',
      example: 'pi_3QXmVo2eZvKYlo2C1a2b3c4d',
    }),
    amount_minor: amountMinor.meta({ description: 'The amount of the renewal, in minor units.' }),
    currency,
    disputed_minor: amountMinor.meta({
      description:
        'What is disputed of it, or was lost in a dispute, in minor units. An inquiry does not count.',
      example: 4200,
    }),
    captured_at: timestamp.meta({ description: 'When the renewal was charged. RFC 3339, UTC.' }),
  })
  .meta({ id: 'SubscriptionDispute', description: 'A dispute of a renewal of a subscription.' });

/** What became of the money of a session. */
export const paymentSummary = z
  .object({
    status: z.enum(paymentStatuses).meta({
      description:
        'unpaid: no money was taken. paid: you have the whole amount. partially_refunded: a part went back. inquiry: the bank asks about a payment and waits for your response; you still have the money. refunded: everything was refunded. disputed: a dispute waits for your response. dispute_under_review: the bank decides about a dispute. dispute_lost: everything went back, at least a part by a lost dispute.',
      example: 'unpaid',
    }),
    currency,
    received_minor: amountMinor.meta({
      description: 'The payments in this currency, in minor units.',
      example: 0,
    }),
    refunded_minor: amountMinor.meta({
      description: 'What was refunded of them, in minor units.',
      example: 0,
    }),
    disputed_minor: amountMinor.meta({
      description:
        'What is disputed of them, or was lost in a dispute, in minor units. An inquiry does not count.',
      example: 0,
    }),
    dispute: dispute.meta({ ...dispute.meta(), example: null }),
  })
  .meta({
    id: 'PaymentSummary',
    description:
      'What became of the money of the session. Its status does not change when money goes back.',
  });
export type PaymentSummary = z.infer<typeof paymentSummary>;

/** Money that a provider object took for a session. */
export const payment = z
  .object({
    id: z.string().meta({
      description: 'The id of the payment intent at the provider.',
      example: 'pi_3QXmVo2eZvKYlo2C1a2b3c4d',
    }),
    proxy_session_id: sessionIdParameter,
    acquisition_attempt_id: attemptIdParameter,
    amount_minor: amountMinor.meta({ description: 'The amount that was taken, in minor units.' }),
    currency,
    refunded_minor: amountMinor.meta({
      description: 'What was refunded so far, in minor units. It decreases when a refund fails.',
      example: 0,
    }),
    disputed_minor: amountMinor.meta({
      description:
        'The amount of the disputes that are open or lost, in minor units. An inquiry does not count.',
      example: 0,
    }),
    dispute,
    captured_at: timestamp.meta({ description: 'When the money was taken. RFC 3339, UTC.' }),
    updated_at: timestamp,
  })
  .meta({ id: 'Payment', description: 'Money that a provider object took for a session.' });
export type Payment = z.infer<typeof payment>;
