interface RunOptions {
  /** How many run at the same time. */
  readonly concurrency: number;
  /** No further one starts once this is true. Those that run are awaited. */
  readonly isStopped: () => boolean;
}

/** Runs an action for each item, in their order. Returns the items for which it did not start. */
export async function runEach<T>(
  items: readonly T[],
  run: (item: T) => Promise<void>,
  { concurrency, isStopped }: RunOptions,
): Promise<readonly T[]> {
  const waiting = [...items];
  async function work() {
    while (!isStopped()) {
      const item = waiting.shift();
      if (item === undefined) return;
      await run(item);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work));
  return waiting;
}
