import type Stripe from 'stripe';
import { nowSeconds } from '../clock.ts';
import { idOf, newId } from '../store/kinds.ts';
import type { Tx } from '../store/tx.ts';

/** Opens a dispute of a payment's charge; does nothing if it is disputed already or did not succeed. */
export async function openDispute(tx: Tx, intentId: string): Promise<void> {
  const intent = await tx.read('payment_intent', intentId);
  const charge = await tx.lock('charge', idOf(intent.data.latest_charge) ?? '', 'charge');
  if (charge.data.disputed || charge.data.status !== 'succeeded') return;
  charge.data = { ...charge.data, disputed: true };
  await tx.save(charge);
  const dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.data.amount,
    balance_transactions: [],
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.data.currency,
    evidence_details: {
      due_by: nowSeconds() + 7 * 86_400,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: true,
    livemode: false,
    metadata: {},
    payment_intent: intentId,
    reason: 'fraudulent',
    status: 'needs_response',
    // The simulator omits the evidence and other details.
  } as unknown as Stripe.Dispute;
  const row = await tx.insert('dispute', dispute);
  await tx.emit('charge.dispute.created', row);
}
