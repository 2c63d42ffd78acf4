import type Stripe from 'stripe';
import { fromSeconds, getRefunded, namedAttempts } from './normalize.ts';
import type { ListedPayment, PaymentPage, Provider } from './port.ts';

/** Reads a page of the account's charges. Charges that took no money are left out. */
export async function listPayments(
  stripe: Stripe,
  { from, until, after }: Parameters<Provider['listPayments']>[0],
): Promise<PaymentPage> {
  const { data, has_more } = await stripe.charges.list({
    created: { gte: toSeconds(from), lt: toSeconds(until) },
    limit: 100,
    // A charge has a copy of the metadata that its payment intent had when it was created.
    expand: ['data.payment_intent'],
    ...(after === null ? {} : { starting_after: after }),
  });
  const last = data.at(-1)?.id;
  return {
    payments: data.filter((charge) => charge.amount_captured > 0).map(toListedPayment),
    next: has_more && last ? last : null,
  };
}

function toListedPayment(charge: Stripe.Charge): ListedPayment {
  const { payment_intent: intent } = charge;
  const ref =
    typeof intent === 'string'
      ? { id: intent, type: 'payment_intent' }
      : typeAndId(intent ?? charge);
  const metadata = typeof intent === 'string' ? charge.metadata : (intent ?? charge).metadata;
  return {
    ...ref,
    amountMinor: charge.amount_captured,
    currency: charge.currency,
    capturedAt: fromSeconds(charge.created),
    refundedMinor: getRefunded(charge),
    isDisputed: charge.disputed,
    sessionId: namedAttempts(metadata)[0]?.sessionId ?? null,
  };
}

const typeAndId = ({ id, object: type }: Stripe.PaymentIntent | Stripe.Charge) => ({ id, type });

/** The first second that does not begin before `time`. */
const toSeconds = (time: Date): number => Math.ceil(time.getTime() / 1000);
