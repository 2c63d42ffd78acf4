import type { Connection } from './client.ts';
import { Prisma } from './generated/client.ts';

/** For how long somebody takes rows for himself. */
export interface Lease {
  /** Random, from the application; only who knows it may finish the work. */
  readonly token: string;
  readonly seconds: number;
  /** Rows taken at most. */
  readonly limit: number;
}

/** The fields of a lease: no part of a record, for only a claim writes them. */
export const leaseFields = { leaseToken: true, leasedUntil: true } as const;

/** The fields of a record, of those its row has. */
export const recordFields = (fields: Readonly<Record<string, string>>): string[] =>
  Object.keys(fields).filter((field) => !(field in leaseFields));

/** A table whose rows are work: it has lease_token and leased_until. */
export interface LeasedTable {
  readonly name: string;
  /** The columns of its primary key. */
  readonly keys: readonly string[];
}

interface Claim {
  /** Which rows are work now; columns without an alias. */
  readonly ready: Prisma.Sql;
  readonly order: Prisma.Sql;
  /** What else changes, e.g. `attempts = t.attempts + 1`. */
  readonly set?: Prisma.Sql;
  /** Tables read along, joined to the candidates `due` by their keys, e.g. due.due_merchant_id. */
  readonly join?: Prisma.Sql;
  /** Columns of `t`, and of what is joined. */
  readonly returning: Prisma.Sql;
}

/**
 * The one way work is taken, whatever it is. Candidates are selected without a lock and taken by a
 * guarded update, so any number of workers may ask at once, on a sharded database too. A lease
 * lasts by the database's clock; one that is not finished in time is work again.
 */
export async function claimRows<Row>(
  db: Pick<Connection, '$queryRaw'>,
  table: LeasedTable,
  lease: Lease,
  { ready, order, set, join, returning }: Claim,
): Promise<Row[]> {
  const name = Prisma.raw(table.name);
  // Under names of their own, so that a condition may name a key without an alias.
  const keys = Prisma.raw(table.keys.map((key) => `${key} AS due_${key}`).join(', '));
  const sameRow = Prisma.raw(table.keys.map((key) => `t.${key} = due.due_${key}`).join(' AND '));
  const free = Prisma.sql`(leased_until IS NULL OR leased_until <= now())`;
  return db.$queryRaw<Row[]>`
    UPDATE ${name} t
    SET lease_token = ${lease.token}, leased_until = now() + make_interval(secs => ${lease.seconds})
      ${set ? Prisma.sql`, ${set}` : Prisma.empty}
    FROM (
      SELECT ${keys} FROM ${name} WHERE ${ready} AND ${free} ORDER BY ${order} LIMIT ${lease.limit}
    ) due ${join ?? Prisma.empty}
    WHERE ${sameRow} AND ${ready} AND ${free}
    RETURNING ${returning}`;
}

/** A row that was taken from a table whose key is merchant and id. */
export interface LeasedRow {
  readonly merchantId: string;
  readonly id: string;
  readonly leaseToken: string;
}

/**
 * Gives a row back, at once or in so many seconds.
 * @returns false when the lease is no longer ours
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
