import { FREE_PER_TAKEN_SLOT } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import {
  forEachShard,
  inRandomOrder,
  type MerchantGroup,
  onShard,
  type Shards,
} from '../sql/shards.ts';
import { type Sql, sql } from '../sql/sql.ts';
import type { QueryConnection } from '../sql/sql-connection.ts';
import type { DueMerchant } from './due-merchants.ts';
import { type DueKind, type DueQueue, dueQueues, isNotSuspended } from './due-queues.ts';

/** The exclusive claim of a worker to rows, for a limited time. */
export interface Lease {
  /** Random value that identifies the worker; finishing the work requires it. */
  readonly token: string;
  readonly seconds: number;
  /** Maximum number of rows to claim. */
  readonly limit: number;
}

/** Lease fields. They are not part of a record, because only claims write them. */
export const leaseFields = { leaseToken: true, leasedUntil: true } as const;

/** The fields of a row that belong to its record. */
export const recordFields = (fields: Readonly<Record<string, string>>): string[] =>
  Object.keys(fields).filter((field) => !(field in leaseFields));

/** Where workers claim rows. */
export interface ClaimSource<Db = Connection> {
  readonly db: Db;
  readonly shards: Shards;
}

/** What a worker already holds of the slots that merchants share. */
export interface Holding {
  /** Held rows by merchant. */
  readonly of: ReadonlyMap<string, number>;
  /** Free slots. */
  readonly free: number;
}

/** So many free slots that one merchant may take all of a claim. */
export const holdingNothing = (limit: number): Holding => ({
  of: new Map(),
  free: (FREE_PER_TAKEN_SLOT + 1) * limit,
});

/** Rows of one merchant per claim of few rows, so that one merchant cannot fill a round with rows that fail. */
export const FEW_PER_MERCHANT = 2;

/**
 * Of a queue in which live rows are first, the live rows of a merchant that are claimed for each test row
 * while both wait. Where in the order the test row comes is random, so that this also holds for claims of
 * one row.
 */
const LIVE_PER_TEST_ROW = 4;

interface Claim {
  /** A queue of the kind, if it has several. */
  readonly queue?: DueQueue;
  /**
   * Claims the next row for the merchant that holds the fewest, and only as many as `canTakeSlot`
   * says. `perMerchant` bounds them further. Requires an index on `order` that the merchant leads.
   */
  readonly holding?: Holding;
  /** Maximum number of rows of one merchant. Requires an index on `order` that the merchant leads. */
  readonly perMerchant?: number;
  /** Further assignments, such as `attempts = t.attempts + 1`. */
  readonly set?: Sql;
  /**
   * Joins the candidates `due`, whose key columns are prefixed: due.due_merchant_id. Each joined table
   * needs the condition `onShard`.
   */
  readonly join?: (merchants: MerchantGroup) => Sql;
  /**
   * Times to calculate before the update, because Citus refuses now() in SET and RETURNING. `next` is
   * available there as `due.due_next`; `due.due_now` always.
   */
  readonly times?: Readonly<Record<string, Sql>>;
  /** Columns of `t` and of the joined tables. */
  readonly returning: Sql;
}

/**
 * Claims due rows of some merchants. All queues use this function. It is one statement for each shard
 * that has rows of these merchants, and one statement if the database is not sharded. A statement skips
 * rows that are locked and updates only rows that are due, so any number of workers can run it
 * concurrently. The lease runs by the database clock; after it expires the row can be claimed again.
 *
 * With `perMerchant`, the first row of every merchant comes before the second of any, so that the backlog
 * of one merchant does not delay the others. With `holding`, so do those that the worker already holds. Merchants
 * whose turn it is are in random order: by age, as many backlogs as a claim has rows would delay all others.
 */
export async function claimRows<Row>(
  { db, shards }: ClaimSource<QueryConnection>,
  kind: DueKind,
  lease: Lease,
  merchants: readonly DueMerchant[],
  claim: Claim,
): Promise<Row[]> {
  const { queue = dueQueues[kind] } = claim;
  const rows: Row[] = [];
  const operation = `claim_${queue.table}`;
  await forEachShard(shards, operation, merchants, lease.limit, async (group, limit) => {
    const { holding } = claim;
    const left = holding && { ...holding, free: holding.free - rows.length };
    const claimed = await claimOfShard<Row>(
      db,
      queue,
      group,
      { ...lease, limit },
      left ? { ...claim, holding: left } : claim,
    );
    rows.push(...claimed);
    return claimed.length;
  });
  return rows;
}

function claimOfShard<Row>(
  db: QueryConnection,
  queue: DueQueue,
  group: MerchantGroup,
  lease: Lease,
  claim: Claim,
): Promise<Row[]> {
  const name = sql.raw(queue.table);
  const sameRow = sql.raw(queue.keys.map((key) => `t.${key} = due.due_${key}`).join(' AND '));
  const { set, join, returning } = claim;
  // Not in the WITH clause: Citus cannot read its result if it combines a reference table with LATERAL.
  const isActive = queue.waitsWhileSuspended
    ? sql`AND ${isNotSuspended(sql`t.merchant_id`)}`
    : sql.empty;
  return db.$queryRaw<Row[]>`
    WITH due AS MATERIALIZED (${selectAndLockDueRows(queue, group, lease.limit, claim)})
    UPDATE ${name} t
    SET lease_token = ${lease.token}, leased_until = now() + make_interval(secs => ${lease.seconds})
      ${set ? sql`, ${set}` : sql.empty}
    FROM due ${join?.(group) ?? sql.empty}
    WHERE ${sameRow} AND ${queue.isDue(0)} ${onShard(group, 't.merchant_id')}
      ${isActive}
    RETURNING ${returning}`;
}

/** Selects the keys of the rows that are due first at their merchant, `perMerchant` of each merchant at most. */
export function selectDueRows(
  queue: DueQueue,
  group: MerchantGroup,
  limit: number,
  perMerchant: number,
): Sql {
  return sql`
    SELECT ${nextColumns(queue)}
    FROM unnest(${inRandomOrder(group.ids)}::text[]) WITH ORDINALITY AS m (id, position)
    CROSS JOIN LATERAL (
      ${selectOfMerchant(queue, group, perMerchant)}
    ) first
    ORDER BY place, m.position LIMIT ${limit}`;
}

const nextColumns = ({ keys }: DueQueue): Sql =>
  sql.raw(keys.map((key) => `next_${key}`).join(', '));

/** Selects the keys of due rows of the merchant `m`, with the order in which they are claimed as `place`. */
function selectOfMerchant(queue: DueQueue, group: MerchantGroup, limit: number): Sql {
  const { order } = queue;
  const nextKeys = sql.raw(queue.keys.map((key) => `${key} AS next_${key}`).join(', '));
  const place = sql`row_number() OVER (ORDER BY ${order})`;
  const select = (columns: Sql, condition = sql.empty) => sql`
    SELECT ${nextKeys}, ${order}, ${columns} FROM ${sql.raw(queue.table)}
    WHERE merchant_id = m.id ${condition} AND ${queue.isDue(0)} ${onShard(group)}
    ORDER BY ${order} LIMIT ${limit}`;
  if (!queue.liveFirst) return select(sql`${place} AS place`);
  // Live rows have the turns 1, 2, 3 and so on; the first test row has one from 0 to 4, the second from 4 to 8.
  return sql`
    SELECT ${nextColumns(queue)}, row_number() OVER (ORDER BY turn, ${order}) AS place
    FROM unnest(ARRAY['live', 'test'], ARRAY[1, ${LIVE_PER_TEST_ROW}::int],
      ARRAY[0, ${1 - Math.random()}::float8]) AS o (of_mode, turns, phase)
    CROSS JOIN LATERAL (
      ${select(sql`o.turns * (${place} - o.phase) AS turn`, sql`AND mode = o.of_mode`)}
    ) of_mode
    ORDER BY turn, ${order} LIMIT ${limit}`;
}

/** Selects the keys of due rows so that merchants share the free slots, `perMerchant` of each at most. */
function selectShares(
  queue: DueQueue,
  group: MerchantGroup,
  limit: number,
  perMerchant: number,
  { of, free }: Holding,
): Sql {
  const next = nextColumns(queue);
  const ids = inRandomOrder(group.ids);
  const held = ids.map((id) => of.get(id) ?? 0);
  // Row n is the merchant's row number `level`, so it holds level - 1 while free - (n - 1) are free.
  return sql`
    SELECT ${next} FROM (
      SELECT ${next}, m.held + place AS level,
        row_number() OVER (ORDER BY m.held + place, m.position) AS n
      FROM unnest(${ids}::text[], ${held}::int[]) WITH ORDINALITY AS m (id, held, position)
      CROSS JOIN LATERAL (
        ${selectOfMerchant(queue, group, Math.min(limit, perMerchant))}
      ) first
    ) shares
    WHERE ${FREE_PER_TAKEN_SLOT}::int * (level - 1) < ${free}::int - (n - 1)
    ORDER BY n LIMIT ${limit}`;
}

/** Selects rows and locks them, without those that are locked: their keys, and the times of the claim. */
function selectAndLockDueRows(
  queue: DueQueue,
  group: MerchantGroup,
  limit: number,
  { perMerchant, holding, times }: Pick<Claim, 'perMerchant' | 'holding' | 'times'>,
): Sql {
  const name = sql.raw(queue.table);
  const isDue = queue.isDue(0);
  // Prefixed names, so that conditions can use key columns without an alias.
  const keys = sql.raw(queue.keys.map((key) => `${key} AS due_${key}`).join(', '));
  const clock = { now: sql`date_trunc('milliseconds', now())`, ...times };
  const columns = sql`${keys}, ${sql.join(
    Object.entries(clock).map(([key, time]) => sql`${time} AS ${sql.raw(`due_${key}`)}`),
  )}`;
  const isSame = sql.raw(queue.keys.map((key) => `${key} = next.next_${key}`).join(' AND '));
  // The rows to claim are selected first, so that no more than those are locked.
  const next = holding
    ? selectShares(queue, group, limit, perMerchant ?? limit, holding)
    : selectDueRows(queue, group, limit, perMerchant ?? limit);
  return sql`
    SELECT ${columns} FROM (${next}) next
    JOIN ${name} ON ${isSame}
    WHERE ${isDue} ${onShard(group)} FOR UPDATE OF ${name} SKIP LOCKED`;
}

/** A claimed row of a table whose key is (merchant_id, id). */
export interface LeasedRow {
  readonly merchantId: string;
  readonly id: string;
  readonly leaseToken: string;
}

/**
 * Releases a row; it can be claimed again after `inSeconds`.
 * @returns false when the lease has passed to another worker
 */
export async function releaseRow(
  db: Connection,
  tableName: string,
  { merchantId, id, leaseToken }: LeasedRow,
  inSeconds = 0,
): Promise<boolean> {
  const lease =
    inSeconds === 0
      ? sql`lease_token = NULL, leased_until = NULL`
      : sql`leased_until = now() + make_interval(secs => ${inSeconds})`;
  const count = await db.$executeRaw`
    UPDATE ${sql.raw(tableName)} SET ${lease}
    WHERE merchant_id = ${merchantId} AND id = ${id} AND lease_token = ${leaseToken}`;
  return count === 1;
}
