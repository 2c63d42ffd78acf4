import type Stripe from 'stripe';
import { z } from 'zod';
import { type CardDispute, cardByName } from '../cards/test-cards.ts';
import { nowSeconds } from '../clock.ts';
import { idOf, newId } from '../store/kinds.ts';
import type { Tx } from '../store/tx.ts';
import { invalid } from '../wire/errors.ts';
import { text } from '../wire/params.ts';

const DEFAULT_DISPUTE: CardDispute = { reason: 'fraudulent', status: 'needs_response' };

const closedStatuses: readonly string[] = ['won', 'lost', 'warning_closed'];

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** Opens a dispute of a payment's charge; does nothing if it is disputed already or did not succeed. */
export async function openDispute(tx: Tx, intentId: string): Promise<void> {
  const intent = await tx.read('payment_intent', intentId);
  const charge = await tx.lock('charge', idOf(intent.data.latest_charge) ?? '', 'charge');
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
