import type { DueMerchant, LeasedEndpointQueue } from '@parley/db';
import type { DueWork } from '../due-merchants.ts';
import { FairSlots } from '../fair-slots.ts';
import { createLease } from '../leases.ts';
import { runLoop } from '../loop.ts';
import { BatchReader } from './batch-reader.ts';
import { DELIVERIES_PER_READ } from './due-deliveries.ts';
import { type DeliveryContext, processEndpointQueue } from './process-endpoint-queue.ts';

const MAX_REQUESTS = 64;
/** More queues than requests, so that some send while others are claimed or released. */
const MAX_QUICK_QUEUES = 104;
/** Queues of receivers that fail or respond slowly: they take only a small part of the requests. */
const MAX_SLOW_QUEUES = 24;
const QUEUES_PER_CLAIM = 32;
const MERCHANTS_PER_CLAIM = 128;
/** Milliseconds to wait after the first failed claim; doubled after each. */
const RETRY_MS = 50;
/** Milliseconds in which released queues are gathered, so that one claim takes several. */
const GATHER_MS = 5;

/** Queues that a loop claims. */
interface Lane {
  readonly kind: 'endpoint_queues' | 'slow_endpoint_queues';
  readonly slow: boolean;
}

const lanes: readonly Lane[] = [
  { kind: 'endpoint_queues', slow: false },
  { kind: 'slow_endpoint_queues', slow: true },
];

/**
 * Claims endpoint queues and sends their due deliveries until the signal aborts. Then finishes the attempts
 * in flight and releases the queues. Merchants share the queues of a lane and the requests, whatever the
 * number of their endpoints: each may take a further slot only according to `canTakeSlot`.
 */
export async function deliverWebhooks(
  due: Pick<DueWork, Lane['kind']>,
  options: Omit<DeliveryContext, 'slot' | 'reader' | 'isAtCapacity'>,
): Promise<void> {
  const { deps, logger, signal } = options;
  const slots = new FairSlots(MAX_REQUESTS);
  const reader = new BatchReader(deps.database.webhookQueue, DELIVERIES_PER_READ);
  /** The queues that are being processed. */
  const held = {
    endpoint_queues: new FairSlots(MAX_QUICK_QUEUES),
    slow_endpoint_queues: new FairSlots(MAX_SLOW_QUEUES),
  };

  function start(queue: LeasedEndpointQueue, lane: Lane, merchant: DueMerchant): void {
    const ofLane = held[lane.kind];
    const flow = `${lane.kind} ${merchant.id}`;
    const done = processEndpointQueue(queue, {
      ...options,
      reader,
      slot: { acquire: () => slots.acquire(flow), release: () => slots.release(flow) },
      isAtCapacity: () => !ofLane.canTake(merchant.id),
    }).catch((err: unknown) => logger.error({ msg: 'webhook endpoint queue failed', err }));
    void ofLane.hold(merchant.id, done).then(() => {
      // More may have become due meanwhile.
      due.endpoint_queues.add([merchant]);
      if (lane.slow) due[lane.kind].add([merchant]);
    });
  }

  async function claimQueues(lane: Lane): Promise<void> {
    const { kind, slow } = lane;
    const ofLane = held[lane.kind];
    while (ofLane.free === 0) await ofLane.wait();
    if (signal.aborted) return;
    const { free } = ofLane;
    // Others are found again when one of their queues ends, or by the next search.
    const merchants = due[kind].take(MERCHANTS_PER_CLAIM).filter(({ id }) => ofLane.canTake(id));
    if (merchants.length === 0) return;
    const limit = Math.min(free, QUEUES_PER_CLAIM);
    const lease = createLease(limit);
    const filter = {
      slow,
      perQueue: DELIVERIES_PER_READ,
      holding: { of: ofLane.taken, free },
    };
    const queues = await deps.database.webhookQueue.claimEndpointQueues(lease, filter, merchants);
    const byId = new Map(merchants.map((merchant) => [merchant.id, merchant]));
    for (const queue of queues) {
      const merchant = byId.get(queue.merchantId);
      if (merchant) start(queue, lane, merchant);
    }
    // A shard may have used its part of the limit although another one used less.
    const shards = new Set(merchants.map(({ shard }) => shard)).size;
    if (queues.length >= Math.max(1, Math.floor(limit / shards))) due[kind].add(merchants);
  }

  await Promise.all(
    lanes.map((lane) =>
      runLoop({
        name: lane.kind,
        idleMs: RETRY_MS,
        busyMs: GATHER_MS,
        ready: () => due[lane.kind].wait(signal),
        work: async () => {
          await claimQueues(lane);
          return true;
        },
        logger,
        signal,
      }),
    ),
  );
  slots.close();
  await Promise.all(Object.values(held).map((queues) => queues.drain()));
}
