import type { Scope } from './records.ts';

/** Statements of one kind that run at once. What is requested meanwhile shares the next one. */
const MAX_RUNNING = 2;

/** Rows by what was asked for; what does not exist is missing. */
type ReadRows<Key, Row> = (scope: Scope, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>;

interface Batch<Key, Row> {
  readonly scope: Scope;
  readonly keys: Set<Key>;
  readonly rows: PromiseWithResolvers<ReadonlyMap<Key, Row>>;
}

/**
 * Returns a function that reads one row by its key, which is an id or an object. Reads of the same merchant and mode share a statement
 * when they are requested in the same turn of the event loop or while two statements run. A shared
 * statement costs PostgreSQL and this process little more than one for a single row.
 */
export function shareReads<Key, Row>(
  read: ReadRows<Key, Row>,
): (scope: Scope, key: Key) => Promise<Row | null> {
  // In the order of their first request.
  const waiting: Batch<Key, Row>[] = [];
  let running = 0;
  let scheduled = false;

  async function run({ scope, keys, rows }: Batch<Key, Row>): Promise<void> {
    running += 1;
    try {
      rows.resolve(await read(scope, [...keys]));
    } catch (error) {
      rows.reject(error);
    } finally {
      running -= 1;
      startNext();
    }
  }

  function startNext(): void {
    scheduled = false;
    while (running < MAX_RUNNING) {
      const batch = waiting.shift();
      if (!batch) return;
      void run(batch);
    }
  }

  function batchOf({ merchantId, mode }: Scope): Batch<Key, Row> {
    const open = waiting.find(
      ({ scope }) => scope.merchantId === merchantId && scope.mode === mode,
    );
    if (open) return open;
    const batch: Batch<Key, Row> = {
      scope: { merchantId, mode },
      keys: new Set(),
      rows: Promise.withResolvers(),
    };
    waiting.push(batch);
    return batch;
  }

  return async (scope, key) => {
    const batch = batchOf(scope);
    batch.keys.add(key);
    // Stryker disable next-line ConditionalExpression,EqualityOperator: startNext checks the limit again.
    if (running < MAX_RUNNING && !scheduled) {
      scheduled = true;
      setImmediate(startNext);
    }
    return (await batch.rows.promise).get(key) ?? null;
  };
}
