import type { LoadedSession } from '@parley/db';
import { type CartContents, isSameMoney, readCartSums } from '@parley/domain';
import type { Adjustments } from '@parley/provider';

/** How the amount of a session results from its lines. Minor units. */
export interface Breakdown {
  readonly subtotal_minor: number;
  /** The amount less the subtotal. */
  readonly added_minor: number;
  /** The parts of `added_minor`; null unless they are known. */
  readonly adjustments: {
    readonly tax_minor: number;
    readonly shipping_minor: number;
    readonly discount_minor: number;
  } | null;
}

/**
 * The breakdown of the charge that binds the payer, or of the one payment that equals it. The provider's amounts
 * come first, then those that the cart snapshot states. Null if nothing was added, or if it is not known.
 * @param shown what the provider's object adds, if it was read
 */
export function getBreakdown(
  loaded: LoadedSession,
  cart: CartContents,
  shown?: Adjustments,
): Breakdown | null {
  const { session, attempt } = loaded;
  const [payment] = loaded.payments;
  if (session.finalCurrency !== session.currency) return null;
  if (payment && !isPaidExactly(loaded)) return null;
  const stated = readCartSums(loaded.cartSnapshot, cart, session);
  const subtotal = isFinalized(loaded)
    ? (attempt.merchandiseSubtotalMinor ?? session.amountMinor)
    : (stated?.subtotalMinor ?? null);
  if (subtotal === null) return null;
  const added = session.finalAmountMinor - subtotal;
  const candidates = [payment ? getAdjustments(payment) : shown, stated];
  const parts = candidates.find((candidate) => candidate && getSum(candidate) === added);
  const isEmpty = parts ? Object.values(toView(parts)).every((minor) => minor === 0) : added === 0;
  if (isEmpty) return null;
  // Without the provider, only amounts that add up are known.
  if (!parts && !isFinalized(loaded)) return null;
  return {
    subtotal_minor: subtotal,
    added_minor: added,
    adjustments: parts ? toView(parts) : null,
  };
}

/** Whether the provider decides about the amount, and it has announced it for the current cart. */
const isFinalized = ({ attempt, session, payments }: LoadedSession): boolean =>
  attempt.pricingMode === 'provider_finalized' &&
  (payments.length > 0 || attempt.confirmedCartVersion === session.cartVersion);

/** Whether the one payment of the current attempt took the binding charge. */
function isPaidExactly({ session, attempt, payments }: LoadedSession): boolean {
  const [payment] = payments;
  const binding = { amountMinor: session.finalAmountMinor, currency: session.finalCurrency };
  return (
    payment !== undefined &&
    payments.length === 1 &&
    payment.attemptId === attempt.id &&
    attempt.status === 'succeeded' &&
    isSameMoney(payment, binding)
  );
}

function getAdjustments({
  taxMinor,
  shippingMinor,
  discountMinor,
}: LoadedSession['payments'][number]): Adjustments | null {
  if (taxMinor === null || shippingMinor === null || discountMinor === null) return null;
  return { taxMinor, shippingMinor, discountMinor };
}

/** A tax that the prices of the lines include is not added to them, so that the parts have another sum. */
const getSum = ({ taxMinor, shippingMinor, discountMinor }: Adjustments): number =>
  taxMinor + shippingMinor - discountMinor;

const toView = ({ taxMinor, shippingMinor, discountMinor }: Adjustments) => ({
  tax_minor: taxMinor,
  shipping_minor: shippingMinor,
  discount_minor: discountMinor,
});
