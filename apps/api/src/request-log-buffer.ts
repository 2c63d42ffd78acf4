import type { Database, NewApiRequest } from '@parley/db';
import { canTakeSlot } from '@parley/domain';
import type { Logger } from 'pino';

/** Milliseconds that a request waits for others before they are stored together. */
const FLUSH_MS = 1_000;
/** Milliseconds between two log lines about requests that are lost. */
const REPORT_MS = 10_000;
/** Requests of one statement. */
const BATCH = 500;
/** Characters of bodies that do not wait for others. */
const BATCH_CHARS = 1_000_000;
/** Requests in memory, and characters of their bodies, of which each merchant has a share. */
const MAX_REQUESTS = 8_000;
const MAX_CHARS = 16_000_000;
/** Requests of a merchant in memory during an overload, when the processor time is needed elsewhere. */
const MAX_IN_OVERLOAD = 20;

/** A request that has ended. */
export interface LoggedRequest extends Omit<NewApiRequest, 'createdAt'> {
  /** When it began, by `performance.now()`. */
  readonly startedAt: number;
}

/** The requests that are not stored in the request log yet. */
export interface RequestLogBuffer {
  /** Whether another request of the merchant would be dropped. */
  isFull(merchantId: string, isOverloaded: boolean): boolean;
  add(request: LoggedRequest): void;
  /** Counts a request that will not be stored. */
  drop(): void;
  /** The number of requests that were dropped, or that the database did not store. */
  dropped(): number;
  /** Stores what is in memory. */
  close(): Promise<void>;
}

/** What is in memory, of one merchant or of all. */
interface Held {
  requests: number;
  chars: number;
}

const getChars = ({ query, requestBody, responseBody }: LoggedRequest): number =>
  (query?.length ?? 0) + (requestBody?.length ?? 0) + (responseBody?.length ?? 0);

/**
 * Stores requests in the background, in batches, one statement at a time. Whatever the database does not
 * take in time is dropped: the buffer does not grow, and a failed statement is not repeated. A merchant with many
 * requests loses its own.
 */
export function createRequestLogBuffer(
  database: Pick<Database, 'insertApiRequests' | 'now'>,
  logger: Logger,
): RequestLogBuffer {
  let waiting: LoggedRequest[] = [];
  const held: Held = { requests: 0, chars: 0 };
  const heldByMerchant = new Map<string, Held>();
  let dropped = 0;
  let reported = 0;
  /** The last failure since the last report. */
  let failure: unknown;
  let isClosing = false;
  let flushing: Promise<void> | undefined;
  let flushTimer: NodeJS.Timeout | undefined;
  let reportTimer: NodeJS.Timeout | undefined;

  function hold(request: LoggedRequest, sign: 1 | -1): void {
    const { merchantId } = request;
    const ofMerchant = heldByMerchant.get(merchantId) ?? { requests: 0, chars: 0 };
    for (const total of [held, ofMerchant]) {
      total.requests += sign;
      total.chars += sign * getChars(request);
    }
    if (ofMerchant.requests === 0) heldByMerchant.delete(merchantId);
    else heldByMerchant.set(merchantId, ofMerchant);
  }

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
      const requests = batch.map((request) => ({
        ...request,
        startedAt: undefined,
        createdAt: new Date(offset + request.startedAt),
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
      for (const request of batch) hold(request, -1);
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
    isFull(merchantId, isOverloaded) {
      const { requests, chars } = heldByMerchant.get(merchantId) ?? { requests: 0, chars: 0 };
      if (isOverloaded && requests >= MAX_IN_OVERLOAD) return true;
      return !(
        canTakeSlot(requests, MAX_REQUESTS - held.requests) &&
        canTakeSlot(chars, MAX_CHARS - held.chars)
      );
    },
    add(request) {
      waiting.push(request);
      hold(request, 1);
      if (waiting.length >= BATCH || held.chars >= BATCH_CHARS) void flush();
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
