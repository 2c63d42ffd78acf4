import type Stripe from 'stripe';
import { z } from 'zod';
import { cardByName } from '../cards/test-cards.ts';
import { clockMs, nowSeconds } from '../clock.ts';
import { getId, newId } from '../store/kinds.ts';
import type { Tx } from '../store/tx.ts';
import { invalid } from '../wire/errors.ts';
import { amount, mergeMetadata, metadata, oneOf, orEmpty, text } from '../wire/params.ts';

export const createRefundParams = z.strictObject({
  amount: amount(1).optional(),
  charge: text().optional(),
  payment_intent: text().optional(),
  metadata: orEmpty(metadata()).optional(),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer').optional(),
});

/** Milliseconds until the bank confirms or refuses a refund. */
const FINISH_DELAY_MS = 500;

/** Refunds a charge, in full unless an amount is given; throws the API's error if it cannot be refunded. */
export async function createRefund(
  tx: Tx,
  params: z.output<typeof createRefundParams>,
): Promise<Stripe.Refund> {
  const chargeId = await readCharge(tx, params);
  const charge = await tx.lock('charge', chargeId, 'charge');
  if (charge.data.status !== 'succeeded') {
    throw invalid(
      `Charge ${chargeId} cannot be refunded: it has a status of ${charge.data.status}.`,
    );
  }
  const left = charge.data.amount - charge.data.amount_refunded;
  if (left === 0) {
    throw invalid(`Charge ${chargeId} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const sum = params.amount ?? left;
  if (sum > left) {
    throw invalid(`Refund amount (${sum}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  }
  const pending = (await refundBehavior(tx, charge.data)) === 'pending';
  const refund: Stripe.Refund = {
    id: newId('re'),
    object: 'refund',
    amount: sum,
    balance_transaction: newId('txn'),
    charge: chargeId,
    created: nowSeconds(),
    currency: charge.data.currency,
    customer: getId(charge.data.customer),
    customer_account: null,
    destination_details: {
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    metadata: mergeMetadata({}, params.metadata ?? {}),
    payment_intent: getId(charge.data.payment_intent),
    payment_method: charge.data.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: pending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  };
  const refunded = charge.data.amount_refunded + sum;
  const before = await tx.change(charge, {
    amount_refunded: refunded,
    refunded: refunded === charge.data.amount,
  });
  const row = await tx.insert('refund', refund);
  await tx.emit('charge.refunded', charge, before);
  await tx.emit('refund.created', row);
  await tx.schedule('finish_refund', refund.id, clockMs() + FINISH_DELAY_MS);
  return refund;
}

/** Ends a refund: the bank confirms it with a reference, or refuses it. */
export async function finishRefund(tx: Tx, id: string): Promise<void> {
  const refund = await tx.lock('refund', id);
  const charge = await tx.lock('charge', getId(refund.data.charge) ?? '');
  const failed = (await refundBehavior(tx, charge.data)) === 'fails';
  const change: Partial<Stripe.Refund> = failed
    ? {
        failure_balance_transaction: newId('txn'),
        failure_reason: 'expired_or_canceled_card',
        status: 'failed',
      }
    : {
        destination_details: {
          card: {
            reference: id.slice(-12),
            reference_status: 'available',
            reference_type: 'acquirer_reference_number',
            type: 'refund',
          },
          type: 'card',
        },
        status: 'succeeded',
      };
  const before = await tx.change(refund, change);
  if (failed) {
    const left = charge.data.amount_refunded - before.amount;
    await tx.change(charge, { amount_refunded: left, refunded: false });
    await tx.emit('refund.failed', refund, before);
  }
  await tx.emit('refund.updated', refund, before);
  await tx.emit('charge.refund.updated', refund, before);
}

async function refundBehavior(tx: Tx, charge: Stripe.Charge) {
  const method = await tx.find('payment_method', charge.payment_method ?? '');
  return cardByName(method?.hidden.test_card ?? '')?.refund;
}

async function readCharge(
  tx: Tx,
  params: { charge?: string | undefined; payment_intent?: string | undefined },
): Promise<string> {
  if (params.charge !== undefined) return params.charge;
  if (params.payment_intent === undefined) {
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
      { code: 'parameter_missing' },
    );
  }
  const intent = await tx.read('payment_intent', params.payment_intent, 'payment_intent');
  const charge = getId(intent.data.latest_charge);
  if (intent.data.status === 'succeeded' && charge) return charge;
  throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
    code: 'payment_intent_unexpected_state',
    param: 'payment_intent',
  });
}

/** The `refunds` field of an expanded charge: its 10 newest refunds. */
export async function chargeRefunds(tx: Tx, charge: Record<string, unknown>): Promise<unknown> {
  const id = String(charge.id);
  const found = await tx.client.query<{ data: unknown }>(
    "SELECT data FROM object WHERE kind = 'refund' AND data->>'charge' = $1 ORDER BY seq DESC LIMIT 10",
    [id],
  );
  const data = found.rows.map((row) => row.data);
  return { object: 'list', data, has_more: false, url: `/v1/charges/${id}/refunds` };
}
