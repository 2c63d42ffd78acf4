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
interface LeasedTable {
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

/** Claims rows of a table. */
export type ClaimRows = <Row>(
  db: Pick<Connection, '$queryRaw'>,
  table: LeasedTable,
  lease: Lease,
  claim: Claim,
) => Promise<Row[]>;

/**
 * Claims due rows. All queues use this function. It selects candidates without locks and claims them
 * with a guarded update, so any number of workers can run it concurrently, on a sharded database
 * too. The lease runs by the database clock; after it expires the row can be claimed again.
 *
 * With a `share`, the first row of every merchant comes before the second of any, so that the backlog
 * of one merchant does not delay the others.
 */
export const claimRows: ClaimRows = (db, table, lease, claim) =>
  claimCandidates(db, table, lease, claim, candidatesOf(table, lease, claim));

/**
 * Claims due rows like `claimRows`, without those that a transaction has locked. A statement per
 * merchant, because a sharded database locks rows of one merchant only.
 */
export const claimUnlockedRows: ClaimRows = async <Row>(
  db: Pick<Connection, '$queryRaw'>,
  table: LeasedTable,
  lease: Lease,
  claim: Claim,
) => {
  const candidates = candidatesOf(table, lease, claim);
  const merchants = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT due_merchant_id AS id FROM (${candidates}) due`;
  const limit = Math.ceil(lease.limit / merchants.length);
  const rows: Row[] = [];
  for (const { id } of merchants) {
    const { name, keys, times, isDue } = partsOf(table, claim);
    const unlocked = Prisma.sql`
      WITH unlocked AS MATERIALIZED (
        SELECT ${keys}, ${times} FROM ${name} WHERE merchant_id = ${id} AND ${isDue}
        ORDER BY ${claim.order} LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      SELECT * FROM unlocked`;
    rows.push(...(await claimCandidates<Row>(db, table, lease, claim, unlocked)));
  }
  return rows;
};

/** The parts of a claim's statements. */
function partsOf({ name, keys }: LeasedTable, { ready, times }: Claim) {
  const clock = { now: Prisma.sql`date_trunc('milliseconds', now())`, ...times };
  return {
    name: Prisma.raw(name),
    // Prefixed names, so that conditions can use key columns without an alias.
    keys: Prisma.raw(keys.map((key) => `${key} AS due_${key}`).join(', ')),
    times: Prisma.join(
      Object.entries(clock).map(
        ([column, time]) => Prisma.sql`${time} AS ${Prisma.raw(`due_${column}`)}`,
      ),
    ),
    dueColumns: Prisma.raw([...keys, ...Object.keys(clock)].map((one) => `due.due_${one}`).join()),
    isDue: Prisma.sql`${ready} AND (leased_until IS NULL OR leased_until <= now())`,
  };
}

/** The keys of due rows, and the times of the claim. */
function candidatesOf(table: LeasedTable, lease: Lease, claim: Claim): Prisma.Sql {
  const { name, keys, times, dueColumns, isDue } = partsOf(table, claim);
  const { order, share } = claim;
  const due = Prisma.sql`${name} WHERE ${isDue} ORDER BY ${order}`;
  return share
    ? Prisma.sql`
        SELECT ${dueColumns} FROM merchant m CROSS JOIN LATERAL (
          SELECT ${keys}, ${times}, ${order}, row_number() OVER (ORDER BY ${order}) AS place FROM ${name}
          WHERE merchant_id = m.id AND ${isDue}
          ORDER BY ${order} LIMIT ${share.perMerchant}
        ) due
        -- Reads no merchant while nothing is due.
        WHERE (SELECT true FROM ${due} LIMIT 1) AND m.id <> ALL(${share.except ?? []}::text[])
        ORDER BY place, ${order} LIMIT ${lease.limit}`
    : Prisma.sql`SELECT ${keys}, ${times} FROM ${due} LIMIT ${lease.limit}`;
}

/** Claims the candidates that are still due. */
function claimCandidates<Row>(
  db: Pick<Connection, '$queryRaw'>,
  table: LeasedTable,
  lease: Lease,
  claim: Claim,
  candidates: Prisma.Sql,
): Promise<Row[]> {
  const { name, isDue } = partsOf(table, claim);
  const { set, join, returning } = claim;
  const sameRow = Prisma.raw(table.keys.map((key) => `t.${key} = due.due_${key}`).join(' AND '));
  return db.$queryRaw<Row[]>`
    UPDATE ${name} t
    SET lease_token = ${lease.token}, leased_until = now() + make_interval(secs => ${lease.seconds})
      ${set ? Prisma.sql`, ${set}` : Prisma.empty}
    FROM (${candidates}) due ${join ?? Prisma.empty}
    WHERE ${sameRow} AND ${isDue}
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
