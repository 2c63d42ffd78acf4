import { type Fields, findScale, readAmount, toFields } from './cart-amounts.ts';
import { type CartContents, findCarts } from './cart-lines.ts';
import type { Money } from './money.ts';

/** How the amount of a cart results from its lines, as the snapshot states it. Minor units. */
export interface CartSums {
  readonly subtotalMinor: number;
  readonly taxMinor: number;
  readonly shippingMinor: number;
  readonly discountMinor: number;
}

/** The keys of each amount: in minor units, then those of other shops. */
const keys = {
  subtotal: {
    minor: ['subtotal_minor', 'amount_subtotal'],
    plain: ['item_subtotal', 'subtotal', 'subtotal_price', 'subtotalAmount'],
  },
  tax: {
    minor: ['tax_minor', 'amount_tax'],
    plain: ['tax_total', 'total_tax', 'totalTaxAmount'],
  },
  shipping: {
    minor: ['shipping_minor', 'amount_shipping'],
    plain: ['shipping_subtotal', 'shipping_total', 'total_shipping'],
  },
  discount: {
    minor: ['discount_minor', 'amount_discount'],
    plain: ['discount_subtotal', 'discount_total', 'total_discounts'],
  },
} as const;

/**
 * Reads tax, shipping and discount of a cart snapshot; null if it states none, or if they do not lead from the lines,
 * or the subtotal that it states, to the charge of the cart. Amounts that do not add up are not shown to payers.
 */
export function readCartSums(
  snapshot: Fields,
  { lines, omitted }: CartContents,
  charge: Money,
): CartSums | null {
  for (const cart of findCarts(snapshot)) {
    const scale = findScale(cart, [], charge);
    // Stripe and Shopify have some of them in an object.
    const sources = [cart, cart.total_details, cart.cost].map(toFields);
    const find = (name: keyof typeof keys): number | null =>
      sources
        .map((source) => readAmount(source, keys[name].minor, keys[name].plain, scale))
        .find((amount) => amount !== null) ?? null;
    const [tax, shipping, discount] = [find('tax'), find('shipping'), find('discount')];
    if (tax === null && shipping === null && discount === null) continue;
    const sums = { taxMinor: tax ?? 0, shippingMinor: shipping ?? 0, discountMinor: discount ?? 0 };
    const added = sums.taxMinor + sums.shippingMinor - sums.discountMinor;
    const isComplete = omitted === 0 && lines.every(({ amountMinor }) => amountMinor !== null);
    const sum = lines.reduce((total, { amountMinor }) => total + (amountMinor ?? 0), 0);
    const subtotals = [isComplete ? sum : null, find('subtotal')];
    const subtotalMinor = subtotals.find((amount) => amount === charge.amountMinor - added);
    if (subtotalMinor !== undefined && subtotalMinor !== null) return { subtotalMinor, ...sums };
  }
  return null;
}
