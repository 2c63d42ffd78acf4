import { createFairQueue } from './fair-queue.ts';

export interface AdmissionQueueOptions {
  /** How many requests run at once. */
  readonly slots: number;
  /** How many requests of one flow run at once, also while no other flow needs the slots; all by default. */
  readonly maxPerFlow?: number;
  /** Milliseconds that a request may wait for a slot; 500 by default. */
  readonly maxWaitMs?: number;
  /** How many requests may wait; 1,000 by default. It bounds memory only. */
  readonly maxWaiting?: number;
}

const MAX_WAIT_MS = 500;
const MAX_WAITING = 1_000;
/** Milliseconds of waiting that are normal in a burst. Longer waits for `maxWaitMs` are an overload. */
const TARGET_WAIT_MS = 100;

interface Waiting {
  readonly flow: string;
  readonly since: number;
  readonly start: () => void;
  /** Null for work that has begun already, which must be able to end. */
  readonly refuse: (() => void) | null;
}

export interface AdmissionUsage {
  readonly running: number;
  /** Requests that have not begun. */
  readonly waiting: number;
  /** Requests that have begun and wait to continue. */
  readonly resuming: number;
}

/**
 * A queue that divides the slots fairly among flows: a free slot goes to the flow with the fewest
 * running requests, and a full queue refuses a request of the flow with the most waiting ones.
 *
 * It bounds waiting time instead of length, after CoDel (RFC 8289): a burst may wait up to
 * `maxWaitMs`, but a queue that stays while no slot is free is an overload. During an overload only
 * as many requests wait as run at once, which keeps every slot busy, or one of each flow if there are
 * more flows. It ends when slots were free for half of a `maxWaitMs`.
 *
 * Every method that takes a flow is called with the same one for the same request.
 */
export function createAdmissionQueue(
  {
    slots,
    maxPerFlow = slots,
    maxWaitMs = MAX_WAIT_MS,
    maxWaiting = MAX_WAITING,
  }: AdmissionQueueOptions,
  nowMs: () => number = () => performance.now(),
) {
  const waiting = createFairQueue<Waiting>();
  /** How many requests of each flow run; without the flows of which none does. */
  const runningByFlow = new Map<string, number>();
  let running = 0;
  let overloaded = false;
  /** Since when the oldest request has always waited longer than the target; null if it has not. */
  let aboveTargetSince: number | null = null;
  /** Since when slots have been free; null while none is. */
  let freeSince: number | null = nowMs();
  /** The current interval of `maxWaitMs`, and for how much of it slots were free. */
  let intervalStart = nowMs();
  let freeMs = 0;
  let timer: NodeJS.Timeout | undefined;

  const getRunning = (flow: string) => runningByFlow.get(flow) ?? 0;
  const hasSlot = (flow: string) => running < slots && getRunning(flow) < maxPerFlow;
  const getLoad = (flow: string) => (hasSlot(flow) ? getRunning(flow) : Infinity);

  function changeRunning(flow: string, change: 1 | -1): void {
    running += change;
    const ofFlow = getRunning(flow) + change;
    if (ofFlow === 0) runningByFlow.delete(flow);
    else runningByFlow.set(flow, ofFlow);
  }

  /** The flow that must lose a waiting request so that one more can wait; null if none must. */
  function flowToRefuse(arriving: string): string | null {
    if (waiting.size < (overloaded ? slots : maxWaiting)) return null;
    const length = waiting.getLength(arriving) + 1;
    const longest = waiting.longest();
    if (longest && longest.length > length) return longest.flow;
    return length > 1 || waiting.size >= maxWaiting ? arriving : null;
  }

  function observeWait(waitedMs: number, now: number): void {
    if (waitedMs < TARGET_WAIT_MS) aboveTargetSince = null;
    else aboveTargetSince ??= now;
    if (aboveTargetSince !== null && now - aboveTargetSince >= maxWaitMs) overloaded = true;
  }

  /** Calls end in groups, so slots may be free for a moment during an overload. */
  function observeFreeSlots(now: number): void {
    if (freeSince !== null) {
      freeMs += now - freeSince;
      freeSince = now;
    }
    const intervalMs = now - intervalStart;
    if (intervalMs < maxWaitMs) return;
    if (freeMs >= intervalMs / 2) overloaded = false;
    intervalStart = now;
    freeMs = 0;
  }

  function startOrRefuse(request: Waiting, now: number): void {
    if (request.refuse && now - request.since >= maxWaitMs) request.refuse();
    else {
      changeRunning(request.flow, 1);
      request.start();
    }
  }

  function startNext(): void {
    const now = nowMs();
    while (running < slots) {
      const oldest = waiting.oldest();
      const next = waiting.takeNext(getLoad);
      // Nothing waits, or only for the share of its flow, which is no overload.
      if (!next) {
        aboveTargetSince = null;
        freeSince ??= now;
        return;
      }
      if (oldest) observeWait(now - oldest.since, now);
      startOrRefuse(next, now);
    }
  }

  function refuseLate(): void {
    timer = undefined;
    const now = nowMs();
    for (;;) {
      const oldest = waiting.oldest();
      if (!oldest || now - oldest.since < maxWaitMs) break;
      if (running === slots) observeWait(now - oldest.since, now);
      waiting.takeOldest()?.refuse?.();
    }
    scheduleRefusal(now);
  }

  function scheduleRefusal(now: number): void {
    const oldest = waiting.oldest();
    if (!oldest || timer) return;
    timer = setTimeout(refuseLate, Math.ceil(oldest.since + maxWaitMs - now)).unref();
  }

  /** Takes a free slot. Whatever waits while slots are free is of other flows, which have their share. */
  function takeSlot(flow: string): boolean {
    if (!hasSlot(flow)) return false;
    changeRunning(flow, 1);
    if (running === slots) freeSince = null;
    return true;
  }

  return {
    /** Whether `acquire` would refuse at once. */
    isFull: (flow: string): boolean => !hasSlot(flow) && flowToRefuse(flow) === flow,
    /** Whether there has been more work than the slots can do in time, until slots are free again. */
    isOverloaded: (): boolean => overloaded,
    usage: (): AdmissionUsage => ({ running, waiting: waiting.size, resuming: waiting.firstSize }),
    /**
     * Waits for a slot as long as necessary, for work that has begun already. It comes before other requests of its
     * flow, and takes turns with those of other flows. The caller must release the slot.
     */
    reacquire(flow: string): Promise<void> {
      if (takeSlot(flow)) return Promise.resolve();
      return new Promise((start) => {
        waiting.addFirst(flow, { flow, since: nowMs(), start, refuse: null });
      });
    },
    release(flow: string): void {
      changeRunning(flow, -1);
      startNext();
    },
    /**
     * Waits for a slot. The caller must release it.
     * @returns false if the request is refused: it waited too long, or the queue is full
     */
    acquire(flow: string): Promise<boolean> {
      const now = nowMs();
      observeFreeSlots(now);
      if (takeSlot(flow)) return Promise.resolve(true);
      const flowRefused = flowToRefuse(flow);
      if (flowRefused === flow) return Promise.resolve(false);
      if (flowRefused !== null) waiting.takeNewest(flowRefused)?.refuse?.();
      return new Promise((resolve) => {
        waiting.add(flow, {
          flow,
          since: now,
          start: () => resolve(true),
          refuse: () => resolve(false),
        });
        scheduleRefusal(now);
      });
    },
  };
}
