import type { Scope } from './records.ts';

/** Statements of one kind that run at once. What is requested meanwhile shares the next one. */
const MAX_RUNNING = 2;

/** Rows by id; a row that does not exist is missing. */
type ReadRows<Row> = (scope: Scope, ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>;

interface Batch<Row> {
  readonly scope: Scope;
  readonly ids: Set<string>;
  readonly rows: PromiseWithResolvers<ReadonlyMap<string, Row>>;
}

/**
 * Returns a function that reads one row by id. Reads of the same merchant and mode share a statement
 * when they are requested in the same turn of the event loop or while two statements run. A shared
 * statement costs PostgreSQL and this process little more than one for a single row.
 */
export function shareReads<Row>(
  read: ReadRows<Row>,
): (scope: Scope, id: string) => Promise<Row | null> {
  // In the order of their first request.
  const waiting: Batch<Row>[] = [];
  let running = 0;
  let scheduled = false;

  async function run({ scope, ids, rows }: Batch<Row>): Promise<void> {
    running += 1;
    try {
      rows.resolve(await read(scope, [...ids]));
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

  function batchOf({ merchantId, mode }: Scope): Batch<Row> {
    const open = waiting.find(
      ({ scope }) => scope.merchantId === merchantId && scope.mode === mode,
    );
    if (open) return open;
    const batch: Batch<Row> = {
      scope: { merchantId, mode },
      ids: new Set(),
      rows: Promise.withResolvers(),
    };
    waiting.push(batch);
    return batch;
  }

  return async (scope, id) => {
    const batch = batchOf(scope);
    batch.ids.add(id);
    // Stryker disable next-line ConditionalExpression,EqualityOperator: startNext checks the limit again.
    if (running < MAX_RUNNING && !scheduled) {
      scheduled = true;
      setImmediate(startNext);
    }
    return (await batch.rows.promise).get(id) ?? null;
  };
}
