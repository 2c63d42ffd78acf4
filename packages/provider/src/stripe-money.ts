import type Stripe from 'stripe';
import { idOf } from './normalize.ts';
import type { ObjectRef, ProviderMoney } from './port.ts';
import { firstInvoice, intentOfInvoice } from './stripe-objects.ts';

/** The money a root object took: that of its payment, of a subscription that of its first invoice. */
export async function readMoney(stripe: Stripe, object: ObjectRef): Promise<ProviderMoney | null> {
  const intentId = await paymentBehind(stripe, object);
  if (!intentId) return null;
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intentId, {
    expand: ['latest_charge'],
  });
  if (!charge || typeof charge === 'string' || charge.amount_captured === 0) return null;
  return {
    takenMinor: charge.amount_captured,
    refundedMinor: charge.amount_refunded,
    currency: charge.currency,
  };
}

async function paymentBehind(stripe: Stripe, { type, id }: ObjectRef): Promise<string | null> {
  switch (type) {
    case 'payment_intent':
      return id;
    case 'checkout.session': {
      const session = await stripe.checkout.sessions.retrieve(id);
      if (session.payment_intent) return idOf(session.payment_intent);
      return idOf(await intentOfInvoice(stripe, idOf(session.invoice)));
    }
    case 'subscription': {
      const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
      const first = await firstInvoice(stripe, subscription);
      return idOf(await intentOfInvoice(stripe, first?.id ?? null));
    }
    default:
      return null;
  }
}
