import { isInPartition, type MerchantPartition } from '../sql/merchant-partitions.ts';
import {
  forEachShard,
  type LocatedMerchant,
  type MerchantGroup,
  onAllShards,
  onShard,
  type Shards,
} from '../sql/shards.ts';
import { type Sql, sql } from '../sql/sql.ts';
import type { QueryConnection } from '../sql/sql-connection.ts';
import { type DueKind, type DueQueue, isNotSuspended, queuesOfKind } from './due-queues.ts';

/** A merchant with rows that are due. */
export type DueMerchant = LocatedMerchant;

export interface DueFilter {
  /** The merchants whose rows are found at once; all if omitted. */
  readonly partition?: MerchantPartition | undefined;
  /** Seconds after which due rows are found whatever the partition of their merchant. */
  readonly lateSeconds?: number;
  /** Seconds without an event or read after which a subscription is due. */
  readonly subscriptionUnreadSeconds?: number;
}

/** Rows that one search reads at most. */
const MAX_ROWS = 1_000;

/** A queue to search, and the kind of work that its rows are. */
interface SearchedQueue {
  readonly kind: DueKind;
  readonly queue: DueQueue;
}

interface FoundMerchant {
  readonly kind: DueKind;
  readonly merchantId: string;
}

/** Finds the merchants with due rows of several kinds; kinds without due rows are missing. */
export type FindDueMerchants = (
  kinds: readonly DueKind[],
  filter?: DueFilter,
) => Promise<ReadonlyMap<DueKind, readonly DueMerchant[]>>;

/** The name of the search in reports of shards that fail. */
const OPERATION = 'find_due_merchants';

/** Opens the search for merchants with due work. It takes no locks. */
export function createDueMerchants(db: QueryConnection, shards: Shards): FindDueMerchants {
  /** Reads up to `MAX_ROWS` due rows of all queues, of one shard or of all of them. */
  function findInOneStatement(
    queues: readonly SearchedQueue[],
    filter: DueFilter,
    group?: MerchantGroup,
  ): Promise<FoundMerchant[]> {
    const ofGroup = group ? onShard(group) : sql.empty;
    const selects = queues.map(
      ({ kind, queue }) => sql`
        SELECT merchant_id, ${kind}::text AS kind FROM ${sql.raw(queue.table)}
        WHERE ${isDueForWorker(queue, filter)} ${ofGroup}`,
    );
    return db.$queryRaw<FoundMerchant[]>`
      SELECT kind, merchant_id AS "merchantId"
      FROM (${sql.join(selects, ' UNION ALL ')}) due LIMIT ${MAX_ROWS}`;
  }

  async function findPerQueue(
    queues: readonly SearchedQueue[],
    filter: DueFilter,
    group?: MerchantGroup,
  ): Promise<FoundMerchant[]> {
    const found: FoundMerchant[] = [];
    for (const { kind, queue } of queues) {
      const merchantIds = shards.isCitus()
        ? await findByMerchant(queue, filter, group)
        : await findByIndex(queue, filter);
      found.push(...merchantIds.map((merchantId) => ({ kind, merchantId })));
    }
    return found;
  }

  /**
   * Reads one entry per merchant of the index, however many rows a merchant has, and looks for due rows of those of
   * the partition.
   */
  async function findByIndex(queue: DueQueue, { partition }: DueFilter): Promise<string[]> {
    const next = (after: Sql) => sql`
      SELECT merchant_id FROM ${sql.raw(queue.table)}
      WHERE ${queue.isQueued} ${after} ORDER BY merchant_id, ${queue.order} LIMIT 1`;
    const condition = partition ? isInPartition(sql`queued.id`, partition) : sql`true`;
    const rows = await db.$queryRaw<{ id: string }[]>`
      WITH RECURSIVE queued (id) AS (
        (${next(sql.empty)}) UNION ALL
        SELECT (${next(sql`AND merchant_id > queued.id`)}) FROM queued WHERE id IS NOT NULL
      )
      SELECT id FROM queued CROSS JOIN LATERAL (
        SELECT 1 FROM ${sql.raw(queue.table)} WHERE merchant_id = queued.id AND ${queue.isDue(0)} LIMIT 1
      ) due
      WHERE ${condition} ${queue.waitsWhileSuspended ? sql`AND ${isNotSuspended(sql`queued.id`)}` : sql.empty}`;
    return rows.map(({ id }) => id);
  }

  /**
   * Looks into the index of every merchant of the partition. For Citus, which finds no next merchant of all shards in
   * one statement.
   */
  async function findByMerchant(
    queue: DueQueue,
    { partition }: DueFilter,
    only?: MerchantGroup,
  ): Promise<string[]> {
    const condition = partition ? isInPartition(sql`id`, partition) : sql`true`;
    const merchants = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM merchant
      WHERE ${condition} ${queue.waitsWhileSuspended ? sql`AND suspended_at IS NULL` : sql.empty}
        ${only ? onShard(only, 'id') : sql.empty}`;
    const found: string[] = [];
    const located = await shards.locate(merchants.map(({ id }) => id));
    await forEachShard(shards, OPERATION, located, Number.POSITIVE_INFINITY, async (group) => {
      const rows = await db.$queryRaw<{ id: string }[]>`
        SELECT m.id FROM unnest(${group.ids}::text[]) AS m (id) CROSS JOIN LATERAL (
          SELECT 1 FROM ${sql.raw(queue.table)}
          WHERE merchant_id = m.id AND ${queue.isDue(0)} ${onShard(group)} LIMIT 1
        ) due`;
      found.push(...rows.map(({ id }) => id));
      return 0;
    });
    return found;
  }

  /** Each merchant once per kind, with its shard. */
  async function withShards(
    found: readonly FoundMerchant[],
  ): Promise<ReadonlyMap<DueKind, readonly DueMerchant[]>> {
    const merchants = await shards.locate([...new Set(found.map(({ merchantId }) => merchantId))]);
    const byId = new Map(merchants.map((merchant) => [merchant.id, merchant]));
    const ofKinds = Map.groupBy(found, ({ kind }) => kind);
    return new Map(
      [...ofKinds].map(([kind, ofKind]) => {
        const ids = new Set(ofKind.map(({ merchantId }) => merchantId));
        return [kind, [...ids].flatMap((id) => byId.get(id) ?? [])];
      }),
    );
  }

  /**
   * Finds the merchants with due rows of several kinds in one statement that reads 1,000 rows at
   * most. If there are more, each queue is searched on its own, so that the backlog of one merchant
   * hides no other: its cost grows with the number of merchants that have rows in it, on Citus with that of all
   * merchants, and not with that of due rows. If the
   * statement fails on Citus, each shard is searched on its own, so that a node that does not respond
   * stops only the work of its own merchants.
   */
  return async (kinds, filter = {}) => {
    const queues = kinds.flatMap((kind) =>
      queuesOfKind(kind, filter.subscriptionUnreadSeconds).map((queue) => ({ kind, queue })),
    );
    const found: FoundMerchant[] = [];
    await onAllShards(shards, OPERATION, async (_, group) => {
      const rows = await findInOneStatement(queues, filter, group);
      found.push(...rows);
      if (rows.length === MAX_ROWS) found.push(...(await findPerQueue(queues, filter, group)));
    });
    return withShards(found);
  };
}

/** Condition for due rows of the partition, and for those of any merchant that are late. */
export function isDueForWorker(queue: DueQueue, { partition, lateSeconds }: DueFilter): Sql {
  const isDue = queue.waitsWhileSuspended
    ? sql`${queue.isDue(0)} AND ${isNotSuspended(sql`merchant_id`)}`
    : queue.isDue(0);
  if (!partition) return isDue;
  const isOwn = isInPartition(sql`merchant_id`, partition);
  const isLate = lateSeconds === undefined ? sql`false` : queue.isDue(lateSeconds);
  return sql`${isDue} AND (${isOwn} OR (${isLate}))`;
}
