import type { Connection } from './client.ts';
import { Prisma } from './generated/client.ts';
import {
  forEachShard,
  type LocateMerchants,
  type MerchantGroup,
  type OfShard,
  onAllShards,
  onShard,
} from './shards.ts';

/** Retention periods in days. */
const retentionDays = {
  deliveries: 30,
  providerEvents: 90,
  idempotencyRecords: 30,
} as const;

/** The rows of a table that are removed or, with `set`, updated. */
interface OldRows {
  readonly table: string;
  readonly key: string;
  /** Each table of a subquery needs `ofShard`. */
  readonly condition: (ofShard: OfShard) => Prisma.Sql;
  /** The assignments of an update in place of the removal. */
  readonly set?: Prisma.Sql;
}

const { deliveries, providerEvents, idempotencyRecords } = retentionDays;
const olderThan = (days: number) => Prisma.sql`< now() - make_interval(days => ${days})`;

const kinds = {
  canceledDeliveries: {
    table: 'webhook_delivery',
    key: 'merchant_id, endpoint_id, event_id',
    condition: (ofShard) => Prisma.sql`status = 'waiting' AND EXISTS (
      SELECT 1 FROM webhook_endpoint e WHERE e.merchant_id = webhook_delivery.merchant_id
        AND e.id = webhook_delivery.endpoint_id AND e.status = 'archived' ${ofShard('e.merchant_id')})`,
    set: Prisma.sql`status = 'canceled', finished_at = now()`,
  },
  deliveryAttempts: {
    table: 'delivery_attempt',
    key: 'merchant_id, endpoint_id, event_id, number',
    condition: () => Prisma.sql`at ${olderThan(deliveries)}`,
  },
  deliveries: {
    table: 'webhook_delivery',
    key: 'merchant_id, endpoint_id, event_id',
    condition: () => Prisma.sql`created_at ${olderThan(deliveries)}
      AND COALESCE(finished_at, due_at) < now() - interval '1 day'`,
  },
  providerEvents: {
    table: 'provider_event',
    key: 'merchant_id, psp_config_id, event_id',
    condition: () =>
      Prisma.sql`received_at ${olderThan(providerEvents)} AND status IN ('applied', 'ignored')`,
  },
  idempotencyRecords: {
    table: 'idempotency_record',
    key: 'merchant_id, mode, method, path, key',
    condition: () => Prisma.sql`created_at ${olderThan(idempotencyRecords)}`,
  },
} as const satisfies Readonly<Record<string, OldRows>>;

type Kind = keyof typeof kinds;

/** The number of rows of each kind that one call deleted or canceled. */
export type RetentionCounts = Readonly<Record<Kind, number>>;

/**
 * Deletes rows past their retention period and cancels deliveries that wait for archived endpoints,
 * up to `limit` of each kind, so that every statement stays short. A statement locks rows of one shard.
 * Provider events that are not applied yet remain, whatever their age.
 */
export async function applyRetention(
  db: Connection,
  isCitus: () => boolean,
  locate: LocateMerchants,
  limit: number,
): Promise<RetentionCounts> {
  const counts: [Kind, number][] = [];
  for (const kind of Object.keys(kinds) as Kind[]) {
    counts.push([kind, await applyToKind(db, kinds[kind], isCitus, locate, limit)]);
  }
  return Object.fromEntries(counts) as RetentionCounts;
}

/** @returns the number of rows that were deleted or updated */
async function applyToKind(
  db: Connection,
  kind: OldRows,
  isCitus: () => boolean,
  locate: LocateMerchants,
  limit: number,
): Promise<number> {
  const found: { id: string }[] = [];
  await onAllShards(db, isCitus, locate, async (ofShard) => {
    const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT merchant_id AS id FROM ${Prisma.raw(kind.table)} WHERE ${kind.condition(ofShard)} ${ofShard()}
      LIMIT ${limit}`;
    found.push(...rows);
  });
  const merchants = await locate([...new Set(found.map(({ id }) => id))]);
  let total = 0;
  await forEachShard(merchants, limit, async (group, rest) => {
    const count = await changeRows(db, kind, group, rest);
    total += count;
    return count;
  });
  return total;
}

/** Deletes or updates rows of one shard. */
function changeRows(
  db: Connection,
  { table, key, condition, set }: OldRows,
  group: MerchantGroup,
  limit: number,
): Promise<number> {
  const name = Prisma.raw(table);
  const keys = Prisma.raw(key);
  const change = set ? Prisma.sql`UPDATE ${name} SET ${set}` : Prisma.sql`DELETE FROM ${name}`;
  const isOld = condition((column) => onShard(group, column));
  const ofMerchants = Prisma.sql`merchant_id = ANY(${group.ids}::text[])`;
  return db.$executeRaw`
    ${change}
    WHERE ${ofMerchants} AND (${keys}) IN (
      SELECT ${keys} FROM ${name} WHERE ${ofMerchants} AND ${isOld} LIMIT ${limit})
      AND ${isOld}`;
}
