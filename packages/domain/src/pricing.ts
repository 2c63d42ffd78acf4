import type { ErrorCode } from './errors.ts';
import { type Charge, isSameCharge } from './money.ts';

export const pricingModes = ['fixed', 'provider_finalized'] as const;
export type PricingMode = (typeof pricingModes)[number];

/** The caller's confirmation of what a provider object charges. */
export interface Confirmation extends Charge {
  readonly cartVersion: number;
  readonly evidenceSha256: string;
  /** Minor units, without taxes and shipping added by the provider. */
  readonly merchandiseSubtotalMinor: number | null;
}

/** What a confirmation must match. */
export interface ExpectedConfirmation extends Charge {
  readonly pricingMode: PricingMode;
  readonly cartVersion: number;
  /** Minor units; the subtotal of the reservation, or null if it had none. */
  readonly merchandiseSubtotalMinor: number | null;
}

export type ConfirmationResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string };

/**
 * Checks that a confirmation represents the current cart. With `fixed` pricing the charge must equal
 * the requested one. With `provider_finalized` pricing currency and merchandise subtotal must be
 * equal, and the total may differ.
 */
export function checkConfirmation(
  expected: ExpectedConfirmation,
  given: Confirmation,
): ConfirmationResult {
  if (given.cartVersion !== expected.cartVersion) {
    return {
      kind: 'refused',
      code: 'cart_version_conflict',
      message: `cart_version must be ${expected.cartVersion}, the current version, not ${given.cartVersion}.`,
    };
  }
  if (expected.pricingMode === 'fixed') {
    if (isSameCharge(expected, given)) return { kind: 'accepted' };
    return {
      kind: 'refused',
      code: 'provider_amount_mismatch',
      message: `amount_minor and currency must be ${expected.amountMinor} ${expected.currency}, not ${given.amountMinor} ${given.currency}.`,
    };
  }
  if (given.currency !== expected.currency) {
    return {
      kind: 'refused',
      code: 'provider_amount_mismatch',
      message: `currency must be ${expected.currency}, not ${given.currency}.`,
    };
  }
  const subtotal = expected.merchandiseSubtotalMinor ?? expected.amountMinor;
  if (given.merchandiseSubtotalMinor !== subtotal) {
    return {
      kind: 'refused',
      code: 'provider_amount_mismatch',
      message: `merchandise_subtotal_minor must be ${subtotal}, not ${given.merchandiseSubtotalMinor ?? 'omitted'}.`,
    };
  }
  return { kind: 'accepted' };
}
