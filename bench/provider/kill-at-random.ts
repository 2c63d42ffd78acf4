import { setTimeout as pause } from 'node:timers/promises';
import type { World } from './world.ts';

const EVERY_MS = 8_000;

/**
 * Kills processes of ours, one after the other, until it is told to stop.
 * @returns stops it, and answers how many there were
 */
export function killAtRandom(world: World): () => Promise<number> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let killed = 0;
  const killing = (async () => {
    for (;;) {
      await pause(EVERY_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      killed += 1;
      await world.crashOne();
    }
  })();
  return async () => {
    stopping.abort();
    await killing;
    return killed;
  };
}
