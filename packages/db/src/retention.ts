import type { Connection } from './client.ts';
import type { DueMerchant } from './due-merchants.ts';
import { Prisma } from './generated/client.ts';
import { forEachShard } from './leases.ts';

/** Retention periods in days. */
const retentionDays = {
  deliveries: 30,
  providerEvents: 90,
  idempotencyRecords: 30,
} as const;

/** The rows of a table that are removed, or canceled. */
interface OldRows {
  readonly table: string;
  readonly key: string;
  readonly isOld: Prisma.Sql;
  /** What replaces the removal. */
  readonly set?: Prisma.Sql;
}

const { deliveries, providerEvents, idempotencyRecords } = retentionDays;
const olderThan = (days: number) => Prisma.sql`< now() - make_interval(days => ${days})`;

const kinds: Readonly<
  Record<
    | 'canceledDeliveries'
    | 'deliveryAttempts'
    | 'deliveries'
    | 'providerEvents'
    | 'idempotencyRecords',
    OldRows
  >
> = {
  canceledDeliveries: {
    table: 'webhook_delivery',
    key: 'merchant_id, endpoint_id, event_id',
    isOld: Prisma.sql`status = 'waiting' AND EXISTS (
      SELECT 1 FROM webhook_endpoint e WHERE e.merchant_id = webhook_delivery.merchant_id
        AND e.id = webhook_delivery.endpoint_id AND e.status = 'archived')`,
    set: Prisma.sql`SET status = 'canceled', finished_at = now()`,
  },
  deliveryAttempts: {
    table: 'delivery_attempt',
    key: 'merchant_id, endpoint_id, event_id, number',
    isOld: Prisma.sql`at ${olderThan(deliveries)}`,
  },
  deliveries: {
    table: 'webhook_delivery',
    key: 'merchant_id, endpoint_id, event_id',
    isOld: Prisma.sql`created_at ${olderThan(deliveries)}
      AND COALESCE(finished_at, due_at) < now() - interval '1 day'`,
  },
  providerEvents: {
    table: 'provider_event',
    key: 'merchant_id, psp_config_id, event_id',
    isOld: Prisma.sql`received_at ${olderThan(providerEvents)} AND status IN ('applied', 'ignored')`,
  },
  idempotencyRecords: {
    table: 'idempotency_record',
    key: 'merchant_id, mode, method, path, key',
    isOld: Prisma.sql`created_at ${olderThan(idempotencyRecords)}`,
  },
};

/** The number of rows of each kind that one call removed or canceled. */
export type RemovedRows = Readonly<Record<keyof typeof kinds, number>>;

/**
 * Deletes rows past their retention period and cancels deliveries that wait for archived endpoints,
 * up to `limit` of each kind, so that every statement stays short. A statement locks rows of one shard.
 * Provider events that are not applied yet remain, whatever their age.
 * @param locate adds the shards of merchants
 * @returns the number of rows of each kind
 */
export async function removeOldRows(
  db: Connection,
  limit: number,
  locate: (merchantIds: readonly string[]) => Promise<readonly DueMerchant[]>,
): Promise<RemovedRows> {
  const removed: Record<string, number> = {};
  for (const [kind, rows] of Object.entries(kinds)) {
    removed[kind] = await removeOfKind(db, rows, limit, locate);
  }
  return removed as RemovedRows;
}

async function removeOfKind(
  db: Connection,
  { table, key, isOld, set }: OldRows,
  limit: number,
  locate: (merchantIds: readonly string[]) => Promise<readonly DueMerchant[]>,
): Promise<number> {
  const name = Prisma.raw(table);
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT merchant_id AS id FROM ${name} WHERE ${isOld} LIMIT ${limit}`;
  let removed = 0;
  await forEachShard(
    await locate([...new Set(found.map(({ id }) => id))]),
    limit,
    async (group, rest) => {
      const ofMerchants = Prisma.sql`merchant_id = ANY(${group.ids}::text[])`;
      const count = await db.$executeRaw`
      ${set ? Prisma.sql`UPDATE ${name} ${set}` : Prisma.sql`DELETE FROM ${name}`}
      WHERE ${ofMerchants} AND (${Prisma.raw(key)}) IN (
        SELECT ${Prisma.raw(key)} FROM ${name} WHERE ${ofMerchants} AND ${isOld} LIMIT ${rest})
        AND ${isOld}`;
      removed += count;
      return count;
    },
  );
  return removed;
}
