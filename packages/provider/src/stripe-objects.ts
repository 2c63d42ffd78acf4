import { isDisputeWon, isInquiry, rankDispute } from '@parley/domain';
import type Stripe from 'stripe';
import { ATTEMPT_KEY, findCheckoutSession } from './find-checkout-session.ts';
import {
  expanded,
  fromCheckoutSession,
  fromPaymentIntent,
  fromSeconds,
  getId,
  getRefunded,
  namedAttempts,
  paymentIntentOutcome,
} from './normalize.ts';
import { fromSubscription } from './normalize-subscription.ts';
import type {
  ObjectOwner,
  ObjectRef,
  ProviderDispute,
  ProviderOutcome,
  ProviderPaymentState,
  ProviderRoot,
} from './port.ts';
import { isRefusal } from './stripe-errors.ts';

/** The operations on one type of root object. */
export interface RootKind {
  read(stripe: Stripe, id: string): Promise<ProviderRoot>;
  /** Closes the object so that it can take no money; does nothing if it has taken some. */
  close(stripe: Stripe, id: string): Promise<void>;
  findByAttempt(
    stripe: Stripe,
    attemptId: string,
    created: { from: Date; until: Date },
  ): Promise<string | null>;
}

const byAttempt = (attemptId: string) => ({
  query: `metadata['${ATTEMPT_KEY}']:'${attemptId}'`,
  limit: 1,
});

export const rootKinds: Readonly<Record<string, RootKind>> = {
  payment_intent: {
    read: async (stripe, id) =>
      fromPaymentIntent(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })),
    close: async (stripe, id) => {
      await stripe.paymentIntents.cancel(id);
    },
    findByAttempt: async (stripe, attemptId) =>
      (await stripe.paymentIntents.search(byAttempt(attemptId))).data[0]?.id ?? null,
  },

  'checkout.session': {
    async read(stripe, id) {
      const session = await stripe.checkout.sessions.retrieve(id, {
        expand: ['payment_intent.latest_charge', 'invoice.payments', 'subscription'],
      });
      const { payment_intent: own, invoice } = session;
      // The payment of a subscription belongs to its invoice, which may be void although it succeeded.
      const isPaid = expanded(invoice)?.status === 'paid';
      if (own || !invoice || isPaid || session.status !== 'complete')
        return fromCheckoutSession(session);
      return fromCheckoutSession(session, await listIntents(stripe, getId(invoice)));
    },
    close: closeCheckoutSession,
    findByAttempt: findCheckoutSession,
  },

  subscription: {
    async read(stripe, id) {
      const subscription = await stripe.subscriptions.retrieve(id, {
        expand: ['latest_invoice.payments'],
      });
      const first = await firstInvoice(stripe, subscription);
      const isPaid = first?.status === 'paid';
      const intents = isPaid ? [] : await listIntents(stripe, first?.id ?? null);
      return fromSubscription(subscription, first, intents);
    },
    close: closeSubscription,
    findByAttempt: async (stripe, attemptId) =>
      (await stripe.subscriptions.search(byAttempt(attemptId))).data[0]?.id ?? null,
  },
};

/** Whether the money of a payment moves or was taken. */
function hasMoney(intent: Stripe.PaymentIntent): boolean {
  const { kind } = paymentIntentOutcome(intent);
  return kind === 'processing' || kind === 'succeeded';
}

/**
 * Expires a session. One that is complete and whose payment failed later cannot expire, but its payment could
 * be confirmed again: then the payment intent is canceled, or the subscription closed.
 */
async function closeCheckoutSession(stripe: Stripe, id: string): Promise<void> {
  const expand = { expand: ['payment_intent'] };
  const session = await stripe.checkout.sessions.expire(id, expand).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    return stripe.checkout.sessions.retrieve(id, expand);
  });
  if (session.status === 'open' || session.payment_status !== 'unpaid') return;
  const intent = expanded(session.payment_intent);
  const subscription = getId(session.subscription);
  if (!intent) await (subscription && closeSubscription(stripe, subscription));
  else if (!hasMoney(intent) && intent.status !== 'canceled')
    await stripe.paymentIntents.cancel(intent.id);
}

/**
 * Closes a subscription that was not paid: voids its first invoice, which cannot end a subscription just paid for,
 * as a cancellation could. One that runs all the same is then canceled, because it would bill later. The open
 * invoices of its renewals are voided. A payment that is processing is left: it would take the money although the
 * invoice is void.
 */
async function closeSubscription(stripe: Stripe, id: string): Promise<void> {
  const expand = ['latest_invoice'];
  const subscription = await stripe.subscriptions.retrieve(id, { expand });
  const first = await firstInvoice(stripe, subscription);
  if (!first?.id || first.status === 'paid') return;
  const [due] = await listIntents(stripe, first.id);
  if (due ? hasMoney(due) : first.amount_due === 0) return;
  // An invoice that is sent to the payer is a draft for an hour, and a draft cannot be voided.
  if (first.status === 'draft')
    await stripe.invoices.finalizeInvoice(first.id, { auto_advance: false });
  if (first.status !== 'void') await stripe.invoices.voidInvoice(first.id);
  await closeObject(() => stripe.subscriptions.cancel(id));
  if (getId(subscription.latest_invoice) === first.id) return;
  const renewals = stripe.invoices.list({ subscription: id, status: 'open', limit: 100 });
  for await (const { id: renewal = '' } of renewals)
    await closeObject(() => stripe.invoices.voidInvoice(renewal));
}

/** The first invoice of a subscription: the latest one, or an older one after renewals. */
async function firstInvoice(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<Stripe.Invoice | null> {
  const { latest_invoice: latest } = subscription;
  if (!latest || typeof latest === 'string') return null;
  if (latest.billing_reason === 'subscription_create') return latest;
  const query = { subscription: subscription.id, limit: 100, expand: ['data.payments'] };
  for await (const invoice of stripe.invoices.list(query)) {
    if (invoice.billing_reason === 'subscription_create') return invoice;
  }
  return null;
}

/** The payment of a subscription's latest invoice, if that is still open. */
export async function openPayment(
  stripe: Stripe,
  { latest_invoice: latest }: Stripe.Subscription,
): Promise<Stripe.PaymentIntent | null> {
  const open = latest && typeof latest !== 'string' && latest.status === 'open';
  const [payment = null] = open ? await listIntents(stripe, latest.id ?? null) : [];
  return payment;
}

/** The outcomes of the payments of an invoice, from the one that decides most. */
const decisiveOutcomes: readonly ProviderOutcome['kind'][] = [
  'processing',
  'succeeded',
  'action_required',
  'awaiting_payment',
  'canceled',
];

/** The payments of an invoice, which may pay it in parts: first those whose money moves, then those that took some. */
async function listIntents(
  stripe: Stripe,
  invoice: string | null,
): Promise<Stripe.PaymentIntent[]> {
  if (!invoice) return [];
  const { data } = await stripe.invoicePayments.list({
    invoice,
    limit: 100,
    expand: ['data.payment.payment_intent'],
  });
  const rank = (intent: Stripe.PaymentIntent) =>
    decisiveOutcomes.indexOf(paymentIntentOutcome(intent).kind);
  return data
    .flatMap(({ payment }) => expanded(payment.payment_intent) ?? [])
    .toSorted((a, b) => rank(a) - rank(b));
}

/** The objects that an object belongs to, nearest first. */
export async function findOwners(stripe: Stripe, { type, id }: ObjectRef): Promise<ObjectOwner[]> {
  switch (type) {
    case 'payment_intent': {
      const sessions = await stripe.checkout.sessions.list({ payment_intent: id, limit: 1 });
      if (sessions.data[0]) return [toOwner(sessions.data[0])];
      const payments = await stripe.invoicePayments.list({
        payment: { type: 'payment_intent', payment_intent: id },
        limit: 1,
      });
      const invoice = getId(payments.data[0]?.invoice ?? null);
      return invoice ? findOwners(stripe, { type: 'invoice', id: invoice }) : [];
    }
    case 'invoice': {
      const invoice = await stripe.invoices.retrieve(id);
      const details = invoice.parent?.subscription_details;
      const subscription = getId(details?.subscription);
      if (!subscription) return [];
      const ref = { type: 'subscription', id: subscription };
      const owner = { ...ref, attempts: namedAttempts(details?.metadata) };
      return [owner, ...(await findOwners(stripe, ref))];
    }
    case 'subscription': {
      const sessions = await stripe.checkout.sessions.list({ subscription: id, limit: 1 });
      return sessions.data.map(toOwner);
    }
    case 'setup_intent': {
      // That of a trial that started without a card has no metadata.
      const customer = getId((await stripe.setupIntents.retrieve(id)).customer);
      if (!customer) return [];
      const trials = await stripe.subscriptions.list({ customer, status: 'trialing', limit: 100 });
      const owner = trials.data.find((trial) => getId(trial.pending_setup_intent) === id);
      return owner ? [toOwner(owner)] : [];
    }
    case 'charge': {
      const charge = await stripe.charges.retrieve(id, withIntent);
      return intentAndOwners(stripe, charge.payment_intent);
    }
    case 'refund': {
      const refund = await stripe.refunds.retrieve(id, withIntent);
      return intentAndOwners(stripe, refund.payment_intent);
    }
    case 'dispute': {
      const dispute = await stripe.disputes.retrieve(id, withIntent);
      return intentAndOwners(stripe, dispute.payment_intent);
    }
    default:
      return [];
  }
}

/** A dispute does not carry the metadata of its payment intent. */
const withIntent = { expand: ['payment_intent'] };

async function intentAndOwners(
  stripe: Stripe,
  intent: string | Stripe.PaymentIntent | null,
): Promise<ObjectOwner[]> {
  if (!intent) return [];
  const owner =
    typeof intent === 'string'
      ? { type: 'payment_intent', id: intent, attempts: [] }
      : toOwner(intent);
  return [owner, ...(await findOwners(stripe, owner))];
}

const toOwner = ({
  object: type,
  id,
  metadata,
}: Stripe.PaymentIntent | Stripe.Checkout.Session | Stripe.Subscription): ObjectOwner => ({
  type,
  id,
  attempts: namedAttempts(metadata),
});

/** Closes an object; a refusal means that it has already ended, possibly with a payment. */
export async function closeObject(close: () => Promise<unknown>): Promise<void> {
  try {
    await close();
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/** The payment of a payment intent or root object; for a subscription, that of its first invoice. */
export async function readPayment(
  stripe: Stripe,
  object: ObjectRef,
): Promise<ProviderPaymentState | null> {
  const id = await readPaymentIntentId(stripe, object);
  if (!id) return null;
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, {
    expand: ['latest_charge'],
  });
  if (!charge || typeof charge === 'string' || charge.amount_captured === 0) return null;
  return {
    id,
    type: 'payment_intent',
    amountMinor: charge.amount_captured,
    currency: charge.currency,
    capturedAt: fromSeconds(charge.created),
    refundedMinor: getRefunded(charge),
    ...(charge.disputed ? await readDisputes(stripe, id) : { disputedMinor: 0, dispute: null }),
  };
}

async function readDisputes(
  stripe: Stripe,
  paymentIntentId: string,
): Promise<Pick<ProviderPaymentState, 'disputedMinor' | 'dispute'>> {
  const query = { payment_intent: paymentIntentId, limit: 100 };
  const { data } = await stripe.disputes.list(query);
  // The amount of an inquiry is that of the payment, although no money is withdrawn.
  const against = data.filter(({ status }) => !isDisputeWon(status) && !isInquiry(status));
  // The list begins with the newest one.
  const [first] = data.toSorted((a, b) => rankDispute(a.status) - rankDispute(b.status));
  return {
    disputedMinor: against.reduce((sum, { amount }) => sum + amount, 0),
    dispute: first ? toDispute(first) : null,
  };
}

function toDispute(dispute: Stripe.Dispute): ProviderDispute {
  const { id, status, reason, created, evidence_details: evidence } = dispute;
  return {
    id,
    status,
    reason,
    dueBy: evidence.due_by ? fromSeconds(evidence.due_by) : null,
    openedAt: fromSeconds(created),
  };
}

async function readPaymentIntentId(
  stripe: Stripe,
  { type, id }: ObjectRef,
): Promise<string | null> {
  switch (type) {
    case 'payment_intent':
      return id;
    case 'checkout.session': {
      const session = await stripe.checkout.sessions.retrieve(id);
      if (session.payment_intent) return getId(session.payment_intent);
      const [payment] = await listIntents(stripe, getId(session.invoice));
      return getId(payment);
    }
    case 'subscription': {
      const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
      const first = await firstInvoice(stripe, subscription);
      const [payment] = await listIntents(stripe, first?.id ?? null);
      return getId(payment);
    }
    default:
      return null;
  }
}
