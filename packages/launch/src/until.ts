import { setTimeout as delay } from 'node:timers/promises';

export interface UntilOptions {
  readonly timeoutMs: number;
  readonly intervalMs?: number;
  /** Makes `until` throw, for example when the process that it waits for has exited. */
  readonly signal?: AbortSignal;
}

/** Polls a condition until it is true. Returns false on timeout. */
export async function until(
  condition: () => Promise<boolean> | boolean,
  { timeoutMs, intervalMs = 50, signal }: UntilOptions,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    signal?.throwIfAborted();
    if (performance.now() >= deadline) return false;
    await delay(intervalMs, undefined, signal === undefined ? {} : { signal });
  }
  return true;
}
