import { InvalidFieldError } from '@parley/domain';
import { findChargeRefusal } from '@parley/provider';

/**
 * Checks that the provider can take a charge. Amounts in minor units.
 * Called where a request is decided, so that a repeated request that was accepted under earlier
 * limits gets its stored response.
 * @throws InvalidFieldError for amount_minor or currency
 */
export function requireChargeable(charge: { amount_minor: number; currency: string }): void {
  const refusal = findChargeRefusal({
    amountMinor: charge.amount_minor,
    currency: charge.currency,
  });
  if (refusal) throw new InvalidFieldError(refusal.field, refusal.problem);
}
