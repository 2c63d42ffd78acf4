import { unavailable } from './errors.ts';
import type { Scope } from './records.ts';

export interface BatchLimits {
  /** Statements that run at once. What is requested meanwhile shares the next one. */
  readonly maxRunning: number;
  /** Rows that may wait for a statement of one merchant and mode. */
  readonly maxWaiting: number;
}

const defaultLimits: BatchLimits = { maxRunning: 2, maxWaiting: Infinity };

/** Reads rows by their keys. A row that does not exist is missing from the result. */
type ReadRows<Key, Row, Group> = (
  scope: Group,
  keys: readonly Key[],
) => Promise<ReadonlyMap<Key, Row>>;

interface Batch<Key, Row, Group> {
  readonly scope: Group;
  readonly keys: Set<Key>;
  readonly rows: PromiseWithResolvers<ReadonlyMap<Key, Row>>;
}

/**
 * Returns a function that reads one row by its key, which is an id or an object. Reads of the same
 * merchant and mode share a statement when they are requested in the same turn of the event loop or
 * while as many statements run as may. A shared statement costs PostgreSQL and this process little more
 * than one for a single row. The function throws service_unavailable when too many rows wait.
 */
export function batchReads<Key, Row, Group extends Partial<Scope> = Scope>(
  read: ReadRows<Key, Row, Group>,
  { maxRunning, maxWaiting }: BatchLimits = defaultLimits,
): (scope: Group, key: Key) => Promise<Row | null> {
  // In the order of their first request.
  const waiting: Batch<Key, Row, Group>[] = [];
  let running = 0;
  let scheduled = false;

  async function run({ scope, keys, rows }: Batch<Key, Row, Group>): Promise<void> {
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
    while (running < maxRunning) {
      const batch = waiting.shift();
      if (!batch) return;
      void run(batch);
    }
  }

  function getBatch({ merchantId, mode }: Group): Batch<Key, Row, Group> {
    const open = waiting.find(
      ({ scope }) => scope.merchantId === merchantId && scope.mode === mode,
    );
    if (open) return open;
    const batch: Batch<Key, Row, Group> = {
      // Callers pass objects with more fields.
      scope: { merchantId, mode } as Group,
      keys: new Set(),
      rows: Promise.withResolvers(),
    };
    waiting.push(batch);
    return batch;
  }

  return async (scope, key) => {
    const batch = getBatch(scope);
    if (batch.keys.size >= maxWaiting && !batch.keys.has(key)) {
      throw unavailable();
    }
    batch.keys.add(key);
    // Stryker disable next-line ConditionalExpression,EqualityOperator: startNext checks the limit again.
    if (running < maxRunning && !scheduled) {
      scheduled = true;
      setImmediate(startNext);
    }
    return (await batch.rows.promise).get(key) ?? null;
  };
}
