import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Maximum milliseconds to wait after a failure. */
const MAX_BACKOFF_MS = 10_000;

export interface LoopOptions {
  readonly name: string;
  /** Milliseconds to wait after a round that found nothing to do. */
  readonly idleMs: number;
  /** Minimum milliseconds to wait after other rounds; none by default. */
  readonly busyMs?: number;
  /** Resolves when the next round can start. */
  readonly ready?: () => Promise<void>;
  /** One round. If it returns true, there may be more to do, and another one follows at once. */
  readonly work: () => Promise<unknown>;
  /** Maximum ratio of the time in rounds to all time while there is more to do; 1 by default. */
  readonly maxBusyRatio?: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Runs rounds until the signal aborts. A running round finishes. */
export async function runLoop(options: LoopOptions): Promise<void> {
  const { name, idleMs, busyMs = 0, ready, work, maxBusyRatio = 1, logger, signal } = options;
  let failures = 0;
  for (;;) {
    await ready?.();
    if (signal.aborted) return;
    let waitMs = idleMs;
    const startedAt = performance.now();
    try {
      if ((await work()) === true) {
        waitMs = Math.max(busyMs, (performance.now() - startedAt) * (1 / maxBusyRatio - 1));
      }
      failures = 0;
    } catch (err) {
      failures += 1;
      waitMs = Math.min(idleMs * 2 ** failures, MAX_BACKOFF_MS);
      logger.error({ msg: 'round failed', loop: name, failures, err });
    }
    if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => {});
  }
}
