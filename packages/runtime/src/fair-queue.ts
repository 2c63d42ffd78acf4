interface Entry<Item> {
  readonly flow: string;
  readonly item: Item;
}

/** What waits in a flow, in the order of arrival. */
interface Flow<Item> {
  readonly first: Item[];
  readonly entries: Entry<Item>[];
}

/**
 * Creates an empty queue of items, divided into flows. Those of `addFirst` leave through `takeNext` only: no other
 * member counts, returns or removes them. Its memory is proportional to the items that wait: an idle flow has none.
 */
export function createFairQueue<Item>() {
  /** All entries of `add`, in the order of arrival. */
  const entries = new Set<Entry<Item>>();
  let firstSize = 0;
  /** The flows in which something waits. A flow moves to the end after its turn. */
  const flows = new Map<string, Flow<Item>>();

  function openFlow(name: string): Flow<Item> {
    const flow = flows.get(name) ?? { first: [], entries: [] };
    flows.set(name, flow);
    return flow;
  }

  function closeIfEmpty(name: string): void {
    const flow = flows.get(name);
    if (flow?.first.length === 0 && flow.entries.length === 0) flows.delete(name);
  }

  function remove(entry: Entry<Item> | undefined): Item | undefined {
    if (!entry) return undefined;
    entries.delete(entry);
    closeIfEmpty(entry.flow);
    return entry.item;
  }

  function takeFrom(name: string): Item | undefined {
    const flow = flows.get(name);
    if (!flow?.first.length) return remove(flow?.entries.shift());
    const item = flow.first.shift();
    firstSize -= 1;
    closeIfEmpty(name);
    return item;
  }

  return {
    get size() {
      return entries.size;
    },
    /** The number of items of `addFirst`. */
    get firstSize() {
      return firstSize;
    },
    getLength: (flow: string): number => flows.get(flow)?.entries.length ?? 0,
    add(flow: string, item: Item): void {
      const entry = { flow, item };
      entries.add(entry);
      openFlow(flow).entries.push(entry);
    },
    /** Adds an item whose turn is before those of `add` in its flow, in the order of arrival. */
    addFirst(flow: string, item: Item): void {
      firstSize += 1;
      openFlow(flow).first.push(item);
    },
    /** The item that has waited longest in any flow; undefined when none waits. */
    oldest(): Item | undefined {
      const [entry] = entries;
      return entry?.item;
    },
    /** Removes the oldest item of all. */
    takeOldest(): Item | undefined {
      const [entry] = entries;
      return entry && remove(flows.get(entry.flow)?.entries.shift());
    },
    /**
     * Removes the item whose turn it is: the oldest of the flow with the lowest load, and among flows
     * of equal load of the one whose last turn is the longest ago. A flow of infinite load has no turn.
     */
    takeNext(getLoad: (flow: string) => number): Item | undefined {
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
      const item = takeFrom(next);
      const queue = flows.get(next);
      if (queue) {
        flows.delete(next);
        flows.set(next, queue);
      }
      return item;
    },
    /** The flow with the most items; null when none waits. */
    longest(): { readonly flow: string; readonly length: number } | null {
      let longest = null;
      for (const [
        flow,
        {
          entries: { length },
        },
      ] of flows) {
        if (length > (longest?.length ?? 0)) longest = { flow, length };
      }
      return longest;
    },
    /** Removes the item of a flow that was added last. */
    takeNewest: (flow: string): Item | undefined => remove(flows.get(flow)?.entries.pop()),
  };
}
