import { setTimeout as delay } from 'node:timers/promises';

export interface UntilOptions {
  readonly timeoutMs: number;
  readonly everyMs?: number;
  /** Ends the wait early by throwing, for example when the process waited for has died. */
  readonly signal?: AbortSignal;
}

/** Asks again and again until the condition holds; false when time runs out first. */
export async function until(
  condition: () => Promise<boolean> | boolean,
  { timeoutMs, everyMs = 50, signal }: UntilOptions,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    signal?.throwIfAborted();
    if (performance.now() >= deadline) return false;
    await delay(everyMs, undefined, signal === undefined ? {} : { signal });
  }
  return true;
}
