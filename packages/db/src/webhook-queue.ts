import type pg from 'pg';
import type { FannedOutDecline } from './decline-limits.ts';
import type { DueMerchant, FindAll } from './due-merchants.ts';
import type { Lease } from './leases.ts';
import type { Scope } from './records.ts';
import { retryConflicts } from './retry-conflicts.ts';
import type { SecretBox } from './secret-box.ts';
import { forEachShard, forItemsOfEachShard, type MerchantGroup, type Shards } from './shards.ts';
import { openSqlConnection, runSqlTransaction } from './sql-connection.ts';
import {
  type AttemptOutcome,
  type EndpointKey,
  recordAttempts,
  recordFailing,
  recordRecovery,
} from './webhook-attempts.ts';
import {
  claimEndpointQueues,
  type EndpointQueueFilter,
  type EndpointQueuePosition,
  type EndpointQueueRelease,
  type LeasedEndpointQueue,
  readDueDeliveries,
  releaseEndpointQueues,
} from './webhook-endpoint-queues.ts';
import { fanOutEvents } from './webhook-fan-out.ts';

/** The items of some shards were not written; those of others were. Its cause is the last error. */
export class PartialWrite extends Error {
  override readonly name = 'PartialWrite';
  readonly unwritten: readonly unknown[];

  constructor(unwritten: readonly unknown[], cause: unknown) {
    super(`${unwritten.length} items were not written`, { cause });
    this.unwritten = unwritten;
  }
}

/** The webhook queue as workers use it. Each call is one statement or transaction for each shard, without Prisma. */
export type WebhookQueue = ReturnType<typeof openWebhookQueue>;

/** @param findAll finds all merchants with due rows, for calls without given merchants */
export function openWebhookQueue(pool: pg.Pool, box: SecretBox, findAll: FindAll, shards: Shards) {
  const db = openSqlConnection(pool);
  /** Writes the items of each shard. Throws PartialWrite if some shards failed and others did not. */
  const write = async <Item>(
    operation: string,
    items: readonly Item[],
    merchantOf: (item: Item) => string,
    work: (items: readonly Item[], group: MerchantGroup) => Promise<void>,
  ): Promise<void> => {
    const unwritten: Item[] = [];
    let cause: unknown;
    await forItemsOfEachShard(shards, operation, items, merchantOf, async (some, group) => {
      try {
        await retryConflicts(() => work(some, group));
      } catch (error) {
        unwritten.push(...some);
        cause = error;
        throw error;
      }
    });
    if (unwritten.length > 0) throw new PartialWrite(unwritten, cause);
  };
  return {
    /**
     * Turns up to `limit` waiting events into deliveries, in one transaction for each shard.
     * @returns the number of events and of deliveries created, the declines, the merchants whose declines
     *   begin to spike, and those that may have more events
     */
    fanOut: async (limit: number, merchants?: readonly DueMerchant[]) => {
      const due = merchants ?? (await findAll('waiting_events'));
      let [events, deliveries] = [0, 0];
      const unfinished = new Set<string>();
      const declines: FannedOutDecline[] = [];
      const spikes: Scope[] = [];
      await forEachShard(shards, 'fan_out', due, limit, async (group, rest) => {
        const fannedOut = await retryConflicts(() =>
          runSqlTransaction(pool, (tx) => fanOutEvents(tx, group, rest)),
        );
        events += fannedOut.events;
        deliveries += fannedOut.deliveries;
        declines.push(...fannedOut.declines);
        spikes.push(...fannedOut.spikes);
        if (fannedOut.mayHaveMore) for (const id of group.ids) unfinished.add(id);
        return fannedOut.events;
      });
      return {
        events,
        deliveries,
        declines,
        spikes,
        unfinished: due.filter(({ id }) => unfinished.has(id)),
      };
    },
    claimEndpointQueues: async (
      lease: Lease,
      filter: EndpointQueueFilter,
      merchants?: readonly DueMerchant[],
    ) => {
      const kind = filter.failing ? 'failing_endpoint_queues' : 'endpoint_queues';
      const due = merchants ?? (await findAll(kind));
      return retryConflicts(() => claimEndpointQueues(db, shards, box, lease, filter, due));
    },
    readDueDeliveries: (positions: readonly EndpointQueuePosition[], perQueue: number) =>
      retryConflicts(() => readDueDeliveries(db, shards, positions, perQueue)),
    recordAttempts: (outcomes: readonly AttemptOutcome[]) =>
      write('record_attempts', outcomes, merchantOfQueue, async (some, group) =>
        group.isSharded
          ? runSqlTransaction(pool, (tx) => recordAttempts(tx, some, group))
          : recordAttempts(db, some, group),
      ),
    releaseEndpointQueues: (releases: readonly EndpointQueueRelease[]) =>
      write('release_endpoint_queues', releases, merchantOfQueue, (some, group) =>
        releaseEndpointQueues(db, some, group),
      ),
    recordRecovery: (endpoints: readonly EndpointKey[]) =>
      write('record_recovery', endpoints, merchantOf, (some, group) =>
        recordRecovery(db, some, group),
      ),
    recordFailing: (endpoints: readonly EndpointKey[]) =>
      write('record_failing', endpoints, merchantOf, (some, group) =>
        recordFailing(db, some, group),
      ),
  };
}

const merchantOf = ({ merchantId }: EndpointKey) => merchantId;
const merchantOfQueue = ({ queue }: { readonly queue: LeasedEndpointQueue }) => queue.merchantId;
