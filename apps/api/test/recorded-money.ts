import { newId } from '@parley/operations';
import { createCaller } from '@parley/router';
import type Stripe from 'stripe';
import { expect } from 'vitest';
import type { TestApi } from './api.ts';
import type { Payments } from './provider.ts';

/** The procedures of the dashboard, as a viewer of the merchant in test mode calls them. */
export const callDashboard = ({ deps, merchant }: TestApi) =>
  createCaller({
    deps,
    requestId: newId('req'),
    person: {
      userId: 'user_1',
      merchantId: merchant.id,
      mode: 'test',
      role: 'viewer',
      isMerchantSuspended: false,
      isRecentlyAuthenticated: false,
    },
  });

/** The payments of a session, oldest first. */
export async function readPayments({ database, merchant }: TestApi, proxySessionId: string) {
  const rows = await database.client.payment.findMany({
    where: { merchantId: merchant.id, proxySessionId },
    orderBy: [{ recordedAt: 'asc' }, { providerObjectId: 'asc' }],
  });
  return rows.map(({ providerObjectId, attemptId, amountMinor, currency }) => ({
    providerObjectId,
    attemptId,
    amountMinor: Number(amountMinor),
    currency,
  }));
}

interface Paid {
  /** The object that the event is about, and the one that its money was taken for. */
  readonly objectIds: readonly string[];
  readonly metadata: Record<string, string> | null | undefined;
  readonly intentId: string;
}

/**
 * Requires a payment of every applied or ignored event that shows money taken through an object which is
 * bound to an attempt or names one. Renewals of the subscription that completed a session are no payments
 * of the session.
 */
export async function expectMoneyRecorded({ api, stripe }: Payments): Promise<void> {
  const { client } = api.database;
  const where = { merchantId: api.merchant.id };
  const attempts = await client.acquisitionAttempt.findMany({ where });
  const bound = new Set(attempts.map((attempt) => attempt.providerRootObjectId));
  const completing = await completingSubscriptions(api);
  const recorded = new Set(
    (await client.payment.findMany({ where })).map((one) => one.providerObjectId),
  );
  const events = await client.providerEvent.findMany({
    where: { ...where, status: { in: ['applied', 'ignored'] } },
  });
  const unrecorded: string[] = [];
  for (const { type, status, payload } of events) {
    const paid = await findPaid(stripe, payload as unknown as Stripe.Event, completing);
    if (!paid) continue;
    const isOurs =
      paid.objectIds.some((id) => bound.has(id)) ||
      attempts.some(({ id }) => id === paid.metadata?.proxy_acquisition_attempt_id);
    if (isOurs && !recorded.has(paid.intentId)) {
      unrecorded.push(`${type} of ${paid.objectIds.join(', ')} is ${status}`);
    }
  }
  expect(unrecorded).toEqual([]);
}

/** The subscription that completed each session: the one that its first payment was read through, otherwise its first. */
async function completingSubscriptions({ database, merchant }: TestApi): Promise<Set<string>> {
  const where = { merchantId: merchant.id };
  const subscriptions = await database.client.subscription.findMany({
    where,
    orderBy: { createdAt: 'desc' },
  });
  const payments = await database.client.payment.findMany({
    where: { ...where, rootObjectType: 'subscription' },
    orderBy: { recordedAt: 'desc' },
  });
  const completing = new Map(
    subscriptions.map((one) => [one.proxySessionId, one.providerSubscriptionId]),
  );
  const completed = await database.client.acquisitionAttempt.findMany({
    where: { ...where, completionRecordedAt: { not: null } },
  });
  for (const { attemptId, recordedAt, proxySessionId, rootObjectId } of payments) {
    const attempt = completed.find(({ id }) => id === attemptId);
    if (attempt?.completionRecordedAt?.getTime() === recordedAt.getTime()) {
      completing.set(proxySessionId, rootObjectId);
    }
  }
  return new Set(completing.values());
}

/** What an event shows as paid; null when it shows no payment of a session. */
async function findPaid(
  stripe: Stripe,
  event: Stripe.Event,
  completing: ReadonlySet<string>,
): Promise<Paid | null> {
  switch (event.type) {
    case 'payment_intent.succeeded': {
      const { id, metadata } = event.data.object;
      return { objectIds: [id], metadata, intentId: id };
    }
    case 'checkout.session.completed': {
      const { id, metadata, payment_status, payment_intent, invoice } = event.data.object;
      if (payment_status !== 'paid') return null;
      const intentId = payment_intent ?? (await intentOfInvoice(stripe, invoice));
      return { objectIds: [id], metadata, intentId: String(intentId) };
    }
    case 'invoice.paid': {
      const { id = '', amount_paid, billing_reason, parent } = event.data.object;
      const details = parent?.subscription_details;
      const subscription = String(details?.subscription);
      const isRenewal = billing_reason === 'subscription_cycle' && completing.has(subscription);
      if (amount_paid === 0 || isRenewal) return null;
      const intentId = await intentOfInvoice(stripe, id);
      return { objectIds: [id, subscription], metadata: details?.metadata, intentId };
    }
    default:
      return null;
  }
}

async function intentOfInvoice(
  stripe: Stripe,
  invoice: string | Stripe.Invoice | null,
): Promise<string> {
  const { data } = await stripe.invoicePayments.list({ invoice: String(invoice) });
  return String(data[0]?.payment.payment_intent);
}
