import { setTimeout as delay } from 'node:timers/promises';

export interface WaitForOptions {
  /** Milliseconds; 2 minutes by default. */
  readonly timeoutMs?: number;
  /** Milliseconds between two checks; by default a tenth of the time waited so far, from 20 to 250. */
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
  { timeoutMs = 120_000, everyMs, what = 'the condition' }: WaitForOptions = {},
): Promise<Found> {
  const startedAt = performance.now();
  for (;;) {
    const found = await condition();
    if (found !== false && found !== null && found !== undefined) return found;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs >= timeoutMs)
      throw new Error(`Waited ${timeoutMs} ms for ${what}; it did not occur.`);
    // Checks take processor time from what they wait for.
    await delay(everyMs ?? Math.min(Math.max(20, waitedMs / 10), 250));
  }
}
