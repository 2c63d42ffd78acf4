export interface AddressBoundOptions {
  readonly max: number;
  readonly maxPerAddress: number;
}

/** Items that clients keep open, such as connections. */
export interface AddressBound<Item> {
  /** Adds an item. Returns the item that must be closed because there are too many now, if any. */
  add(item: Item, address: string): Item | undefined;
  delete(item: Item): void;
}

/**
 * Bounds the items of one address and of all. A new item replaces the oldest one: clients that keep
 * items open for long lose them to each other, and never keep others out.
 */
export function createAddressBound<Item>({
  max,
  maxPerAddress,
}: AddressBoundOptions): AddressBound<Item> {
  // Both are in the order in which the items were added.
  const addressOf = new Map<Item, string>();
  const byAddress = new Map<string, Set<Item>>();

  function remove(item: Item): void {
    const address = addressOf.get(item);
    if (address === undefined) return;
    addressOf.delete(item);
    const others = byAddress.get(address);
    others?.delete(item);
    if (others?.size === 0) byAddress.delete(address);
  }

  return {
    delete: remove,
    add(item, address) {
      const ofAddress = byAddress.get(address) ?? new Set();
      byAddress.set(address, ofAddress.add(item));
      addressOf.set(item, address);
      const [oldest] =
        ofAddress.size > maxPerAddress ? ofAddress : addressOf.size > max ? addressOf.keys() : [];
      if (oldest !== undefined) remove(oldest);
      return oldest;
    },
  };
}
