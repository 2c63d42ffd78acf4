/** The slots that must be free for each one that is taken already, before another one may be. */
export const FREE_PER_TAKEN_SLOT = 4;

/**
 * Whether one of several that share slots may take another one: only while it has less than a quarter of
 * those that are free. One alone gets a fifth of all slots, and even ten that each take as many as they
 * may, one after the other, leave some of 64 free.
 */
export const canTakeSlot = (taken: number, free: number): boolean =>
  FREE_PER_TAKEN_SLOT * taken < free;

/**
 * Returns the slot that a new taker gets when all are taken: the oldest of the merchant with the most,
 * unless the new one would give its merchant as many.
 * @param taken in the order in which they were taken
 */
export function findReplaceable<Slot extends { readonly merchantId: string }>(
  taken: Iterable<Slot>,
  merchantId: string,
): Slot | undefined {
  const byMerchant = Map.groupBy(taken, (slot) => slot.merchantId);
  const [most = []] = [...byMerchant.values()].toSorted((a, b) => b.length - a.length);
  // With a difference of one, two merchants would keep taking each other's slots.
  return most.length > (byMerchant.get(merchantId)?.length ?? 0) + 1 ? most[0] : undefined;
}
