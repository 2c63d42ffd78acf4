import type { Subscription } from '@parley/contract';
import type { LoadedSubscription, SubscriptionRecord } from '@parley/db';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Milliseconds that the provider may take to start the next period. */
const RENEWAL_DELAY_MS = 60 * 60_000;

/** A subscription as the API returns it. Source: interface 2.4. */
export function subscriptionView({ subscription: record, now }: LoadedSubscription): Subscription {
  return {
    id: record.id,
    original_proxy_session_id: record.proxySessionId,
    buyer_reference: record.buyerReference,
    provider_subscription_id: record.providerSubscriptionId,
    provider_checkout_session_id: record.providerCheckoutSessionId,
    provider_customer_id: record.providerCustomerId,
    psp: record.psp,
    status: record.status,
    configuration_status: record.configurationStatus,
    configuration_reason: record.configurationReason,
    cancel_at: iso(record.cancelAt),
    cancel_at_period_end: record.cancelAtPeriodEnd,
    current_period_start: iso(record.currentPeriodStart),
    current_period_end: iso(record.currentPeriodEnd),
    trial_end: iso(record.trialEnd),
    ended_at: iso(record.endedAt),
    pause_collection_behavior: record.pauseCollectionBehavior,
    items: [...record.items],
    items_source_hash: record.itemsSourceHash,
    items_updated_at: iso(record.itemsUpdatedAt),
    latest_invoice_id: record.latestInvoiceId,
    latest_invoice_amount_minor: record.latestInvoiceAmountMinor,
    latest_invoice_currency: record.latestInvoiceCurrency,
    latest_payment_status: record.latestPaymentStatus,
    disputes: [...(record.disputes ?? [])],
    created_at: record.createdAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
    diagnostic: {
      last_event_id: record.lastEventId,
      last_event_at: iso(record.lastEventAt),
      last_synced_at: record.lastSyncedAt.toISOString(),
      sync_source: record.syncSource,
      stale: isStale(record, now),
    },
  };
}

/** Whether its period is over and it was not read since, so it may have been renewed or have ended. */
function isStale(record: SubscriptionRecord, now: Date): boolean {
  const { currentPeriodEnd: end, lastSyncedAt, endedAt } = record;
  if (endedAt || !end || end.getTime() + RENEWAL_DELAY_MS > now.getTime()) return false;
  return lastSyncedAt < end;
}
