/** Milliseconds between two statements. */
export const WRITE_LATEST_MS = 60_000;

/** The latest values that are not written yet. */
export interface LatestValues<Key, Value> {
  /** Replaces the value of a key. It is written within a minute. */
  add(key: Key, value: Value): void;
  /** Writes the values so far. Those that the database does not accept are reported and lost; the next one is written. */
  flush(): Promise<void>;
}

/**
 * Writes the latest value of each key in one statement a minute for all keys: every node of a sharded database
 * has their rows, and a write locks them on all nodes.
 * @param onFailure is called when values were lost
 */
export function writeLatest<Key, Value>(
  write: (values: readonly (readonly [Key, Value])[]) => Promise<unknown>,
  onFailure: (error: unknown) => void,
): LatestValues<Key, Value> {
  const latest = new Map<Key, Value>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const values = [...latest];
    latest.clear();
    if (values.length > 0) await write(values).catch(onFailure);
  }

  return {
    add(key, value) {
      latest.set(key, value);
      timer ??= setTimeout(() => void flush(), WRITE_LATEST_MS).unref();
    },
    flush,
  };
}
