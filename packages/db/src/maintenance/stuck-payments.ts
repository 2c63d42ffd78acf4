import { MAX_ATTENTION_COUNT } from '@parley/domain';
import { type RowSource, stuckPayments } from '../merchants/stuck-payment-sources.ts';
import { dueQueues } from '../queues/due-queues.ts';
import type { Connection } from '../sql/client.ts';
import type { Scope } from '../sql/records.ts';
import { forEachShard, type MerchantGroup, onShard, type Shards } from '../sql/shards.ts';
import { type Sql, sql } from '../sql/sql.ts';

/** Why payments wait: what needs a person of the merchant, or work that the provider or a worker has not done. */
export type StuckPaymentKind = keyof typeof sources;

/** The payments of a merchant and mode that wait for one reason. */
interface StuckPayments extends Scope {
  readonly kind: StuckPaymentKind;
  /** Up to 100. */
  readonly count: number;
  /** The session, attempt or provider event that waits for the longest time. */
  readonly oldestId: string;
  /** When it was created, received, last changed (`processing_attempt`) or due (late ones). */
  readonly oldestAt: Date;
}

export interface StuckPaymentList {
  /** Those that wait for the longest time first. */
  readonly rows: readonly StuckPayments[];
  /** Shards that did not respond, whose merchants are missing. */
  readonly failedShards: number;
}

/** Bank debits take several days. */
const PROCESSING_DAYS = 7;
/** The seconds after which work that is due is late: as in the warnings of the worker. */
const LATE_SECONDS = 15 * 60;

/** The attempts of a queue of the worker that have been due for too long. */
const lateAttempts = (kind: 'overdue_reservations' | 'attempt_checks'): RowSource => {
  const queue = dueQueues[kind];
  return {
    table: sql.raw(queue.table),
    createdAt: queue.order,
    id: sql`t.id`,
    conditions: [queue.isDue(LATE_SECONDS)],
  };
};

const sources = {
  ...stuckPayments,
  processing_attempt: {
    table: sql`acquisition_attempt`,
    createdAt: sql`t.updated_at`,
    id: sql`t.id`,
    conditions: [
      sql`t.status = 'processing' AND t.updated_at < now() - make_interval(days => ${PROCESSING_DAYS})`,
    ],
  },
  late_reservation: lateAttempts('overdue_reservations'),
  late_attempt_check: lateAttempts('attempt_checks'),
} as const satisfies Readonly<Record<string, RowSource>>;

export const stuckPaymentKinds = Object.keys(sources) as readonly StuckPaymentKind[];

const OPERATION = 'list_stuck_payments';

/** Lists the payments of all merchants that wait for one reason, by merchant and mode. */
export async function listStuckPayments(
  db: Connection,
  shards: Shards,
  kind: StuckPaymentKind,
  limit: number,
): Promise<StuckPaymentList> {
  const rows: StuckPayments[] = [];
  const merchants = await shards.locateAll();
  const failedShards = await forEachShard(
    shards,
    OPERATION,
    merchants,
    Number.POSITIVE_INFINITY,
    async (group) => {
      rows.push(...(await db.$queryRaw<StuckPayments[]>(select(kind, group, limit))));
      return 0;
    },
  );
  const oldest = rows.toSorted((a, b) => a.oldestAt.getTime() - b.oldestAt.getTime());
  return { rows: oldest.slice(0, limit), failedShards };
}

/** Looks into the indexes of each merchant and mode, as their attention list does. */
function select(kind: StuckPaymentKind, group: MerchantGroup, limit: number): Sql {
  const { table, createdAt, id, conditions }: RowSource = sources[kind];
  const ranges = conditions.map(
    (condition) => sql`(
      SELECT ${createdAt} AS at, ${id} AS id FROM ${table} t
      WHERE t.merchant_id = m.id AND t.mode = o.mode AND ${condition} ${onShard(group, 't.merchant_id')}
      ORDER BY ${createdAt}, ${id} LIMIT ${MAX_ATTENTION_COUNT})`,
  );
  return sql`
    SELECT ${kind}::text AS kind, m.id AS "merchantId", o.mode, found.count, found.ids[1] AS "oldestId",
      found.at AS "oldestAt"
    FROM unnest(${group.ids}::text[]) AS m (id)
      CROSS JOIN unnest(ARRAY['test', 'live']) AS o (mode)
      CROSS JOIN LATERAL (
        SELECT LEAST(count(*), ${MAX_ATTENTION_COUNT})::int AS count, min(r.at) AS at,
          array_agg(r.id ORDER BY r.at, r.id) AS ids
        FROM (${sql.join(ranges, ' UNION ALL ')}) AS r
      ) found
    WHERE found.count > 0
    ORDER BY found.at, m.id LIMIT ${limit}`;
}
