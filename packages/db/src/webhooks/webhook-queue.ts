import type pg from 'pg';
import type { FannedOutDecline } from '../attempts/decline-limits.ts';
import type { DueMerchant } from '../queues/due-merchants.ts';
import type { Lease } from '../queues/leases.ts';
import type { Scope } from '../sql/records.ts';
import { retryConflicts } from '../sql/retry-conflicts.ts';
import type { SecretBox } from '../sql/secret-box.ts';
import {
  forEachShard,
  forItemsOfEachShard,
  groupByShard,
  type MerchantGroup,
  type Shards,
} from '../sql/shards.ts';
import {
  createSqlConnection,
  runSqlTransaction,
  type SqlConnection,
} from '../sql/sql-connection.ts';
import {
  type FanOutPlan,
  readFanOutPlans,
  recordFanOutFailure,
  removeFanOutFailure,
} from './fan-out-plans.ts';
import {
  type AttemptOutcome,
  type EndpointKey,
  recordAttempts,
  setFailing,
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
import {
  countWaitingEvents,
  type FannedOut,
  fanOutEventInParts,
  fanOutEvents,
  MAX_DELIVERIES,
  NOTHING_FANNED_OUT,
} from './webhook-fan-out.ts';

/** Active endpoints up to which the events of a merchant are fanned out together with those of others. */
const MAX_ENDPOINTS_TOGETHER = 10;

/** What the fan-out of one merchant did. */
interface MerchantFannedOut extends FannedOut {
  /** Why its events became no deliveries; null if they did or it is suspended. */
  readonly failure: { readonly failures: number; readonly error: unknown } | null;
}

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
export function createWebhookQueue(pool: pg.Pool, box: SecretBox, shards: Shards) {
  const db = createSqlConnection(pool);
  /** Writes the items of each shard. Throws PartialWrite if some shards failed and others did not. */
  const write = async <Item>(
    operation: string,
    items: readonly Item[],
    getMerchant: (item: Item) => string,
    work: (items: readonly Item[], group: MerchantGroup) => Promise<void>,
  ): Promise<void> => {
    const unwritten: Item[] = [];
    let cause: unknown;
    await forItemsOfEachShard(shards, operation, items, getMerchant, async (some, group) => {
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
  const inFanOut = (work: (tx: SqlConnection) => Promise<FannedOut>) =>
    retryConflicts(() => runSqlTransaction(pool, work));
  /** The events that become at most `MAX_DELIVERIES`. */
  const eventsFor = (endpoints: number, limit: number) =>
    Math.min(limit, Math.max(1, Math.floor(MAX_DELIVERIES / Math.max(1, endpoints))));
  return {
    /**
     * Turns up to `limit` waiting events into deliveries, in one transaction for each shard.
     * @returns the number of events and of deliveries created, the declines, the merchants whose declines
     *   begin to spike, those that may have more events, and those that need a fan-out of their own: with
     *   many endpoints, suspended, after a failure, or on a shard whose transaction failed
     */
    fanOut: async (limit: number, due: readonly DueMerchant[]) => {
      let [events, deliveries] = [0, 0];
      const unfinished = new Set<string>();
      const apart = new Set<string>();
      const declines: FannedOutDecline[] = [];
      const spikes: Scope[] = [];
      await forEachShard(shards, 'fan_out', due, limit, async (all, rest) => {
        const plans = await retryConflicts(() => readFanOutPlans(db, all));
        const together = plans.filter(isFannedOutTogether);
        const group = { ...all, ids: together.map(({ merchantId }) => merchantId) };
        for (const id of all.ids) if (!group.ids.includes(id)) apart.add(id);
        if (group.ids.length === 0) return 0;
        const most = eventsFor(Math.max(...together.map(({ endpoints }) => endpoints)), rest);
        const fannedOut = await inFanOut((tx) => fanOutEvents(tx, group, most)).catch((error) => {
          for (const id of group.ids) apart.add(id);
          throw error;
        });
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
        apart: due.filter(({ id }) => apart.has(id)),
      };
    },
    /**
     * Turns waiting events of one merchant into at most 2,000 deliveries, in one transaction. Those of a
     * suspended merchant are held until it is resumed. A merchant whose fan-out fails is set aside for a
     * time that grows with each failure. Its figures count the events nevertheless.
     */
    fanOutMerchant: async (limit: number, merchant: DueMerchant): Promise<MerchantFannedOut> => {
      const { id } = merchant;
      const [group] = groupByShard([merchant]);
      const [plan] = group ? await retryConflicts(() => readFanOutPlans(db, group)) : [];
      if (!group || !plan) throw new Error('a merchant has a shard and a plan');
      const { endpoints, isSuspended, isSetAside, failures } = plan;
      const count = (held: boolean) =>
        inFanOut((tx) => countWaitingEvents(tx, group, id, { limit, held }));
      if (isSuspended || isSetAside) return { ...(await count(isSuspended)), failure: null };
      try {
        const fannedOut = await inFanOut((tx) =>
          endpoints > MAX_DELIVERIES
            ? fanOutEventInParts(tx, group, id)
            : fanOutEvents(tx, group, eventsFor(endpoints, limit)),
        );
        if (failures > 0) await retryConflicts(() => removeFanOutFailure(db, plan));
        return { ...fannedOut, failure: null };
      } catch (error) {
        // Throws if the database is away, which is no failure of the merchant.
        const made = await retryConflicts(() => recordFanOutFailure(db, plan));
        const counted = await count(false).catch(() => NOTHING_FANNED_OUT);
        return { ...counted, failure: { failures: made, error } };
      }
    },
    claimEndpointQueues: (
      lease: Lease,
      filter: EndpointQueueFilter,
      merchants: readonly DueMerchant[],
    ) => retryConflicts(() => claimEndpointQueues({ db, shards }, box, lease, filter, merchants)),
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
      write('record_recovery', endpoints, getMerchant, (some, group) =>
        setFailing(db, some, false, group),
      ),
    recordFailing: (endpoints: readonly EndpointKey[]) =>
      write('record_failing', endpoints, getMerchant, (some, group) =>
        setFailing(db, some, true, group),
      ),
  };
}

const isFannedOutTogether = ({ endpoints, isSuspended, failures }: FanOutPlan): boolean =>
  endpoints <= MAX_ENDPOINTS_TOGETHER && !isSuspended && failures === 0;

const getMerchant = ({ merchantId }: EndpointKey) => merchantId;
const merchantOfQueue = ({ queue }: { readonly queue: LeasedEndpointQueue }) => queue.merchantId;
