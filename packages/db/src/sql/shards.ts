import { getDriverError } from './errors.ts';
import { type Sql, sql } from './sql.ts';
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

/** A statement or transaction for one shard that failed, while others may have succeeded. */
export interface ShardFailure {
  /** What was run, such as `fan_out`. */
  readonly operation: string;
  /** Host and port of the node with the shard; null if it is not known. */
  readonly node: string | null;
  /** As the driver reports it: its message may contain values. */
  readonly error: unknown;
}

/** How often an operation failed on the shards of a node since the process started. */
interface ShardFailureCount extends Pick<ShardFailure, 'operation' | 'node'> {
  readonly count: number;
}

/** The shards of a database; a database that is not sharded has one. */
export interface Shards {
  /** Whether the server of open connections is Citus. */
  readonly isCitus: () => boolean;
  readonly locate: LocateMerchants;
  /** Finds the shards of all merchants. */
  readonly locateAll: () => Promise<LocatedMerchant[]>;
  /** Host and port of the node with the rows of a merchant; null if the coordinator does not respond. */
  readonly readNode: (merchantId: string) => Promise<string | null>;
  /** Counts a failure and passes it on. It is called for shards of Citus only. */
  readonly reportFailure: (failure: ShardFailure) => void;
  readonly failures: () => readonly ShardFailureCount[];
}

/** @param onFailure is called for every failure */
export function createShards(
  db: QueryConnection,
  isCitus: () => boolean,
  onFailure: (failure: ShardFailure) => void = () => {},
): Shards {
  const locate: LocateMerchants = async (merchantIds) => {
    if (merchantIds.length === 0) return [];
    if (!isCitus()) return merchantIds.map((id) => ({ id, shard: NO_SHARD }));
    return db.$queryRaw<LocatedMerchant[]>`
      SELECT id, get_shard_id_for_distribution_column('proxy_session', id)::text AS shard
      FROM unnest(${merchantIds}::text[]) AS m (id)`;
  };
  const counts = new Map<string, ShardFailureCount>();
  return {
    isCitus,
    locate,
    async locateAll() {
      const merchants = await db.$queryRaw<{ id: string }[]>`SELECT id FROM merchant`;
      return locate(merchants.map(({ id }) => id));
    },
    async readNode(merchantId) {
      const found = db.$queryRaw<{ node: string }[]>`
        SELECT n.nodename || ':' || n.nodeport AS node
        FROM pg_dist_placement p JOIN pg_dist_node n USING (groupid)
        WHERE p.shardid = get_shard_id_for_distribution_column('proxy_session', ${merchantId}::text)
          AND n.noderole = 'primary'`;
      const [row] = await found.catch(() => []);
      return row?.node ?? null;
    },
    reportFailure(failure) {
      const { operation, node } = failure;
      const key = `${operation} ${node}`;
      counts.set(key, { operation, node, count: (counts.get(key)?.count ?? 0) + 1 });
      onFailure({ operation, node, error: getDriverError(failure.error) });
    },
    failures: () => [...counts.values()],
  };
}

/** Groups merchants by the shard of their rows. */
export const groupByShard = (merchants: readonly LocatedMerchant[]): MerchantGroup[] =>
  [...Map.groupBy(merchants, ({ shard }) => shard)].map(([shard, group]) => ({
    ids: group.map(({ id }) => id),
    isSharded: shard !== NO_SHARD,
  }));

/** The same items in another order each time. */
export const inRandomOrder = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);

/**
 * Divides a limit among shards and calls a function for one after another, in random order, until the
 * limit is reached. What one shard does not use is left for the next. A shard that fails is reported and
 * does not stop the others, and what the function has changed on other shards counts.
 * @param operation names the work in reports of failures
 * @param work returns how much of the limit it used
 * @returns the number of shards that failed
 * @throws the first error, if the function failed for every shard
 */
export async function forEachShard(
  shards: Pick<Shards, 'readNode' | 'reportFailure'>,
  operation: string,
  merchants: readonly LocatedMerchant[],
  limit: number,
  work: (group: MerchantGroup, limit: number) => Promise<number>,
): Promise<number> {
  const groups = inRandomOrder(groupByShard(merchants));
  let rest = limit;
  const errors: unknown[] = [];
  for (const [index, group] of groups.entries()) {
    if (rest <= 0) break;
    try {
      rest -= await work(group, Math.ceil(rest / (groups.length - index)));
    } catch (error) {
      errors.push(error);
      const [merchantId] = group.ids;
      if (!group.isSharded || merchantId === undefined) continue;
      shards.reportFailure({ operation, node: await shards.readNode(merchantId), error });
    }
  }
  if (errors.length > 0 && errors.length === groups.length) throw errors[0];
  return errors.length;
}

/** The condition `onShard` for a column, empty in a statement for all shards. */
export type OfShard = (column?: string) => Sql;

/**
 * Runs one statement for all shards. If it fails on Citus, runs one for each shard that has merchants, as
 * `forEachShard` does, so that a node that is down does not stop the others.
 * @param run is called without merchants for all of them
 */
export async function onAllShards(
  shards: Shards,
  operation: string,
  run: (ofShard: OfShard, group?: MerchantGroup) => Promise<unknown>,
): Promise<void> {
  try {
    await run(() => sql.empty);
  } catch (error) {
    if (!shards.isCitus()) throw error;
    const merchants = await shards.locateAll();
    const limit = Number.POSITIVE_INFINITY;
    const failed = await forEachShard(shards, operation, merchants, limit, async (group) => {
      await run((column) => onShard(group, column), group);
      return 0;
    });
    // No shard explains why the statement for all of them failed.
    if (failed === 0) shards.reportFailure({ operation, node: null, error });
  }
}

/** Calls a function for the items of one shard after another, as `forEachShard` does. */
export async function forItemsOfEachShard<Item>(
  shards: Shards,
  operation: string,
  items: readonly Item[],
  getMerchant: (item: Item) => string,
  work: (items: readonly Item[], group: MerchantGroup) => Promise<unknown>,
): Promise<void> {
  const merchants = await shards.locate([...new Set(items.map(getMerchant))]);
  await forEachShard(shards, operation, merchants, Number.POSITIVE_INFINITY, async (group) => {
    const ids = new Set(group.ids);
    await work(
      items.filter((item) => ids.has(getMerchant(item))),
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
export const onShard = ({ ids, isSharded }: MerchantGroup, column = 'merchant_id'): Sql =>
  isSharded ? sql`AND ${sql.raw(column)} = ANY(${ids}::text[])` : sql.empty;
