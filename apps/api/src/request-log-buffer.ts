import type { Database, NewApiRequest } from '@parley/db';
import type { Logger } from 'pino';

/** Milliseconds that a request waits for others before they are stored together. */
const FLUSH_MS = 1_000;
/** Milliseconds between two log lines about requests that are lost. */
const REPORT_MS = 10_000;
/** Requests of one statement. */
const BATCH = 500;
/** Requests in memory, and characters of their bodies. */
const MAX_REQUESTS = 4_000;
const MAX_CHARS = 8_000_000;

/** A request that has ended. */
export interface LoggedRequest extends Omit<NewApiRequest, 'createdAt'> {
  /** When it began, by `performance.now()`. */
  readonly startedAt: number;
}

/** The requests that are not stored in the request log yet. */
export interface RequestLogBuffer {
  /** Whether another request would be dropped. */
  isFull(): boolean;
  add(request: LoggedRequest): void;
  /** Counts a request that will not be stored. */
  drop(): void;
  /** The number of requests that were dropped, or that the database did not store. */
  dropped(): number;
  /** Stores what is in memory. */
  close(): Promise<void>;
}

const charsOf = ({ query, requestBody, responseBody }: LoggedRequest): number =>
  (query?.length ?? 0) + (requestBody?.length ?? 0) + (responseBody?.length ?? 0);

/**
 * Stores requests in the background, in batches, one statement at a time. Whatever the database does not
 * take in time is dropped: the buffer does not grow, and a failed statement is not repeated.
 */
export function openRequestLogBuffer(
  database: Pick<Database, 'insertApiRequests' | 'now'>,
  logger: Logger,
): RequestLogBuffer {
  let waiting: LoggedRequest[] = [];
  let chars = 0;
  let dropped = 0;
  let reported = 0;
  /** The last failure since the last report. */
  let failure: unknown;
  let isClosing = false;
  let flushing: Promise<void> | undefined;
  let flushTimer: NodeJS.Timeout | undefined;
  let reportTimer: NodeJS.Timeout | undefined;

  function drop(count: number): void {
    if (count === 0) return;
    dropped += count;
    reportTimer ??= setTimeout(report, REPORT_MS).unref();
  }

  function report(): void {
    clearTimeout(reportTimer);
    reportTimer = undefined;
    if (dropped > reported) {
      const missing = dropped - reported;
      logger.warn({ msg: 'requests missing in the request log', dropped: missing, err: failure });
    }
    reported = dropped;
    failure = undefined;
  }

  /** @returns the number of requests that were stored */
  async function store(batch: readonly LoggedRequest[]): Promise<number> {
    let stored = 0;
    try {
      const offset = (await database.now()).getTime() - performance.now();
      const requests = batch.map(({ startedAt, ...request }) => ({
        ...request,
        createdAt: new Date(offset + startedAt),
      }));
      stored = await database.insertApiRequests(requests);
    } catch (error) {
      failure = error;
    }
    drop(batch.length - stored);
    return stored;
  }

  async function storeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      const stored = await store(batch);
      for (const request of batch) chars -= charsOf(request);
      // A shutdown does not wait for the timeout of each statement.
      if (isClosing && stored === 0) drop(waiting.splice(0).length);
    }
  }

  function flush(): Promise<void> {
    clearTimeout(flushTimer);
    flushTimer = undefined;
    flushing ??= storeAll().finally(() => {
      flushing = undefined;
    });
    return flushing;
  }

  return {
    isFull: () => waiting.length >= MAX_REQUESTS || chars >= MAX_CHARS,
    add(request) {
      waiting.push(request);
      chars += charsOf(request);
      if (waiting.length >= BATCH) void flush();
      else flushTimer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    drop: () => drop(1),
    dropped: () => dropped,
    async close() {
      isClosing = true;
      await flush();
      report();
    },
  };
}
