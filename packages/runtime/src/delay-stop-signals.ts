/** Milliseconds between the start of draining and the forced exit. */
export const DRAIN_MS = 20_000;

/** On the process, because the bundles of a framework have separate copies of this module. */
const stoppingKey = Symbol.for('parley.stopping');
const shared = globalThis as { [stoppingKey]?: boolean };

/** Whether a stop signal has arrived. Load balancers should send no more requests. */
export const isStopping = (): boolean => shared[stoppingKey] === true;

/**
 * For a server whose framework stops accepting connections at the first stop signal: passes the
 * signal on to the handlers of the framework once, after `graceMs` or at once if it arrives twice. In
 * between, `isStopping` is true and requests are served. The process ends 20 seconds later at most.
 * @param beforeDrain what is done before the signal is passed on, because the framework ends the process
 */
export function delayStopSignals(graceMs: number, beforeDrain?: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const handlers = process.listeners(signal);
    process.removeAllListeners(signal);
    let draining = false;
    const drain = () => {
      if (draining) return;
      draining = true;
      shared[stoppingKey] = true;
      setTimeout(() => process.exit(1), DRAIN_MS).unref();
      const passOn = () => {
        for (const handle of handlers) handle(signal);
      };
      if (beforeDrain) void beforeDrain().then(passOn);
      else passOn();
    };
    process.on(signal, () => {
      if (isStopping() || graceMs === 0) return drain();
      shared[stoppingKey] = true;
      setTimeout(drain, graceMs);
    });
  }
}
