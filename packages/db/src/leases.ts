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
