/**
 * Milliseconds for which a value is used without reading it again. A change, such as the revocation of
 * a key, takes effect within this time in every process. The documents promise twice as much, for slow reads.
 */
const MAX_AGE_MS = 1_000;
/** The ids come from requests, so their number must be bounded. */
const MAX_VALUES = 10_000;

type Find<Value> = (id: string) => Promise<Value | null>;

interface Lookup<Value> {
  readonly value: Promise<Value | null>;
  usableUntil: number;
  /** Whether it replaced a value that could still be used. */
  readonly isRefresh: boolean;
}

/**
 * Looks values up at most once a second, and once for all requests that wait for the same one. Missing
 * values and failures are not cached: a new value is found at once.
 * @param expiresInMs the milliseconds until a value must not be used any more; null if it does not expire
 */
export function cacheLookups<Value>(
  find: Find<Value>,
  expiresInMs: (value: Value) => number | null = () => null,
  nowMs: () => number = () => performance.now(),
) {
  // In the order in which the lookups began.
  const lookups = new Map<string, Lookup<Value>>();

  /** Removes lookups that are too old to be used, and the oldest if there are too many. */
  function evict(now: number): void {
    for (const [id, { usableUntil }] of lookups) {
      const isFull = lookups.size >= MAX_VALUES;
      // Stryker disable next-line EqualityOperator: a lookup that ends now is not used either.
      if (!isFull && now < usableUntil) return;
      lookups.delete(id);
    }
  }

  async function lookUp(id: string, now: number, isRefresh = false): Promise<Value | null> {
    const lookup: Lookup<Value> = { value: find(id), usableUntil: now + MAX_AGE_MS, isRefresh };
    lookups.delete(id);
    evict(now);
    lookups.set(id, lookup);
    const value = await lookup.value.catch(() => null);
    // Counted from the beginning of the lookup, which is earlier than the database clock was read.
    if (value) lookup.usableUntil = now + Math.min(MAX_AGE_MS, expiresInMs(value) ?? MAX_AGE_MS);
    else if (lookups.get(id) === lookup) lookups.delete(id);
    return lookup.value;
  }

  return {
    /**
     * Reads the value again, for a caller that the known one does not suit. Returns the known one if it is
     * the result of a refresh within the last second.
     */
    refresh(id: string): Promise<Value | null> {
      const now = nowMs();
      const known = lookups.get(id);
      const isFresh = known?.isRefresh && now < known.usableUntil;
      return isFresh ? known.value : lookUp(id, now, true);
    },
    /** The value; null when there is none. */
    find(id: string): Promise<Value | null> {
      const now = nowMs();
      const known = lookups.get(id);
      return known && now < known.usableUntil ? known.value : lookUp(id, now);
    },
  };
}
