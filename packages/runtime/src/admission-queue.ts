export interface AdmissionQueueOptions {
  /** How many requests run at once. */
  readonly slots: number;
  /** Milliseconds that a request may wait for a slot; 500 by default. */
  readonly maxWaitMs?: number;
}

const MAX_WAIT_MS = 500;
/** Milliseconds of waiting that are normal in a burst. Longer waits for `maxWaitMs` are an overload. */
const TARGET_WAIT_MS = 100;

interface Waiting {
  readonly since: number;
  readonly start: () => void;
  readonly refuse: () => void;
}

export interface AdmissionQueue {
  /**
   * Waits for a slot, in the order of arrival. The caller must release it.
   * @returns false if the request is refused: it waited too long, or the queue is full
   */
  acquire(): Promise<boolean>;
  /** Takes a slot without waiting, even beyond the limit: for work that has begun already. */
  acquireNow(): void;
  release(): void;
  /** Whether `acquire` would refuse at once. */
  isFull(): boolean;
  usage(): { readonly running: number; readonly waiting: number };
}

/**
 * A queue that bounds waiting time instead of length, after CoDel (RFC 8289): a burst may wait up to
 * `maxWaitMs`, but a queue that stays is an overload. During an overload only as many requests wait
 * as run at once, which keeps every slot busy; all others are refused on arrival.
 */
export function createAdmissionQueue(
  { slots, maxWaitMs = MAX_WAIT_MS }: AdmissionQueueOptions,
  nowMs: () => number = () => performance.now(),
): AdmissionQueue {
  // In the order of arrival.
  const waiting = new Set<Waiting>();
  let running = 0;
  let overloaded = false;
  /** Since when every wait has been longer than the target; null if the last one was shorter. */
  let aboveTargetSince: number | null = null;
  let timer: NodeJS.Timeout | undefined;

  const isFull = () => overloaded && waiting.size >= slots;

  function observeWait(waitedMs: number, now: number): void {
    if (waitedMs < TARGET_WAIT_MS) aboveTargetSince = null;
    else aboveTargetSince ??= now;
    if (aboveTargetSince !== null && now - aboveTargetSince >= maxWaitMs) overloaded = true;
  }

  /** Removes the oldest request from the queue and starts it, or refuses it if it waited too long. */
  function takeOldest(oldest: Waiting, now: number): void {
    const waitedMs = now - oldest.since;
    waiting.delete(oldest);
    observeWait(waitedMs, now);
    if (waitedMs >= maxWaitMs) oldest.refuse();
    else {
      running += 1;
      oldest.start();
    }
  }

  function startNext(): void {
    const now = nowMs();
    for (const oldest of waiting) {
      if (running >= slots) return;
      takeOldest(oldest, now);
    }
    if (running < slots) {
      overloaded = false;
      aboveTargetSince = null;
    }
  }

  function refuseLate(): void {
    timer = undefined;
    const now = nowMs();
    for (const oldest of waiting) {
      if (now - oldest.since < maxWaitMs) break;
      takeOldest(oldest, now);
    }
    scheduleRefusal(now);
  }

  function scheduleRefusal(now: number): void {
    const [oldest] = waiting;
    if (!oldest || timer) return;
    timer = setTimeout(refuseLate, Math.ceil(oldest.since + maxWaitMs - now)).unref();
  }

  return {
    isFull,
    usage: () => ({ running, waiting: waiting.size }),
    acquireNow: () => {
      running += 1;
    },
    release: () => {
      running -= 1;
      startNext();
    },
    acquire() {
      if (running < slots && waiting.size === 0) {
        running += 1;
        return Promise.resolve(true);
      }
      if (isFull()) return Promise.resolve(false);
      return new Promise((resolve) => {
        const now = nowMs();
        waiting.add({
          since: now,
          start: () => resolve(true),
          refuse: () => resolve(false),
        });
        scheduleRefusal(now);
      });
    },
  };
}
