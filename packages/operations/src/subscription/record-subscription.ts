import { createHash } from 'node:crypto';
import type { AttemptRecord, SubscriptionRecord, SyncSource } from '@parley/db';
import { canonicalJson, getSubscriptionConfiguration } from '@parley/domain';
import type { ProviderSubscription } from '@parley/provider';
import type { Deps } from '../request/deps.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import { subscriptionView } from './subscription-view.ts';

/** Items an event carries; longer lists are read over the API, so that an event stays small. */
const MAX_TOLD_ITEMS = 25;

/** What made us read a subscription. */
export interface SyncCause {
  readonly source: SyncSource;
  /** The provider's event, where one was the reason. */
  readonly event: { readonly id: string; readonly at: Date } | null;
}

/**
 * Keeps a subscription as it was just read from the provider, and tells the merchant of what is new
 * about it. The session it began with is locked, so its events are numbered with that session's.
 * @param before the row as it was before the reading; null where there was none
 */
export async function recordSubscription(
  deps: Deps,
  change: SessionChange,
  attempt: AttemptRecord,
  before: SubscriptionRecord | null,
  read: ProviderSubscription,
  cause: SyncCause,
): Promise<void> {
  const { merchantPspConfigId } = attempt;
  if (!merchantPspConfigId) return;
  const identity = before ?? {
    merchantId: attempt.merchantId,
    mode: attempt.mode,
    id: deps.newId('psub'),
    version: 1,
    proxySessionId: attempt.proxySessionId,
    attemptId: attempt.id,
    pspConfigId: merchantPspConfigId,
    buyerReference: change.session.buyerReference,
    psp: attempt.psp,
    providerSubscriptionId: read.id,
    createdAt: change.now,
    updatedAt: change.now,
    itemsSourceHash: null,
    itemsUpdatedAt: null,
    lastEventId: null,
    lastEventAt: null,
  };
  const after: SubscriptionRecord = {
    ...identity,
    ...facts(attempt, read),
    ...itemFacts(change.now, identity, read),
    ...(cause.event ? { lastEventId: cause.event.id, lastEventAt: cause.event.at } : {}),
    lastSyncedAt: change.now,
    syncSource: cause.source,
  };
  if (!before) {
    await change.tx.subscriptions.insert(after);
    tell(change, 'subscription.created', after, null);
    if (after.endedAt) tell(change, 'subscription.ended', after, after);
    return;
  }
  const changed = !sameFacts(before, after);
  const current = changed ? { ...after, updatedAt: change.now } : after;
  await change.tx.subscriptions.update(before, current);
  if (!changed) return;
  const ended = before.endedAt === null && current.endedAt !== null;
  tell(change, ended ? 'subscription.ended' : 'subscription.updated', current, before);
}

function facts(attempt: AttemptRecord, read: ProviderSubscription) {
  const invoice = read.latestInvoice;
  const viaCheckout = attempt.integrationPath === 'checkout_session';
  return {
    providerCheckoutSessionId: viaCheckout ? attempt.providerRootObjectId : null,
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

function itemFacts(
  now: Date,
  before: Pick<SubscriptionRecord, 'itemsSourceHash' | 'itemsUpdatedAt'>,
  read: ProviderSubscription,
) {
  const configuration = getSubscriptionConfiguration(read.items);
  const hash = createHash('sha256').update(canonicalJson(read.items)).digest('hex');
  return {
    configurationStatus: configuration.status,
    configurationReason: configuration.reason,
    items: configuration.items,
    itemsSourceHash: hash,
    itemsUpdatedAt: hash === before.itemsSourceHash ? before.itemsUpdatedAt : now,
  };
}

/** Whether all that is told of a subscription, but for the diagnostics, is the same. */
function sameFacts(before: SubscriptionRecord, after: SubscriptionRecord): boolean {
  const told = (record: SubscriptionRecord) => {
    const { diagnostic: _, ...facts } = subscriptionView({
      subscription: record,
      now: new Date(0),
    });
    return canonicalJson(facts);
  };
  return told(before) === told(after);
}

function tell(
  change: SessionChange,
  type: 'subscription.created' | 'subscription.updated' | 'subscription.ended',
  after: SubscriptionRecord,
  before: SubscriptionRecord | null,
): void {
  const view = (record: SubscriptionRecord) => {
    const { items, ...rest } = subscriptionView({ subscription: record, now: change.now });
    return items.length > MAX_TOLD_ITEMS ? rest : { ...rest, items };
  };
  change.emit(type, view(after), before && view(before));
}
