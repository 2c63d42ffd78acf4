/**
 * Which of the places that are all taken is given to a new taker: the oldest of the merchant with the most,
 * unless the new one would give its merchant as many.
 * @param taken in the order in which they were taken
 */
export function findReplaceable<Place extends { readonly merchantId: string }>(
  taken: Iterable<Place>,
  merchantId: string,
): Place | undefined {
  const byMerchant = Map.groupBy(taken, (place) => place.merchantId);
  const [most = []] = [...byMerchant.values()].toSorted((a, b) => b.length - a.length);
  // With a difference of one, two merchants would take the places of each other by turns.
  return most.length > (byMerchant.get(merchantId)?.length ?? 0) + 1 ? most[0] : undefined;
}
