import type { Logger } from 'pino';

export interface Loop {
  /** Runs again right away: there may be something to do. */
  wake(): void;
  /** Ends after the turn under way. */
  stop(): Promise<void>;
}

/** Repeats `turn` when woken and every so often; a turn that fails is logged and tried again. */
export function startLoop(
  name: string,
  everyMs: number,
  logger: Logger,
  turn: () => Promise<void>,
): Loop {
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
