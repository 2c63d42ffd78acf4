import type Stripe from 'stripe';
import { nowSeconds } from '../clock.ts';
import type { Row, Tx } from '../store/tx.ts';
import { invalid } from '../wire/errors.ts';

const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
];

export async function cancelIntent(
  tx: Tx,
  intent: Row<'payment_intent'>,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Promise<void> {
  if (!CANCELABLE.includes(intent.data.status)) {
    throw invalid(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.data.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
      { code: 'payment_intent_unexpected_state', payment_intent: intent.data },
    );
  }
  const change = { canceled_at: nowSeconds(), cancellation_reason: reason, next_action: null };
  await tx.change(intent, { ...change, status: 'canceled' }, { challenge: undefined });
  await tx.emit('payment_intent.canceled', intent);
}
