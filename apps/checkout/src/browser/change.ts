import type { PayerPage } from '@parley/operations';

type Charged = Pick<PayerPage, 'amount_minor' | 'currency' | 'cart_version'>;

/** How what is asked for differs from what was shown. */
export type Change = 'none' | 'price' | 'cart';

export function changeOf(before: Charged, after: Charged): Change {
  const samePrice =
    before.amount_minor === after.amount_minor && before.currency === after.currency;
  if (!samePrice) return 'price';
  return before.cart_version === after.cart_version ? 'none' : 'cart';
}
