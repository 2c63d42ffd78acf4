import {
  attemptChecks,
  type DueQueue,
  dueCursors,
  dueProviderEvents,
  endpointQueues,
  expiredSessions,
  overdueReservations,
  subscriptionsToRenew,
  unreadSubscriptions,
  waitingEvents,
} from './due-queues.ts';
import { translateErrors } from './errors.ts';
import { Prisma } from './generated/client.ts';
import type { QueryConnection } from './sql-connection.ts';
import type { MerchantShare } from './worker-leases.ts';

/** A merchant with rows that are due. */
export interface DueMerchant {
  readonly id: string;
  /** The shard of its rows; the same for all merchants of a database that is not sharded. */
  readonly shard: string;
}

/** The shard of merchants in a database that is not sharded. */
const NO_SHARD = '';

const queuesOf = {
  waiting_events: [waitingEvents],
  endpoint_queues: [endpointQueues(false)],
  failing_endpoint_queues: [endpointQueues(true)],
  provider_events: [dueProviderEvents],
  provider_cursors: [dueCursors],
  expired_sessions: [expiredSessions],
  overdue_reservations: [overdueReservations],
  attempt_checks: [attemptChecks],
  subscriptions: [subscriptionsToRenew],
} as const satisfies Record<string, readonly DueQueue[]>;

/** A kind of work that workers claim per merchant. */
export type DueKind = keyof typeof queuesOf;

export interface DueFilter {
  /** The merchants whose rows are found at once; all if omitted. */
  readonly share?: MerchantShare | undefined;
  /** Seconds after which due rows are found whatever the share of their merchant. */
  readonly lateSeconds?: number;
  /** Seconds without an event or read after which a subscription is due. */
  readonly subscriptionUnreadSeconds?: number;
}

/** Rows that one search reads at most. */
const MAX_ROWS = 1_000;

interface Found {
  readonly kind: DueKind;
  readonly merchantId: string;
}

/** Finds all merchants with due rows of one kind. */
export type FindAll = (kind: DueKind, filter?: DueFilter) => Promise<readonly DueMerchant[]>;

/**
 * Opens the search for merchants with due rows. It takes no locks.
 * @param isCitus whether the server of open connections is Citus
 */
export function openDueMerchants(db: QueryConnection, isCitus: () => boolean) {
  /** Adds the shards of merchants to their ids. */
  async function locate(ids: readonly string[]): Promise<DueMerchant[]> {
    if (ids.length === 0) return [];
    if (!isCitus()) return ids.map((id) => ({ id, shard: NO_SHARD }));
    return db.$queryRaw<DueMerchant[]>`
      SELECT id, get_shard_id_for_distribution_column('proxy_session', id)::text AS shard
      FROM unnest(${ids}::text[]) AS m (id)`;
  }

  /** Looks into the index of every merchant of the share: for queues that are too long to be read. */
  async function findByMerchant(queue: DueQueue, { share }: DueFilter): Promise<string[]> {
    const merchants = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM merchant WHERE ${inShare(Prisma.sql`id`, share)}`;
    const found: string[] = [];
    for (const group of groupByShard(await locate(merchants.map(({ id }) => id)))) {
      const rows = await db.$queryRaw<{ id: string }[]>`
        SELECT m.id FROM unnest(${group.ids}::text[]) AS m (id) CROSS JOIN LATERAL (
          SELECT 1 FROM ${Prisma.raw(queue.table)}
          WHERE merchant_id = m.id AND ${queue.isDue(0)} ${onShard(group)} LIMIT 1
        ) due`;
      found.push(...rows.map(({ id }) => id));
    }
    return found;
  }

  /** The merchants of the rows that have been due for the longest time. */
  async function findOldest(queue: DueQueue, filter: DueFilter): Promise<string[]> {
    const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT merchant_id AS id FROM ${Prisma.raw(queue.table)} WHERE ${isFound(queue, filter)}
      ORDER BY ${queue.order} LIMIT ${MAX_ROWS}`;
    return rows.map(({ id }) => id);
  }

  const finder = {
    locate,
    /** Finds all merchants with due rows of one kind. */
    findAll: async (kind: DueKind, filter?: DueFilter): Promise<readonly DueMerchant[]> =>
      (await finder.find([kind], filter)).get(kind) ?? [],
    /**
     * Finds the merchants with due rows of several kinds in one statement that reads 1,000 rows at
     * most. If there are more, each queue is searched on its own, so that the backlog of one merchant
     * hides no other: its cost grows with the number of merchants and not with that of due rows.
     * @returns kinds without due rows are missing
     */
    find: (kinds: readonly DueKind[], filter: DueFilter = {}) =>
      translateErrors(async (): Promise<ReadonlyMap<DueKind, readonly DueMerchant[]>> => {
        const queues = kinds.flatMap((kind) =>
          queuesOfKind(kind, filter).map((queue) => ({ kind, queue })),
        );
        const selects = queues.map(
          ({ kind, queue }) => Prisma.sql`
            SELECT merchant_id, ${kind}::text AS kind FROM ${Prisma.raw(queue.table)}
            WHERE ${isFound(queue, filter)}`,
        );
        const rows = await db.$queryRaw<Found[]>`
          SELECT kind, merchant_id AS "merchantId"
          FROM (${Prisma.join(selects, ' UNION ALL ')}) due LIMIT ${MAX_ROWS}`;
        const found = new Map(kinds.map((kind) => [kind, new Set<string>()]));
        for (const { kind, merchantId } of rows) found.get(kind)?.add(merchantId);
        if (rows.length === MAX_ROWS) {
          for (const { kind, queue } of queues) {
            const search = queue.hasMerchantIndex ? findByMerchant : findOldest;
            for (const id of await search(queue, filter)) found.get(kind)?.add(id);
          }
        }
        const ids = new Set([...found.values()].flatMap((merchants) => [...merchants]));
        const located = new Map((await locate([...ids])).map((one) => [one.id, one]));
        return new Map(
          [...found]
            .filter(([, merchants]) => merchants.size > 0)
            .map(([kind, merchants]) => [
              kind,
              [...merchants].flatMap((id) => located.get(id) ?? []),
            ]),
        );
      }),
  };
  return finder;
}

function queuesOfKind(
  kind: DueKind,
  { subscriptionUnreadSeconds: seconds }: DueFilter,
): readonly DueQueue[] {
  const queues = queuesOf[kind];
  if (kind !== 'subscriptions' || seconds === undefined) return queues;
  return [...queues, unreadSubscriptions(seconds)];
}

/** Due rows of the share, and those of any merchant that are late. */
function isFound(queue: DueQueue, { share, lateSeconds }: DueFilter): Prisma.Sql {
  if (!share) return queue.isDue(0);
  const mine = inShare(Prisma.sql`merchant_id`, share);
  const isLate = lateSeconds === undefined ? Prisma.sql`false` : queue.isDue(lateSeconds);
  return Prisma.sql`${queue.isDue(0)} AND (${mine} OR (${isLate}))`;
}

/** The hash is that by which Citus chooses the shard, so that a share covers few shards. */
const inShare = (merchantId: Prisma.Sql, share?: MerchantShare): Prisma.Sql =>
  share
    ? Prisma.sql`hashtext(${merchantId}) BETWEEN ${share.firstHash} AND ${share.lastHash}`
    : Prisma.sql`true`;

/** Merchants whose rows are on the same shard; all, if the database is not sharded. */
export interface MerchantGroup {
  readonly ids: readonly string[];
  readonly isSharded: boolean;
}

/** Groups merchants by the shard of their rows. */
export const groupByShard = (merchants: readonly DueMerchant[]): MerchantGroup[] =>
  [...Map.groupBy(merchants, ({ shard }) => shard)].map(([shard, group]) => ({
    ids: group.map(({ id }) => id),
    isSharded: shard !== NO_SHARD,
  }));

/**
 * Condition by which a sharded database finds the shard of a statement; each table of the statement needs
 * it. It is empty otherwise, because it could make PostgreSQL choose another index.
 * @param column the merchant's column, with the alias of its table
 */
export const onShard = ({ ids, isSharded }: MerchantGroup, column = 'merchant_id'): Prisma.Sql =>
  isSharded ? Prisma.sql`AND ${Prisma.raw(column)} = ANY(${ids}::text[])` : Prisma.empty;
