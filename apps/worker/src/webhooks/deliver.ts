import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LeasedEndpointQueue } from '@parley/db';
import { PER_LANE } from './due-in-lane.ts';
import { Reader } from './reader.ts';
import { Slots } from './slots.ts';
import { type LaneWork, workLane } from './work-lane.ts';

const LEASE_SECONDS = 60;
/** Requests in flight at once. */
const REQUESTS = 64;
/**
 * Lanes held at once: more than there can be requests, so that while one is fetched or given back
 * another sends. Of them, those that failed last time.
 */
const LANES = 128;
const FAILING_LANES = 8;
/** Lanes one look takes at most. */
const LANES_AT_ONCE = 32;
/** Milliseconds between two looks that find nothing, and between two at those that failed. */
const IDLE_MS = 100;
const FAILING_LOOK_MS = 250;
/** Milliseconds in which freed lanes gather, so that one look takes several. */
const GATHER_MS = 5;
const MAX_BACKOFF_MS = 10_000;

/** Tells the deliverer of work before it looks by itself. */
export interface Nudge {
  now(): void;
}

/**
 * Sends what is due, until it is told to stop; then no more is begun, and what is under way is
 * finished and given back.
 */
export function deliverer(
  given: Omit<LaneWork, 'slots' | 'reader' | 'crowded'>,
): Nudge & { run(): Promise<void> } {
  const { deps, logger, signal } = given;
  const slots = new Slots(REQUESTS);
  const work: LaneWork = {
    ...given,
    slots,
    reader: new Reader(deps.database.webhookQueue),
    crowded: () => running.size >= LANES,
  };
  const running = new Map<Promise<void>, boolean>();
  let awake = new AbortController();
  let lookedAtFailing = 0;

  async function rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: AbortSignal.any([awake.signal, signal]) }).catch(() => {});
    awake = new AbortController();
  }

  async function claim(failing: boolean, limit: number): Promise<LeasedEndpointQueue[]> {
    if (limit <= 0) return [];
    const lease = { token: randomUUID(), seconds: LEASE_SECONDS, limit };
    return deps.database.webhookQueue.claimEndpointQueues(lease, { failing, perQueue: PER_LANE });
  }

  /** Takes as many lanes as may be held; whether anything was found. */
  async function fill(): Promise<boolean> {
    const healthy = await claim(false, Math.min(LANES - running.size, LANES_AT_ONCE));
    for (const lane of healthy) start(lane, false);
    if (performance.now() - lookedAtFailing < FAILING_LOOK_MS) return healthy.length > 0;
    lookedAtFailing = performance.now();
    const others = [...running.values()].filter((failing) => failing).length;
    const failing = await claim(true, Math.min(LANES - running.size, FAILING_LANES - others));
    for (const lane of failing) start(lane, true);
    return healthy.length > 0 || failing.length > 0;
  }

  function start(lane: LeasedEndpointQueue, failing: boolean): void {
    const done = workLane(lane, work)
      .catch((err: unknown) => logger.error({ msg: 'webhook lane failed', err }))
      .finally(() => running.delete(done));
    running.set(done, failing);
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      if (running.size >= LANES) await Promise.race(running.keys());
      try {
        await rest((await fill()) ? GATHER_MS : IDLE_MS);
        failures = 0;
      } catch (err) {
        failures += 1;
        logger.error({ msg: 'round failed', loop: 'webhook_deliveries', failures, err });
        await rest(Math.min(IDLE_MS * 2 ** failures, MAX_BACKOFF_MS));
      }
    }
    slots.close();
    await Promise.all(running.keys());
  }

  return { run, now: () => awake.abort() };
}
