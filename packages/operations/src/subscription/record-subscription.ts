import type { AttemptRecord, SubscriptionRecord, SyncSource } from '@parley/db';
import { canonicalJson, getSubscriptionConfiguration } from '@parley/domain';
import type { ProviderSubscription } from '@parley/provider';
import type { Deps } from '../request/deps.ts';
import { fingerprint } from '../request/fingerprint.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import { subscriptionView } from './subscription-view.ts';

/** The reason why a subscription was read. */
export interface SyncCause {
  readonly source: SyncSource;
  /** The provider event that caused the read, if any. */
  readonly event: { readonly id: string; readonly at: Date } | null;
}

/**
 * Stores a subscription as just read from the provider and emits an event if it has changed. Its
 * events are numbered within the session that started it.
 * @param before the row before the read; null when there was none
 * @param checkoutSessionId the checkout session that started it, if it was read
 */
export function recordSubscription(
  deps: Deps,
  change: SessionChange,
  attempt: AttemptRecord,
  before: SubscriptionRecord | null,
  read: ProviderSubscription,
  cause: SyncCause,
  checkoutSessionId: string | null = null,
): void {
  const { merchantProviderConfigId } = attempt;
  // Stryker disable next-line ConditionalExpression: it was read from the account of the attempt
  if (!merchantProviderConfigId) return;
  const identity = before ?? {
    merchantId: attempt.merchantId,
    mode: attempt.mode,
    id: deps.newId('psub'),
    version: 1,
    proxySessionId: attempt.proxySessionId,
    attemptId: attempt.id,
    providerConfigId: merchantProviderConfigId,
    buyerReference: change.session.buyerReference,
    psp: attempt.psp,
    providerSubscriptionId: read.id,
    createdAt: change.now,
    updatedAt: change.now,
    itemsSourceHash: null,
    itemsUpdatedAt: null,
    lastEventId: null,
    lastEventAt: null,
    disputes: null,
    disputeDueBy: null,
    disputeClosedAt: null,
  };
  const after: SubscriptionRecord = {
    ...identity,
    ...getColumns(read),
    providerCheckoutSessionId: checkoutSessionId ?? before?.providerCheckoutSessionId ?? null,
    ...itemColumns(change.now, identity, read),
    ...(cause.event ? { lastEventId: cause.event.id, lastEventAt: cause.event.at } : {}),
    lastSyncedAt: change.now,
    syncSource: cause.source,
  };
  if (!before) {
    change.writes.subscription = { before: null, after };
    emitOfSubscription(change, 'subscription.created', after, null);
    if (after.endedAt) emitOfSubscription(change, 'subscription.ended', after, after);
    return;
  }
  const changed = !isSameView(before, after);
  const current = changed ? { ...after, updatedAt: change.now } : after;
  change.writes.subscription = { before, after: current };
  if (!changed) return;
  const ended = before.endedAt === null && current.endedAt !== null;
  emitOfSubscription(
    change,
    ended ? 'subscription.ended' : 'subscription.updated',
    current,
    before,
  );
}

function getColumns(read: ProviderSubscription) {
  const invoice = read.latestInvoice;
  return {
    providerCustomerId: read.customerId,
    status: read.status,
    cancelAt: read.cancelAt,
    cancelAtPeriodEnd: read.cancelAtPeriodEnd,
    currentPeriodStart: read.currentPeriodStart,
    currentPeriodEnd: read.currentPeriodEnd,
    trialEnd: read.trialEnd,
    endedAt: read.endedAt,
    pauseCollectionBehavior: read.pauseCollectionBehavior,
    latestInvoiceId: invoice?.id ?? null,
    latestInvoiceAmountMinor: invoice?.amountMinor ?? null,
    latestInvoiceCurrency: invoice?.currency ?? null,
    latestPaymentStatus: invoice?.paymentStatus ?? null,
  };
}

function itemColumns(
  now: Date,
  before: Pick<SubscriptionRecord, 'itemsSourceHash' | 'itemsUpdatedAt'>,
  read: ProviderSubscription,
) {
  const configuration = getSubscriptionConfiguration(read.items);
  const hash = fingerprint(read.items);
  return {
    configurationStatus: configuration.status,
    configurationReason: configuration.reason,
    items: configuration.items,
    itemsSourceHash: hash,
    itemsUpdatedAt: hash === before.itemsSourceHash ? before.itemsUpdatedAt : now,
  };
}

/** Whether both rows have the same view, apart from the diagnostic. */
function isSameView(before: SubscriptionRecord, after: SubscriptionRecord): boolean {
  const view = (record: SubscriptionRecord) => {
    const { diagnostic: _, ...fields } = subscriptionView({
      subscription: record,
      now: new Date(0),
    });
    return canonicalJson(fields);
  };
  return view(before) === view(after);
}

/** Emits an event about a subscription. */
export function emitOfSubscription(
  change: SessionChange,
  type: 'subscription.created' | 'subscription.updated' | 'subscription.ended',
  after: SubscriptionRecord,
  before: SubscriptionRecord | null,
): void {
  const view = (record: SubscriptionRecord) => ({
    ...subscriptionView({ subscription: record, now: change.now }),
  });
  change.emit(type, view(after), before && view(before));
}
