import { setTimeout as delay } from 'node:timers/promises';

export interface WaitForOptions {
  /** Milliseconds; 60 s by default. */
  readonly timeoutMs?: number;
  /** Milliseconds between two checks; 20 by default. */
  readonly everyMs?: number;
  /** Names the condition in the error. */
  readonly what?: string;
}

/**
 * Checks until `condition` returns something other than false, null or undefined, and returns that.
 * @throws Error after the timeout
 */
export async function waitFor<Found>(
  condition: () => Found | false | null | undefined | Promise<Found | false | null | undefined>,
  { timeoutMs = 60_000, everyMs = 20, what = 'the condition' }: WaitForOptions = {},
): Promise<Found> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await condition();
    if (found !== false && found !== null && found !== undefined) return found;
    if (performance.now() >= deadline)
      throw new Error(`Waited ${timeoutMs} ms for ${what}; it did not occur.`);
    await delay(everyMs);
  }
}
