import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LeasedEndpointQueue } from '@parley/db';
import { BatchReader } from './batch-reader.ts';
import { DELIVERIES_PER_READ } from './due-deliveries.ts';
import { type DeliveryContext, processEndpointQueue } from './process-endpoint-queue.ts';
import { Semaphore } from './semaphore.ts';

const LEASE_SECONDS = 60;
const MAX_REQUESTS = 64;
/** More queues than requests, so that some send while others are claimed or released. */
const MAX_QUEUES = 128;
/** Of them, queues whose last attempt failed. */
const MAX_FAILING_QUEUES = 8;
const QUEUES_PER_CLAIM = 32;
/** Milliseconds between two claims that find nothing, and between two claims of failing queues. */
const IDLE_MS = 100;
const FAILING_CLAIM_MS = 250;
/** Milliseconds in which released queues are gathered, so that one claim takes several. */
const GATHER_MS = 5;
const MAX_BACKOFF_MS = 10_000;

export interface WebhookDelivery {
  /** Delivers until the signal aborts, then finishes the attempts in flight and releases the queues. */
  run(): Promise<void>;
  /** Claims at once instead of after the idle time, because there are new deliveries. */
  notify(): void;
}

/** Creates the loop that claims endpoint queues and sends their due deliveries. */
export function createWebhookDelivery(
  options: Omit<DeliveryContext, 'semaphore' | 'reader' | 'isAtCapacity'>,
): WebhookDelivery {
  const { deps, logger, signal } = options;
  const semaphore = new Semaphore(MAX_REQUESTS);
  const context: DeliveryContext = {
    ...options,
    semaphore,
    reader: new BatchReader(deps.database.webhookQueue),
    isAtCapacity: () => running.size >= MAX_QUEUES,
  };
  /** The queues being processed, and whether they were claimed as failing. */
  const running = new Map<Promise<void>, boolean>();
  let notification = new AbortController();
  let failingClaimedAt = 0;

  async function sleep(ms: number): Promise<void> {
    const wake = AbortSignal.any([notification.signal, signal]);
    await pause(ms, undefined, { signal: wake }).catch(() => {});
    notification = new AbortController();
  }

  async function claim(failing: boolean, limit: number): Promise<LeasedEndpointQueue[]> {
    if (limit <= 0) return [];
    const lease = { token: randomUUID(), seconds: LEASE_SECONDS, limit };
    return deps.database.webhookQueue.claimEndpointQueues(lease, {
      failing,
      perQueue: DELIVERIES_PER_READ,
    });
  }

  /** Claims and starts as many queues as there is capacity for. Returns whether it found any. */
  async function claimQueues(): Promise<boolean> {
    const healthy = await claim(false, Math.min(MAX_QUEUES - running.size, QUEUES_PER_CLAIM));
    for (const queue of healthy) start(queue, false);
    if (performance.now() - failingClaimedAt < FAILING_CLAIM_MS) return healthy.length > 0;
    failingClaimedAt = performance.now();
    const runningFailing = [...running.values()].filter((isFailing) => isFailing).length;
    const failing = await claim(
      true,
      Math.min(MAX_QUEUES - running.size, MAX_FAILING_QUEUES - runningFailing),
    );
    for (const queue of failing) start(queue, true);
    return healthy.length > 0 || failing.length > 0;
  }

  function start(queue: LeasedEndpointQueue, isFailing: boolean): void {
    const done = processEndpointQueue(queue, context)
      .catch((err: unknown) => logger.error({ msg: 'webhook endpoint queue failed', err }))
      .finally(() => running.delete(done));
    running.set(done, isFailing);
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      if (running.size >= MAX_QUEUES) await Promise.race(running.keys());
      try {
        await sleep((await claimQueues()) ? GATHER_MS : IDLE_MS);
        failures = 0;
      } catch (err) {
        failures += 1;
        logger.error({ msg: 'round failed', loop: 'webhook_deliveries', failures, err });
        await sleep(Math.min(IDLE_MS * 2 ** failures, MAX_BACKOFF_MS));
      }
    }
    semaphore.close();
    await Promise.all(running.keys());
  }

  return { run, notify: () => notification.abort() };
}
