import { Prisma } from '../generated/client.ts';

export type Sql = Prisma.Sql;

/** SQL with its parameters, as a template. Fragments can contain each other. */
export const sql = Object.assign(Prisma.sql.bind(null), {
  /** SQL without parameters; it must not contain what comes from a request. */
  raw: Prisma.raw,
  join: Prisma.join,
  empty: Prisma.empty,
  /** Statuses as literals: PostgreSQL uses a partial index with this condition only if it contains no parameters. */
  literals: (statuses: readonly string[]): Sql =>
    Prisma.raw(statuses.map((status) => `'${status}'`).join(', ')),
  /** Conditions after another one, without those that are undefined. */
  and: (conditions: readonly (Sql | undefined)[]): Sql =>
    Prisma.join(
      [Prisma.empty, ...conditions.flatMap((one) => (one ? [Prisma.sql`AND ${one}`] : []))],
      ' ',
    ),
});
