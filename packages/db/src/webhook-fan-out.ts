import {
  ageOfDecline,
  countDeclines,
  type FannedOutDecline,
  selectDeclines,
} from './decline-limits.ts';
import { waitingEvents } from './due-queues.ts';
import { Prisma } from './generated/client.ts';
import { selectDueRows } from './leases.ts';
import type { Scope } from './records.ts';
import { countEvents } from './session-figures.ts';
import { type MerchantGroup, onShard } from './shards.ts';
import type { SqlConnection } from './sql-connection.ts';
import { queueNumberOfEvent } from './webhook-deliveries.ts';

/** Events of one merchant per statement, if many merchants have waiting events. */
const MIN_PER_MERCHANT = 50;

/**
 * Turns new outbox events of some merchants into deliveries to the endpoints that subscribe to them,
 * notifies the queues of those endpoints, and adds the events to the figures of the merchants and the
 * declines to the limits of declines. An event becomes at most one delivery per endpoint, even when several
 * workers fan out at once: the second one waits for the first, because deliveries of younger events that
 * were committed earlier would be sent out of order.
 * @param db a transaction, so that an event leaves the outbox together with its deliveries
 * @returns the number of events and of deliveries created, the declines, and whether more events may wait
 */
export async function fanOutEvents(
  db: SqlConnection,
  merchants: MerchantGroup,
  limit: number,
): Promise<{
  readonly events: number;
  readonly deliveries: number;
  readonly declines: readonly FannedOutDecline[];
  /** The merchants whose declines begin to spike. */
  readonly spikes: readonly Scope[];
  readonly mayHaveMore: boolean;
}> {
  const perMerchant = Math.max(MIN_PER_MERCHANT, Math.ceil(limit / merchants.ids.length));
  const oldest = selectDueRows(waitingEvents, merchants, limit, perMerchant);
  const take = Prisma.sql`
    DELETE FROM outbox_waiting w USING (${oldest}) oldest
    WHERE w.merchant_id = oldest.next_merchant_id AND w.event_id = oldest.next_event_id
      ${onShard(merchants, 'w.merchant_id')}
    RETURNING w.merchant_id, w.event_id`;
  const insertDeliveries = (taken: Prisma.Sql) => Prisma.sql`
    INSERT INTO webhook_delivery
      (merchant_id, endpoint_id, event_id, queue_number, sequence, status, due_at)
    SELECT o.merchant_id, p.id, o.id, ${queueNumberOfEvent}, o.sequence, 'waiting', o.created_at
    FROM ${taken} JOIN outbox_event o ON o.merchant_id = taken.merchant_id AND o.id = taken.event_id
      ${onShard(merchants, 'o.merchant_id')}
    JOIN webhook_endpoint p ON p.merchant_id = o.merchant_id AND p.mode = o.mode
      ${onShard(merchants, 'p.merchant_id')}
      AND p.status = 'active' AND (cardinality(p.event_types) = 0 OR o.type = ANY(p.event_types))
    ON CONFLICT DO NOTHING
    RETURNING merchant_id, endpoint_id, queue_number`;
  const fanOut = merchants.isSharded ? fanOutInStatements : fanOutInOneStatement;
  const { events, declines, queues } = await fanOut(db, merchants, take, insertDeliveries);
  await notifyQueues(db, merchants, queues);
  const spikes = await countDeclines(db, declines);
  return {
    events,
    declines,
    spikes,
    // With fewer events, neither limit was reached.
    mayHaveMore: events >= Math.min(limit, perMerchant),
    deliveries: queues.reduce((sum, { deliveries }) => sum + deliveries, 0),
  };
}

/** A queue that got deliveries. */
interface NotifiedQueue {
  readonly merchantId: string;
  readonly endpointId: string;
  readonly number: number;
  readonly deliveries: number;
}

interface FannedOut {
  readonly events: number;
  readonly declines: readonly FannedOutDecline[];
  /** In a fixed order, so that two workers that notify the same queues do not deadlock. */
  readonly queues: readonly NotifiedQueue[];
}

async function fanOutInOneStatement(
  db: SqlConnection,
  merchants: MerchantGroup,
  take: Prisma.Sql,
  insertDeliveries: (taken: Prisma.Sql) => Prisma.Sql,
): Promise<FannedOut> {
  const taken = Prisma.sql`taken`;
  const rows = await db.$queryRaw<
    (NotifiedQueue & { events: number; declines: FannedOutDecline[] })[]
  >`
    WITH taken AS (${take}), inserted AS (${insertDeliveries(taken)}),
      declined AS MATERIALIZED (${selectDeclines(taken, merchants)}),
      counted AS (${countEvents(taken, Prisma.sql`declined`, merchants)})
    SELECT merchant_id AS "merchantId", endpoint_id AS "endpointId", queue_number AS "number",
      count(*)::int AS deliveries, events::int,
      (SELECT COALESCE(jsonb_agg(jsonb_build_object('merchantId', d.merchant_id, 'mode', d.mode,
        'code', d.code, 'age', ${ageOfDecline}, 'firstNetwork', d.first_network,
        'network', d.network)), '[]') FROM declined d) AS declines
    FROM (SELECT count(*) AS events FROM taken) t LEFT JOIN inserted ON true
    GROUP BY merchant_id, endpoint_id, queue_number, events
    ORDER BY merchant_id, endpoint_id, queue_number`;
  // A row of nulls if no queue got deliveries.
  return {
    events: rows[0]?.events ?? 0,
    declines: rows[0]?.declines ?? [],
    queues: rows.filter(({ merchantId }) => merchantId !== null),
  };
}

/** For INSERT in a CTE, Citus connects to all nodes. */
async function fanOutInStatements(
  db: SqlConnection,
  merchants: MerchantGroup,
  take: Prisma.Sql,
  insertDeliveries: (taken: Prisma.Sql) => Prisma.Sql,
): Promise<FannedOut> {
  const taken = await db.$queryRaw<{ merchant_id: string; event_id: string }[]>(take);
  // Stryker disable next-line ConditionalExpression: no events have no deliveries.
  if (taken.length === 0) return { events: 0, declines: [], queues: [] };
  const takenRows = Prisma.sql`
    unnest(${taken.map((row) => row.merchant_id)}::text[], ${taken.map((row) => row.event_id)}::text[])
      AS taken (merchant_id, event_id)`;
  const rows = await db.$queryRaw<
    { merchant_id: string; endpoint_id: string; queue_number: number }[]
  >(insertDeliveries(takenRows));
  const declined = selectDeclines(takenRows, merchants);
  const declines = await db.$queryRaw<FannedOutDecline[]>`
    SELECT merchant_id AS "merchantId", mode, code, ${ageOfDecline} AS age,
      first_network AS "firstNetwork", network
    FROM (${declined}) AS declined`;
  await db.$executeRaw(countEvents(takenRows, Prisma.sql`(${declined}) AS declined`, merchants));
  const queues = Map.groupBy(rows, (row) =>
    JSON.stringify([row.merchant_id, row.endpoint_id, row.queue_number]),
  );
  return {
    events: taken.length,
    declines,
    queues: [...queues]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, { length }]) => {
        const [merchantId, endpointId, number] = JSON.parse(key);
        return { merchantId, endpointId, number, deliveries: length };
      }),
  };
}

async function notifyQueues(
  db: SqlConnection,
  merchants: MerchantGroup,
  rows: readonly NotifiedQueue[],
): Promise<void> {
  // Stryker disable next-line ConditionalExpression: the update of no queues does nothing.
  if (rows.length === 0) return;
  await db.$executeRaw`
    UPDATE webhook_endpoint_queue l SET due_at = LEAST(l.due_at, now()), notification_count = l.notification_count + 1
    FROM unnest(${rows.map((row) => row.merchantId)}::text[],
                ${rows.map((row) => row.endpointId)}::text[],
                ${rows.map((row) => row.number)}::int[]) AS g (merchant_id, endpoint_id, queue_number)
    WHERE l.merchant_id = g.merchant_id AND l.endpoint_id = g.endpoint_id AND l.queue_number = g.queue_number
      ${onShard(merchants, 'l.merchant_id')}`;
}
