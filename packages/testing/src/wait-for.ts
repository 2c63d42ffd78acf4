import { setTimeout as delay } from 'node:timers/promises';

export interface WaitForOptions {
  /** Milliseconds; 10 s unless told. */
  readonly timeoutMs?: number;
  /** Milliseconds between two looks; 20 unless told. */
  readonly everyMs?: number;
  /** What was waited for, for the error. */
  readonly what?: string;
}

/** Looks until `condition` gives something other than false, null or undefined, and returns that. Throws after the timeout. */
export async function waitFor<Found>(
  condition: () => Found | false | null | undefined | Promise<Found | false | null | undefined>,
  { timeoutMs = 10_000, everyMs = 20, what = 'the condition' }: WaitForOptions = {},
): Promise<Found> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await condition();
    if (found !== false && found !== null && found !== undefined) return found;
    if (performance.now() >= deadline)
      throw new Error(`Waited ${timeoutMs} ms for ${what} in vain.`);
    await delay(everyMs);
  }
}
