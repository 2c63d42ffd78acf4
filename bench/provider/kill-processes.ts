import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from './environment.ts';

const EVERY_MS = 8_000;

/**
 * Kills random processes of the product until it is stopped.
 * @returns a function that stops it and returns the number of killed processes
 */
export function killProcesses(environment: Environment): () => Promise<number> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let killed = 0;
  const killLoop = (async () => {
    for (;;) {
      await pause(EVERY_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      killed += 1;
      await environment.crashOne();
    }
  })();
  return async () => {
    stopping.abort();
    await killLoop;
    return killed;
  };
}
