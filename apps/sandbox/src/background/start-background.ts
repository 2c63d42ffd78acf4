import type { Logger } from 'pino';
import type { Store } from '../store/tx.ts';
import { claimDeliveries, deliver, newLeaseToken } from './deliver-webhooks.ts';
import { runDueTimers } from './run-timers.ts';

const TICK_MS = 250;
const PRUNE_MS = 10 * 60_000;
const MAX_IN_FLIGHT = 16;
const DRAIN_MS = 4_000;

export interface Background {
  wake(): void;
  stop(): Promise<void>;
}

/** Starts the background loops of one mode: timers, webhook deliveries, deletion of old idempotency keys. */
export function startBackground(store: Store): Background {
  const { pool, config } = store;
  const { logger } = config;
  const inFlight = new Set<Promise<void>>();
  const abort = new AbortController();
  const sending = startLoop('webhooks', TICK_MS, logger, async () => {
    const free = MAX_IN_FLIGHT - inFlight.size;
    if (free === 0) return;
    const token = newLeaseToken();
    const claimed = await claimDeliveries(store, token, free);
    for (const delivery of claimed) {
      const work = deliver(store, delivery, token, abort.signal)
        .catch((error: unknown) => logger.error({ err: error }, 'webhook delivery not recorded'))
        .finally(() => {
          inFlight.delete(work);
          sending.wake();
        });
      inFlight.add(work);
    }
  });
  const timers = startLoop('timers', TICK_MS, logger, async () => {
    if ((await runDueTimers(pool, config)) > 0) sending.wake();
  });
  const pruning = startLoop('pruning', PRUNE_MS, logger, async () => {
    await pool.query("DELETE FROM idempotency_key WHERE created_at < now() - interval '24 hours'");
  });
  return {
    wake() {
      timers.wake();
      sending.wake();
    },
    async stop() {
      await Promise.all([timers.stop(), sending.stop(), pruning.stop()]);
      const late = setTimeout(() => abort.abort(), DRAIN_MS);
      await Promise.allSettled(inFlight);
      clearTimeout(late);
    },
  };
}

interface Loop {
  /** Ends the current pause. */
  wake(): void;
  /** Stops after the current turn. */
  stop(): Promise<void>;
}

/** Repeats `turn` every `everyMs` milliseconds and when woken; logs a turn that fails. */
function startLoop(name: string, everyMs: number, logger: Logger, turn: () => Promise<void>): Loop {
  let stopped = false;
  let woken = false;
  let interrupt: () => void = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async () => {
    while (!stopped) {
      woken = false;
      try {
        await turn();
      } catch (error) {
        logger.error({ err: error, loop: name }, 'loop turn failed');
      }
      if (!stopped && !woken) await pause();
    }
  };
  const running = run();
  return {
    wake() {
      woken = true;
      interrupt();
    },
    async stop() {
      stopped = true;
      interrupt();
      await running;
    },
  };
}
