import type { Connection } from './client.ts';
import { Prisma } from './generated/client.ts';

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

/** A table whose rows are units of work, with the columns lease_token and leased_until. */
export interface LeasedTable {
  readonly name: string;
  /** The columns of its primary key. */
  readonly keys: readonly string[];
}

/** Limits what one merchant gets from a claim. */
interface MerchantShare {
  /** Maximum number of rows of one merchant. */
  readonly perMerchant: number;
  /** Merchants whose rows are not claimed, such as those that the worker is still serving. */
  readonly except?: readonly string[];
}

interface Claim {
  /** Condition for rows that are due; columns without an alias. */
  readonly ready: Prisma.Sql;
  readonly order: Prisma.Sql;
  /** Further assignments, such as `attempts = t.attempts + 1`. */
  readonly set?: Prisma.Sql;
  /** Joins to the candidates `due`, whose key columns are prefixed: due.due_merchant_id. */
  readonly join?: Prisma.Sql;
  /**
   * Times that the claim calculates, by name: `set` and `returning` read `next` as due.due_next. A
   * sharded database does not calculate with the clock there. `now` is always one of them.
   */
  readonly times?: Readonly<Record<string, Prisma.Sql>>;
  /** Columns of `t` and of the joined tables. */
  readonly returning: Prisma.Sql;
  /**
   * Shares the claim between merchants. Requires two indexes on the columns of `order`, one of them
   * led by merchant_id.
   */
  readonly share?: MerchantShare;
}

/**
 * Claims due rows. All queues use this function. It selects candidates without locks and claims them
 * with a guarded update, so any number of workers can run it concurrently, on a sharded database
 * too. The lease runs by the database clock; after it expires the row can be claimed again.
 *
 * With a `share`, the first row of every merchant comes before the second of any, so that the backlog
 * of one merchant does not delay the others.
 */
export async function claimRows<Row>(
  db: Pick<Connection, '$queryRaw'>,
  table: LeasedTable,
  lease: Lease,
  { ready, order, set, join, times, returning, share }: Claim,
): Promise<Row[]> {
  const name = Prisma.raw(table.name);
  // Prefixed names, so that conditions can use key columns without an alias.
  const keys = Prisma.raw(table.keys.map((key) => `${key} AS due_${key}`).join(', '));
  const dueKeys = Prisma.raw(table.keys.map((key) => `due.due_${key}`).join(', '));
  const clock = { now: Prisma.sql`date_trunc('milliseconds', now())`, ...times };
  const timeColumns = Prisma.join(
    Object.entries(clock).map(
      ([column, time]) => Prisma.sql`${time} AS ${Prisma.raw(`due_${column}`)}`,
    ),
  );
  const dueTimes = Prisma.raw(
    Object.keys(clock)
      .map((column) => `due.due_${column}`)
      .join(', '),
  );
  const sameRow = Prisma.raw(table.keys.map((key) => `t.${key} = due.due_${key}`).join(' AND '));
  const free = Prisma.sql`(leased_until IS NULL OR leased_until <= now())`;
  const due = Prisma.sql`${name} WHERE ${ready} AND ${free} ORDER BY ${order}`;
  const candidates = share
    ? Prisma.sql`
        SELECT ${dueKeys}, ${dueTimes} FROM merchant m CROSS JOIN LATERAL (
          SELECT ${keys}, ${timeColumns}, ${order}, row_number() OVER (ORDER BY ${order}) AS place FROM ${name}
          WHERE merchant_id = m.id AND ${ready} AND ${free}
          ORDER BY ${order} LIMIT ${share.perMerchant}
        ) due
        -- Reads no merchant while nothing is due.
        WHERE (SELECT true FROM ${due} LIMIT 1) AND m.id <> ALL(${share.except ?? []}::text[])
        ORDER BY place, ${order} LIMIT ${lease.limit}`
    : Prisma.sql`SELECT ${keys}, ${timeColumns} FROM ${due} LIMIT ${lease.limit}`;
  return db.$queryRaw<Row[]>`
    UPDATE ${name} t
    SET lease_token = ${lease.token}, leased_until = now() + make_interval(secs => ${lease.seconds})
      ${set ? Prisma.sql`, ${set}` : Prisma.empty}
    FROM (${candidates}) due ${join ?? Prisma.empty}
    WHERE ${sameRow} AND ${ready} AND ${free}
    RETURNING ${returning}`;
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
      ? Prisma.sql`lease_token = NULL, leased_until = NULL`
      : Prisma.sql`leased_until = now() + make_interval(secs => ${inSeconds})`;
  const count = await db.$executeRaw`
    UPDATE ${Prisma.raw(tableName)} SET ${lease}
    WHERE merchant_id = ${merchantId} AND id = ${id} AND lease_token = ${leaseToken}`;
  return count === 1;
}
