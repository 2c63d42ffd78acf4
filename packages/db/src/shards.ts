import { Prisma } from './generated/client.ts';
import type { QueryConnection } from './sql-connection.ts';

/** A merchant and the shard of its rows. */
export interface LocatedMerchant {
  readonly id: string;
  /** The same for all merchants of a database that is not sharded. */
  readonly shard: string;
}

/** Finds the shards of merchants. */
export type LocateMerchants = (merchantIds: readonly string[]) => Promise<LocatedMerchant[]>;

/** Merchants whose rows are on the same shard; all, if the database is not sharded. */
export interface MerchantGroup {
  readonly ids: readonly string[];
  readonly isSharded: boolean;
}

/** The shard of merchants in a database that is not sharded. */
const NO_SHARD = '';

/** @param isCitus whether the server of open connections is Citus */
export function openLocateMerchants(db: QueryConnection, isCitus: () => boolean): LocateMerchants {
  return async (merchantIds) => {
    if (merchantIds.length === 0) return [];
    if (!isCitus()) return merchantIds.map((id) => ({ id, shard: NO_SHARD }));
    return db.$queryRaw<LocatedMerchant[]>`
      SELECT id, get_shard_id_for_distribution_column('proxy_session', id)::text AS shard
      FROM unnest(${merchantIds}::text[]) AS m (id)`;
  };
}

/** Groups merchants by the shard of their rows. */
export const groupByShard = (merchants: readonly LocatedMerchant[]): MerchantGroup[] =>
  [...Map.groupBy(merchants, ({ shard }) => shard)].map(([shard, group]) => ({
    ids: group.map(({ id }) => id),
    isSharded: shard !== NO_SHARD,
  }));

/**
 * Divides a limit among shards and calls a function for one after another, in random order, until the
 * limit is reached. What one shard does not use is left for the next. A shard that fails does not stop
 * the others, and what the function has changed on other shards counts.
 * @param work returns how much of the limit it used
 * @throws the first error, if the function failed for every shard
 */
export async function forEachShard(
  merchants: readonly LocatedMerchant[],
  limit: number,
  work: (group: MerchantGroup, limit: number) => Promise<number>,
): Promise<void> {
  const shards = groupByShard(merchants)
    .map((group) => ({ group, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order);
  let rest = limit;
  const errors: unknown[] = [];
  for (const [index, { group }] of shards.entries()) {
    if (rest <= 0) return;
    try {
      rest -= await work(group, Math.ceil(rest / (shards.length - index)));
    } catch (err) {
      errors.push(err);
    }
  }
  if (errors.length > 0 && errors.length === shards.length) throw errors[0];
}

/** Calls a function for each shard that has merchants, as `forEachShard` does. */
export async function forEveryShard(
  db: QueryConnection,
  locate: LocateMerchants,
  work: (group: MerchantGroup) => Promise<unknown>,
): Promise<void> {
  const merchants = await db.$queryRaw<{ id: string }[]>`SELECT id FROM merchant`;
  const located = await locate(merchants.map(({ id }) => id));
  await forEachShard(located, Number.POSITIVE_INFINITY, async (group) => {
    await work(group);
    return 0;
  });
}

/** The condition `onShard` for a column, empty in a statement for all shards. */
export type OfShard = (column?: string) => Prisma.Sql;

/**
 * Runs one statement for all shards. If it fails on Citus, runs one for each shard, so that a node that is
 * down does not stop the others.
 */
export async function onAllShards(
  db: QueryConnection,
  isCitus: () => boolean,
  locate: LocateMerchants,
  run: (ofShard: OfShard) => Promise<unknown>,
): Promise<void> {
  try {
    await run(() => Prisma.empty);
  } catch (error) {
    if (!isCitus()) throw error;
    await forEveryShard(db, locate, (group) => run((column) => onShard(group, column)));
  }
}

/** Calls a function for the items of one shard after another, as `forEachShard` does. */
export async function forItemsOfEachShard<Item>(
  locate: LocateMerchants,
  items: readonly Item[],
  merchantOf: (item: Item) => string,
  work: (items: readonly Item[], group: MerchantGroup) => Promise<unknown>,
): Promise<void> {
  const merchants = await locate([...new Set(items.map(merchantOf))]);
  await forEachShard(merchants, Number.POSITIVE_INFINITY, async (group) => {
    const ids = new Set(group.ids);
    await work(
      items.filter((item) => ids.has(merchantOf(item))),
      group,
    );
    return 0;
  });
}

/**
 * Condition by which a sharded database finds the shard of a statement; each table of the statement needs
 * it. It is empty otherwise, because it could make PostgreSQL choose another index.
 * @param column the merchant's column, with the alias of its table
 */
export const onShard = ({ ids, isSharded }: MerchantGroup, column = 'merchant_id'): Prisma.Sql =>
  isSharded ? Prisma.sql`AND ${Prisma.raw(column)} = ANY(${ids}::text[])` : Prisma.empty;
