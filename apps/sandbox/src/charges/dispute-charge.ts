import type Stripe from 'stripe';
import { z } from 'zod';
import { type CardDispute, cardByName } from '../cards/test-cards.ts';
import { nowSeconds } from '../clock.ts';
import { getId, newId } from '../store/kinds.ts';
import type { Tx } from '../store/tx.ts';
import { invalid } from '../wire/errors.ts';
import { text } from '../wire/params.ts';
import { nulls } from '../wire/words.ts';

const DEFAULT_DISPUTE: CardDispute = { reason: 'fraudulent', status: 'needs_response' };

const closedStatuses: readonly string[] = ['won', 'lost', 'warning_closed'];

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  ...nulls(`
    access_activity_log billing_address cancellation_policy cancellation_policy_disclosure
    cancellation_rebuttal customer_communication customer_email_address customer_name
    customer_purchase_ip customer_signature duplicate_charge_documentation
    duplicate_charge_explanation duplicate_charge_id product_description receipt refund_policy
    refund_policy_disclosure refund_refusal_explanation service_date service_documentation
    shipping_address shipping_carrier shipping_date shipping_documentation shipping_tracking_number
    uncategorized_file uncategorized_text
  `),
  enhanced_evidence: {},
};

/** Opens a dispute of a payment's charge; does nothing if it is disputed already or did not succeed. */
export async function openDispute(tx: Tx, intentId: string): Promise<void> {
  const intent = await tx.read('payment_intent', intentId);
  const charge = await tx.lock('charge', getId(intent.data.latest_charge) ?? '', 'charge');
  if (charge.data.disputed || charge.data.status !== 'succeeded') return;
  await tx.change(charge, { disputed: true });
  const method = await tx.find('payment_method', charge.data.payment_method ?? '');
  const { reason, status } = cardByName(method?.hidden.test_card ?? '')?.dispute ?? DEFAULT_DISPUTE;
  const dispute: Stripe.Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.data.amount,
    balance_transactions: [],
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.data.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: nowSeconds() + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: true,
    livemode: tx.config.livemode,
    metadata: {},
    payment_intent: intentId,
    reason,
    status,
  };
  await tx.create('dispute', dispute, 'charge.dispute.created');
}

export const submitEvidenceParams = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: text() }),
});

/** Submits the merchant's evidence: the bank reviews it. Throws the API's error if the dispute is closed. */
export async function submitEvidence(
  tx: Tx,
  id: string,
  { evidence }: z.output<typeof submitEvidenceParams>,
): Promise<Stripe.Dispute> {
  const dispute = await tx.lock('dispute', id);
  const { status, evidence_details: details } = dispute.data;
  if (closedStatuses.includes(status)) {
    throw invalid('This dispute is already closed');
  }
  await tx.change(dispute, {
    evidence: { ...dispute.data.evidence, ...evidence },
    evidence_details: {
      ...details,
      has_evidence: true,
      submission_count: details.submission_count + 1,
    },
    status: status.startsWith('warning_') ? 'warning_under_review' : 'under_review',
  });
  await tx.emit('charge.dispute.updated', dispute);
  return dispute.data;
}

/**
 * Closes the open dispute or inquiry of a payment; `false` if it has none. The charge stays marked as disputed. An
 * inquiry that is won ends without a dispute.
 */
export async function closeDispute(
  tx: Tx,
  intentId: string,
  outcome: 'won' | 'lost',
): Promise<boolean> {
  const found = await tx.client.query<{ id: string }>(
    `SELECT id FROM object WHERE kind = 'dispute' AND data->>'payment_intent' = $1
       AND data->>'status' <> ALL ($2)`,
    [intentId, closedStatuses],
  );
  const [open] = found.rows;
  if (!open) return false;
  const dispute = await tx.lock('dispute', open.id);
  const isInquiry = dispute.data.status.startsWith('warning_');
  const status = isInquiry && outcome === 'won' ? 'warning_closed' : outcome;
  await tx.change(dispute, { status });
  await tx.emit('charge.dispute.closed', dispute);
  return true;
}
