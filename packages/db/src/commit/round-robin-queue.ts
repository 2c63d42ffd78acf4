/** Items that wait, divided into flows that take turns. */
export interface RoundRobinQueue<Item> {
  readonly size: number;
  add(flow: string, item: Item): void;
  /**
   * Removes items in turns: one of each flow, then the second of each. A flow that had its turn comes last
   * in the next call. Items of a flow are taken in the order of arrival.
   * @param limit maximum number of items
   * @param accept whether to take an item. One that it refuses stays, and is not offered again in this call
   */
  take(limit: number, accept: (item: Item) => boolean): Item[];
  /** Removes the first items of each flow while they meet a condition. */
  removeFirst(condition: (item: Item) => boolean): Item[];
}

/** Creates an empty queue. An idle flow takes no memory. */
export function createRoundRobinQueue<Item>(): RoundRobinQueue<Item> {
  /** The items of each flow in the order of arrival; the flow whose turn is next is first. */
  const flows = new Map<string, Item[]>();
  let size = 0;

  /** Removes the first accepted item, and moves those before it to `refused`. */
  function takeFirst(
    items: Item[],
    refused: Item[],
    accept: (item: Item) => boolean,
  ): Item | undefined {
    for (let item = items.shift(); item !== undefined; item = items.shift()) {
      if (accept(item)) return item;
      refused.push(item);
    }
    return undefined;
  }

  return {
    get size() {
      return size;
    },
    add(flow, item) {
      size += 1;
      const items = flows.get(flow);
      if (items) items.push(item);
      else flows.set(flow, [item]);
    },
    take(limit, accept) {
      const taken: Item[] = [];
      const refusedByKey = new Map<string, Item[]>();
      // The iteration reaches a flow again that moves to the end.
      for (const [flow, items] of flows) {
        if (taken.length === limit) break;
        const refused = refusedByKey.get(flow) ?? [];
        const item = takeFirst(items, refused, accept);
        if (refused.length > 0) refusedByKey.set(flow, refused);
        if (item === undefined) continue;
        taken.push(item);
        flows.delete(flow);
        if (items.length > 0 || refused.length > 0) flows.set(flow, items);
      }
      for (const [flow, refused] of refusedByKey) flows.get(flow)?.unshift(...refused);
      size -= taken.length;
      return taken;
    },
    removeFirst(condition) {
      const removed: Item[] = [];
      for (const [flow, items] of flows) {
        const kept = items.findIndex((item) => !condition(item));
        if (kept === 0) continue;
        removed.push(...items.splice(0, kept === -1 ? items.length : kept));
        if (items.length === 0) flows.delete(flow);
      }
      size -= removed.length;
      return removed;
    },
  };
}
