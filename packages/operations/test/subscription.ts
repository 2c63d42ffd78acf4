import type { ProviderRoot, ProviderSubscription } from '@parley/provider';
import { getRoot } from './operations.ts';

/** The options of a reservation whose root object is a subscription. */
export const directSubscription = {
  commercial_mode: 'subscription',
  integration_path: 'direct_subscription',
} as const;

/** A subscription as the root object of an attempt. */
export function subscriptionRoot(
  id: string,
  sessionId: string,
  attemptId: string,
  outcome: ProviderRoot['outcome'],
): ProviderRoot {
  const metadata = { attemptId, sessionId, contractVersion: '2' };
  return { ...getRoot(id, outcome), type: 'subscription', metadata };
}

/** An active subscription of the provider with this many items. */
export const subscriptionWith = (id: string, items: number): ProviderSubscription => ({
  id,
  status: 'active',
  customerId: 'cus_1',
  cancelAt: null,
  cancelAtPeriodEnd: false,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  trialEnd: null,
  endedAt: null,
  pauseCollectionBehavior: null,
  items: Array.from({ length: items }, (_, index) => ({
    interval: 'month',
    intervalCount: 1,
    productId: `prod_${index}`,
    quantity: 1,
    usageType: 'licensed',
    priceId: `price_${index}`,
    currency: 'eur',
  })),
  latestInvoice: null,
});
