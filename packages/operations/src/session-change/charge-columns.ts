import type { Money } from '@parley/domain';

/**
 * The columns of the newest charge that was observed.
 * @param cartVersion the current one: a charge of another cart is never confirmed
 */
export const quoteColumns = ({ amountMinor, currency }: Money, cartVersion: number, at: Date) => ({
  quoteAmountMinor: amountMinor,
  quoteCurrency: currency,
  quoteCartVersion: cartVersion,
  quoteObservedAt: at,
});

/**
 * The columns of the charge that binds the payer.
 * @param cartVersion the current one, or the one that a payment in conflict was for
 */
export const finalColumns = ({ amountMinor, currency }: Money, cartVersion: number, at: Date) => ({
  finalAmountMinor: amountMinor,
  finalCurrency: currency,
  finalCartVersion: cartVersion,
  finalizedAt: at,
});
