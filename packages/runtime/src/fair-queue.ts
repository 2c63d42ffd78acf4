/** Items that wait, divided into flows. */
export interface FairQueue<Item> {
  readonly size: number;
  add(flow: string, item: Item): void;
  /** The item that has waited longest in any flow; undefined when none waits. */
  oldest(): Item | undefined;
  /** Removes the oldest item of all. */
  takeOldest(): Item | undefined;
  /**
   * Removes the item whose turn it is: the oldest of the flow with the lowest load, and among flows
   * of equal load of the one whose last turn is the longest ago. A flow of infinite load has no turn.
   */
  takeNext(getLoad: (flow: string) => number): Item | undefined;
  /** The flow with the most items; null when none waits. */
  longest(): { readonly flow: string; readonly length: number } | null;
  /** Removes the item of a flow that was added last. */
  takeNewest(flow: string): Item | undefined;
  getLength(flow: string): number;
}

interface Entry<Item> {
  readonly flow: string;
  readonly item: Item;
}

/** Creates an empty queue. Its memory is proportional to the items that wait: an idle flow has none. */
export function createFairQueue<Item>(): FairQueue<Item> {
  /** All entries, in the order of arrival. */
  const entries = new Set<Entry<Item>>();
  /** The entries of each flow in the order of arrival. A flow moves to the end after its turn. */
  const flows = new Map<string, Entry<Item>[]>();

  function remove(entry: Entry<Item> | undefined): Item | undefined {
    if (!entry) return undefined;
    entries.delete(entry);
    if (flows.get(entry.flow)?.length === 0) flows.delete(entry.flow);
    return entry.item;
  }

  function takeFirst(flow: string): Item | undefined {
    return remove(flows.get(flow)?.shift());
  }

  return {
    get size() {
      return entries.size;
    },
    getLength: (flow) => flows.get(flow)?.length ?? 0,
    add(flow, item) {
      const entry = { flow, item };
      entries.add(entry);
      const queue = flows.get(flow);
      if (queue) queue.push(entry);
      else flows.set(flow, [entry]);
    },
    oldest() {
      const [entry] = entries;
      return entry?.item;
    },
    takeOldest() {
      const [entry] = entries;
      return entry && takeFirst(entry.flow);
    },
    takeNext(getLoad) {
      let next: string | undefined;
      let lowest = Infinity;
      for (const flow of flows.keys()) {
        const load = getLoad(flow);
        if (load >= lowest) continue;
        next = flow;
        lowest = load;
        if (load === 0) break;
      }
      if (next === undefined) return undefined;
      const item = takeFirst(next);
      const queue = flows.get(next);
      if (queue) {
        flows.delete(next);
        flows.set(next, queue);
      }
      return item;
    },
    longest() {
      let longest = null;
      for (const [flow, { length }] of flows) {
        if (length > (longest?.length ?? 0)) longest = { flow, length };
      }
      return longest;
    },
    takeNewest: (flow) => remove(flows.get(flow)?.pop()),
  };
}
