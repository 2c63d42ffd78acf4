import type { ErrorCode } from './errors.ts';
import { type Charge, isSameCharge } from './money.ts';

export const pricingModes = ['fixed', 'provider_finalized'] as const;
export type PricingMode = (typeof pricingModes)[number];

/** What a provider object is said to represent. */
export interface Confirmation extends Charge {
  readonly cartVersion: number;
  readonly evidenceSha256: string;
  /** Minor units, before taxes and shipping that the provider adds. */
  readonly merchandiseSubtotalMinor: number | null;
}

/** What the session asks for. */
export interface ExpectedConfirmation extends Charge {
  readonly pricingMode: PricingMode;
  readonly cartVersion: number;
  /** The subtotal named at the reservation, where one was; minor units. */
  readonly merchandiseSubtotalMinor: number | null;
}

export type ConfirmationResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string };

/**
 * Whether a confirmation represents the current cart. Under fixed pricing the charge must be the
 * requested one; under provider_finalized the merchandise must be, the total may differ.
 */
export function checkConfirmation(
  expected: ExpectedConfirmation,
  given: Confirmation,
): ConfirmationResult {
  if (given.cartVersion !== expected.cartVersion) {
    return {
      kind: 'refused',
      code: 'cart_version_conflict',
      message: `cart_version must be ${expected.cartVersion}, the current one, not ${given.cartVersion}.`,
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
      message: `merchandise_subtotal_minor must be ${subtotal}, not ${given.merchandiseSubtotalMinor ?? 'left out'}.`,
    };
  }
  return { kind: 'accepted' };
}
