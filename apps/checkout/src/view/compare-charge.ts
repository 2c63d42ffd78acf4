import type { PayerPage } from '@parley/operations';
import { getStage } from './stage.ts';

/** How the charge of a page differs from the one that was shown. */
export function compareCharge(before: PayerPage, after: PayerPage): 'same' | 'price' | 'cart' {
  const samePrice =
    before.amount_minor === after.amount_minor && before.currency === after.currency;
  if (!samePrice) return 'price';
  return before.cart_version === after.cart_version ? 'same' : 'cart';
}

/** Whether a payer who acts on the page that was shown also agrees to the later one. */
export const paysSameForm = (shown: PayerPage, after: PayerPage): boolean =>
  getStage(after) === getStage(shown) &&
  compareCharge(shown, after) === 'same' &&
  after.attempt_number === shown.attempt_number;
