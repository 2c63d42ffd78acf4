import { DomainError } from './errors.ts';
import { isSameMoney, type Money } from './money.ts';

export const pricingModes = ['fixed', 'provider_finalized'] as const;
export type PricingMode = (typeof pricingModes)[number];

/** The caller's confirmation of what a provider object charges. */
export interface Confirmation extends Money {
  readonly cartVersion: number;
  readonly evidenceSha256: string;
  /** Minor units, without taxes and shipping added by the provider. */
  readonly merchandiseSubtotalMinor: number | null;
}

/** What a confirmation must match. */
export interface ExpectedConfirmation extends Money {
  readonly pricingMode: PricingMode;
  readonly cartVersion: number;
  /** Minor units; the subtotal of the reservation, or null if it had none. */
  readonly merchandiseSubtotalMinor: number | null;
}

/**
 * Checks that a confirmation represents the current cart. With `fixed` pricing the charge must equal
 * the requested one. With `provider_finalized` pricing currency and merchandise subtotal must be
 * equal, and the total may differ.
 * @throws DomainError cart_version_conflict, provider_amount_mismatch
 */
export function checkConfirmation(expected: ExpectedConfirmation, given: Confirmation): void {
  if (given.cartVersion !== expected.cartVersion) {
    throw new DomainError(
      'cart_version_conflict',
      `cart_version must be ${expected.cartVersion}, the current version, not ${given.cartVersion}.`,
    );
  }
  if (expected.pricingMode === 'fixed') {
    if (isSameMoney(expected, given)) return;
    throw new DomainError(
      'provider_amount_mismatch',
      `amount_minor and currency must be ${expected.amountMinor} ${expected.currency}, not ${given.amountMinor} ${given.currency}.`,
    );
  }
  if (given.currency !== expected.currency) {
    throw new DomainError(
      'provider_amount_mismatch',
      `currency must be ${expected.currency}, not ${given.currency}.`,
    );
  }
  const subtotal = expected.merchandiseSubtotalMinor ?? expected.amountMinor;
  if (given.merchandiseSubtotalMinor !== subtotal) {
    throw new DomainError(
      'provider_amount_mismatch',
      `merchandise_subtotal_minor must be ${subtotal}, not ${given.merchandiseSubtotalMinor ?? 'omitted'}.`,
    );
  }
}
