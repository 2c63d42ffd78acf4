import { getNetwork } from '@parley/domain';

export interface AddressBoundOptions {
  readonly max: number;
  readonly maxPerAddress: number;
}

/**
 * Bounds the items that clients keep open, such as connections, of one address (IPv6: of one /64) and of all.
 * A new item replaces the oldest one: clients that keep items open for long lose them to each other, and
 * never keep others out.
 */
export function createAddressBound<Item>({ max, maxPerAddress }: AddressBoundOptions) {
  // Both are in the order in which the items were added.
  const networks = new Map<Item, string>();
  const byNetwork = new Map<string, Set<Item>>();

  function remove(item: Item): void {
    const network = networks.get(item);
    if (network === undefined) return;
    networks.delete(item);
    const others = byNetwork.get(network);
    others?.delete(item);
    if (others?.size === 0) byNetwork.delete(network);
  }

  return {
    delete: remove,
    /** All items, oldest first. */
    items: (): Iterable<Item> => networks.keys(),
    /** Adds an item. Returns the item that must be closed because there are too many now, if any. */
    add(item: Item, address: string): Item | undefined {
      const network = getNetwork(address);
      const ofNetwork = byNetwork.get(network) ?? new Set();
      byNetwork.set(network, ofNetwork.add(item));
      networks.set(item, network);
      const [oldest] =
        ofNetwork.size > maxPerAddress ? ofNetwork : networks.size > max ? networks.keys() : [];
      if (oldest !== undefined) remove(oldest);
      return oldest;
    },
  };
}
