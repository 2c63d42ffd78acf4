import type { Provider } from './port.ts';

/** How many reads of one object may begin within a second. A payment needs one. */
const READS_PER_SECOND = 3;
const SECOND_MS = 1_000;

/** The reads of one object. */
interface Reads {
  /** When the last ones began, oldest first, by performance.now(). */
  readonly begun: number[];
  running: Promise<unknown> | null;
  /** The read that follows, for all calls that arrive before it begins. */
  next: Promise<unknown> | null;
}

/**
 * A provider whose equal reads share requests: a call that arrives while one runs, or after three in a second, waits
 * for the next one. Every result is from a request that began after the call, so none is older than without sharing.
 */
export function coalesceReads(provider: Provider): Provider {
  const reads = new Map<string, Reads>();
  const calls: Record<string, (...args: unknown[]) => Promise<unknown>> = { ...provider } as never;
  const shared = Object.entries(calls).map(([name, call]) => {
    if (!name.startsWith('read')) return [name, call];
    return [
      name,
      (...args: unknown[]) => share(reads, JSON.stringify([name, args]), () => call(...args)),
    ];
  });
  return Object.fromEntries(shared) as Provider;
}

function share<T>(all: Map<string, Reads>, key: string, read: () => Promise<T>): Promise<T> {
  const reads: Reads = all.get(key) ?? { begun: [], running: null, next: null };
  all.set(key, reads);
  if (reads.next) return reads.next as Promise<T>;

  async function begin(): Promise<T> {
    reads.next = null;
    if (reads.begun.length === READS_PER_SECOND) reads.begun.shift();
    reads.begun.push(performance.now());
    const running = read();
    reads.running = running;
    try {
      return await running;
    } finally {
      reads.running = null;
      forgetLater(all, key, reads);
    }
  }
  const wait = waitMs(reads);
  if (reads.running === null && wait === 0) return begin();
  const next = (async () => {
    await reads.running?.catch(() => {});
    const pause = waitMs(reads);
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    return begin();
  })();
  reads.next = next;
  return next;
}

/** Milliseconds until another read may begin. */
function waitMs({ begun }: Reads): number {
  const [oldest] = begun;
  if (oldest === undefined || begun.length < READS_PER_SECOND) return 0;
  return Math.max(0, Math.ceil(oldest + SECOND_MS - performance.now()));
}

/** Keeps no object longer than its reads count. */
function forgetLater(all: Map<string, Reads>, key: string, reads: Reads): void {
  const last = reads.begun.at(-1);
  const timer = setTimeout(() => {
    const isIdle = reads.running === null && reads.next === null;
    if (isIdle && reads.begun.at(-1) === last && all.get(key) === reads) all.delete(key);
  }, SECOND_MS);
  timer.unref();
}
