import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds of the sustained rate that may be sent at once after a pause. */
const BURST_MS = 500;

/** Spreads the requests of one process to one account over time. */
export interface RequestPace {
  /** Milliseconds that a request would wait if it came now. */
  waitMs(): number;
  /** Waits until a request may be sent. Requests are sent in the order of the calls. */
  turn(): Promise<void>;
}

/**
 * A token bucket: in any T milliseconds, at most `perSecond` × (T + 500) / 1000 requests are sent, or one.
 * @param perSecond requests per second; Infinity for no limit
 */
export function createRequestPace(perSecond: number): RequestPace {
  const intervalMs = 1_000 / perSecond;
  /** When the bucket is full again, by performance.now(). */
  let fullAt = 0;

  function waitMs(): number {
    return Math.max(0, fullAt + intervalMs - Math.max(BURST_MS, intervalMs) - performance.now());
  }

  return {
    waitMs,
    async turn() {
      const wait = waitMs();
      fullAt = Math.max(fullAt, performance.now()) + intervalMs;
      if (wait > 0) await pause(wait);
    },
  };
}
