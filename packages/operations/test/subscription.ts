import type { ProviderSubscription } from '@parley/provider';

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
