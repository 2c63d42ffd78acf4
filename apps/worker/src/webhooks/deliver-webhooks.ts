import { randomUUID } from 'node:crypto';
import type { DueMerchant, LeasedEndpointQueue } from '@parley/db';
import type { DueWork } from '../due-merchants.ts';
import { runLoop } from '../loop.ts';
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
/** Milliseconds to wait after the first failed claim; doubled after each. */
const RETRY_MS = 50;
/** Milliseconds in which released queues are gathered, so that one claim takes several. */
const GATHER_MS = 5;

/** A group of queues that a loop claims. */
interface QueueGroup {
  readonly kind: 'endpoint_queues' | 'failing_endpoint_queues';
  readonly failing: boolean;
  /** Maximum number of queues that are processed at once. */
  readonly limit: number;
}

/**
 * Claims endpoint queues and sends their due deliveries until the signal aborts. Then finishes the attempts
 * in flight and releases the queues.
 */
export async function deliverWebhooks(
  due: Pick<DueWork, 'endpoint_queues' | 'failing_endpoint_queues'>,
  options: Omit<DeliveryContext, 'semaphore' | 'reader' | 'isAtCapacity'>,
): Promise<void> {
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

  function start(queue: LeasedEndpointQueue, failing: boolean, merchant: DueMerchant): void {
    const done = processEndpointQueue(queue, context)
      .catch((err: unknown) => logger.error({ msg: 'webhook endpoint queue failed', err }))
      .finally(() => {
        running.delete(done);
        // More may have become due meanwhile.
        due.endpoint_queues.add([merchant]);
      });
    running.set(done, failing);
  }

  /**
   * The running queues of which one must finish before another of the group can be claimed; none if one
   * can be claimed now.
   */
  function blockingQueues(group: QueueGroup): Promise<void>[] {
    if (running.size >= MAX_QUEUES) return [...running.keys()];
    const ofGroup = runningOf(group);
    return ofGroup.length >= group.limit ? ofGroup : [];
  }

  function runningOf({ failing }: QueueGroup): Promise<void>[] {
    return [...running].filter(([, isFailing]) => isFailing === failing).map(([done]) => done);
  }

  async function claimQueues(group: QueueGroup): Promise<void> {
    const { kind, failing } = group;
    while (blockingQueues(group).length > 0) await Promise.race(blockingQueues(group));
    if (signal.aborted) return;
    const free = Math.min(MAX_QUEUES - running.size, group.limit - runningOf(group).length);
    const limit = Math.min(free, QUEUES_PER_CLAIM);
    const merchants = due[kind].take();
    const lease = { token: randomUUID(), seconds: LEASE_SECONDS, limit };
    const filter = { failing, perQueue: DELIVERIES_PER_READ };
    const queues = await deps.database.webhookQueue.claimEndpointQueues(lease, filter, merchants);
    const byId = new Map(merchants.map((merchant) => [merchant.id, merchant]));
    for (const queue of queues) {
      const merchant = byId.get(queue.merchantId);
      if (merchant) start(queue, failing, merchant);
    }
    // A shard may have used its part of the limit although another one used less.
    const shards = new Set(merchants.map(({ shard }) => shard)).size;
    if (queues.length >= Math.max(1, Math.floor(limit / shards))) due[kind].add(merchants);
  }

  const groups: readonly QueueGroup[] = [
    { kind: 'endpoint_queues', failing: false, limit: MAX_QUEUES },
    { kind: 'failing_endpoint_queues', failing: true, limit: MAX_FAILING_QUEUES },
  ];
  await Promise.all(
    groups.map((group) =>
      runLoop({
        name: group.kind,
        idleMs: RETRY_MS,
        busyMs: GATHER_MS,
        ready: () => due[group.kind].wait(signal),
        work: async () => {
          await claimQueues(group);
          return true;
        },
        logger,
        signal,
      }),
    ),
  );
  semaphore.close();
  await Promise.all(running.keys());
}
