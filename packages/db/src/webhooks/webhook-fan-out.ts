import {
  ageOfDecline,
  countDeclines,
  type FannedOutDecline,
  selectDeclines,
} from '../attempts/decline-limits.ts';
import { waitingEvents } from '../queues/due-queues.ts';
import { selectDueRows } from '../queues/leases.ts';
import { countEvents } from '../sessions/session-figures.ts';
import { lockOfMerchant, SUSPENSION } from '../sql/merchant-lock.ts';
import type { Scope } from '../sql/records.ts';
import { type MerchantGroup, onShard } from '../sql/shards.ts';
import { type Sql, sql } from '../sql/sql.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { queueNumberOfEvent } from './webhook-deliveries.ts';

/** Events of one merchant per statement, if many merchants have waiting events. */
const MIN_PER_MERCHANT = 50;

/** Deliveries that one statement creates at most: events times endpoints. */
export const MAX_DELIVERIES = 2_000;

/** What a fan-out did. */
export interface FannedOut {
  readonly events: number;
  readonly deliveries: number;
  readonly declines: readonly FannedOutDecline[];
  /** The merchants whose declines begin to spike. */
  readonly spikes: readonly Scope[];
  readonly mayHaveMore: boolean;
}

export const NOTHING_FANNED_OUT: FannedOut = {
  events: 0,
  deliveries: 0,
  declines: [],
  spikes: [],
  mayHaveMore: false,
};

/**
 * Turns new outbox events of some merchants into deliveries to the endpoints that subscribe to them,
 * notifies the queues of those endpoints, and adds the events to the figures of the merchants and the
 * declines to the limits of declines. An event becomes at most one delivery per URL of a merchant, that of
 * the endpoint with the lowest id, even when several workers fan out at once: the second one waits for the
 * first, because deliveries of younger events that were committed earlier would be sent out of order.
 * @param db a transaction, so that an event leaves the outbox together with its deliveries
 * @returns the number of events and of deliveries created, the declines, and whether more events may wait
 */
export async function fanOutEvents(
  db: SqlConnection,
  merchants: MerchantGroup,
  limit: number,
): Promise<FannedOut> {
  const perMerchant = Math.max(MIN_PER_MERCHANT, Math.ceil(limit / merchants.ids.length));
  // Two workers take the same rows in the same order, so that they do not wait for each other.
  const oldest = sql`
    SELECT * FROM (${selectDueRows(waitingEvents, merchants, limit, perMerchant)}) due
    ORDER BY next_merchant_id, next_event_id`;
  const take = sql`
    DELETE FROM outbox_waiting w USING (${oldest}) oldest
    WHERE w.merchant_id = oldest.next_merchant_id AND w.event_id = oldest.next_event_id
      ${onShard(merchants, 'w.merchant_id')}
    RETURNING w.merchant_id, w.event_id, w.fanned_out_to, w.traceparent`;
  const fanOut = merchants.isSharded ? fanOutInStatements : fanOutInOneStatement;
  const { events, declines, queues } = await fanOut(db, merchants, take);
  const deliveries = await notifyQueues(db, merchants, queues);
  const spikes = await countDeclines(db, declines);
  return {
    events,
    deliveries,
    declines,
    spikes,
    // With fewer events, neither limit was reached.
    mayHaveMore: events >= Math.min(limit, perMerchant),
  };
}

/** @param taken a FROM item named `taken` with the columns of `WaitingRow` */
const insertDeliveries = (taken: Sql, merchants: MerchantGroup): Sql => sql`
  INSERT INTO webhook_delivery
    (merchant_id, endpoint_id, event_id, queue_number, sequence, status, due_at, traceparent)
  SELECT merchant_id, endpoint_id, event_id, queue_number, sequence, 'waiting', created_at, traceparent
  FROM (
    SELECT DISTINCT ON (o.merchant_id, o.id, p.url) o.merchant_id, p.id AS endpoint_id,
      o.id AS event_id, ${queueNumberOfEvent} AS queue_number, o.sequence, o.created_at,
      taken.fanned_out_to, taken.traceparent
    FROM ${taken} JOIN outbox_event o ON o.merchant_id = taken.merchant_id AND o.id = taken.event_id
      ${onShard(merchants, 'o.merchant_id')}
    JOIN webhook_endpoint p ON p.merchant_id = o.merchant_id AND p.mode = o.mode
      ${onShard(merchants, 'p.merchant_id')} AND ${subscribes}
    ORDER BY o.merchant_id, o.id, p.url, p.id
  ) AS found
  WHERE fanned_out_to IS NULL OR endpoint_id > fanned_out_to
  ON CONFLICT DO NOTHING
  RETURNING merchant_id, endpoint_id, queue_number`;

/** Condition for endpoints `p` that get the event `o`. */
const subscribes = sql.raw(
  "p.status = 'active' AND (cardinality(p.event_types) = 0 OR o.type = ANY(p.event_types))",
);

/** A queue that got deliveries. */
interface NotifiedQueue {
  readonly merchantId: string;
  readonly endpointId: string;
  readonly number: number;
  readonly deliveries: number;
}

interface Taken {
  readonly events: number;
  readonly declines: readonly FannedOutDecline[];
  /** In a fixed order, so that two workers that notify the same queues do not deadlock. */
  readonly queues: readonly NotifiedQueue[];
}

async function fanOutInOneStatement(
  db: SqlConnection,
  merchants: MerchantGroup,
  take: Sql,
): Promise<Taken> {
  const uncounted = sql`(SELECT * FROM taken WHERE fanned_out_to IS NULL) AS taken`;
  const rows = await db.$queryRaw<
    (NotifiedQueue & { events: number; declines: FannedOutDecline[] })[]
  >`
    WITH taken AS (${take}), inserted AS (${insertDeliveries(sql`taken`, merchants)}),
      declined AS MATERIALIZED (${selectDeclines(uncounted, merchants)}),
      counted AS (${countEvents(uncounted, sql`declined`, merchants)})
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

/** A row of outbox_waiting. */
interface WaitingRow {
  readonly merchant_id: string;
  readonly event_id: string;
  readonly fanned_out_to: string | null;
  readonly traceparent: string | null;
}

/** A FROM item named `taken`. */
const takenRows = (rows: readonly WaitingRow[]): Sql => sql`
  unnest(${rows.map((row) => row.merchant_id)}::text[], ${rows.map((row) => row.event_id)}::text[],
    ${rows.map((row) => row.fanned_out_to)}::text[], ${rows.map((row) => row.traceparent)}::text[]
  ) AS taken (merchant_id, event_id, fanned_out_to, traceparent)`;

interface DeliveryRow {
  readonly merchant_id: string;
  readonly endpoint_id: string;
  readonly queue_number: number;
}

/** For INSERT in a CTE, Citus connects to all nodes. */
async function fanOutInStatements(
  db: SqlConnection,
  merchants: MerchantGroup,
  take: Sql,
): Promise<Taken> {
  const taken = await db.$queryRaw<WaitingRow[]>(take);
  // Stryker disable next-line ConditionalExpression: no events have no deliveries.
  if (taken.length === 0) return { events: 0, declines: [], queues: [] };
  const rows = await db.$queryRaw<DeliveryRow[]>(insertDeliveries(takenRows(taken), merchants));
  const declines = await countFigures(db, merchants, taken);
  return { events: taken.length, declines, queues: getQueues(rows) };
}

/** The queues of deliveries, in a fixed order. */
function getQueues(rows: readonly DeliveryRow[]): NotifiedQueue[] {
  const queues = Map.groupBy(rows, (row) =>
    JSON.stringify([row.merchant_id, row.endpoint_id, row.queue_number]),
  );
  return [...queues]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, { length }]) => {
      const [merchantId, endpointId, number] = JSON.parse(key);
      return { merchantId, endpointId, number, deliveries: length };
    });
}

/** Adds the events to the figures that these do not contain yet. Returns the declines among them. */
async function countFigures(
  db: SqlConnection,
  merchants: MerchantGroup,
  waiting: readonly WaitingRow[],
): Promise<FannedOutDecline[]> {
  const uncounted = waiting.filter((row) => row.fanned_out_to === null);
  // Stryker disable next-line ConditionalExpression: no events change no figures.
  if (uncounted.length === 0) return [];
  const declined = selectDeclines(takenRows(uncounted), merchants);
  const declines = await db.$queryRaw<FannedOutDecline[]>`
    SELECT merchant_id AS "merchantId", mode, code, ${ageOfDecline} AS age,
      first_network AS "firstNetwork", network
    FROM (${declined}) AS declined`;
  await db.$executeRaw(
    countEvents(takenRows(uncounted), sql`(${declined}) AS declined`, merchants),
  );
  return declines;
}

/** Returns the number of deliveries. */
async function notifyQueues(
  db: SqlConnection,
  merchants: MerchantGroup,
  rows: readonly NotifiedQueue[],
): Promise<number> {
  // Stryker disable next-line ConditionalExpression: the update of no queues does nothing.
  if (rows.length === 0) return 0;
  await db.$executeRaw`
    UPDATE webhook_endpoint_queue l SET due_at = LEAST(l.due_at, now()), notification_count = l.notification_count + 1
    FROM unnest(${rows.map((row) => row.merchantId)}::text[],
                ${rows.map((row) => row.endpointId)}::text[],
                ${rows.map((row) => row.number)}::int[]) AS g (merchant_id, endpoint_id, queue_number)
    WHERE l.merchant_id = g.merchant_id AND l.endpoint_id = g.endpoint_id AND l.queue_number = g.queue_number
      ${onShard(merchants, 'l.merchant_id')}`;
  return rows.reduce((sum, { deliveries }) => sum + deliveries, 0);
}

/** The oldest waiting events of one merchant, locked until the transaction ends. */
function lockOldest(
  db: SqlConnection,
  merchantId: string,
  limit: number,
  condition = sql.empty,
): Promise<WaitingRow[]> {
  return db.$queryRaw<WaitingRow[]>`
    SELECT merchant_id, event_id, fanned_out_to, traceparent FROM outbox_waiting
    WHERE merchant_id = ${merchantId} AND NOT held ${condition}
    ORDER BY created_at, event_id LIMIT ${limit} FOR UPDATE`;
}

/**
 * Turns the oldest event of one merchant into deliveries to its next endpoints, in the order of their ids.
 * The event stays in the outbox until all have it, for merchants with more endpoints than one statement
 * may write.
 * @param db a transaction
 */
export async function fanOutEventInParts(
  db: SqlConnection,
  merchants: MerchantGroup,
  merchantId: string,
  most = MAX_DELIVERIES,
): Promise<FannedOut> {
  const [event] = await lockOldest(db, merchantId, 1);
  if (!event) return NOTHING_FANNED_OUT;
  const { event_id: eventId, fanned_out_to: after, traceparent } = event;
  const endpoints = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM (
      SELECT DISTINCT ON (p.url) p.id FROM outbox_event o
      JOIN webhook_endpoint p ON p.merchant_id = o.merchant_id AND p.mode = o.mode AND ${subscribes}
      WHERE o.merchant_id = ${merchantId} AND o.id = ${eventId} AND p.merchant_id = ${merchantId}
      ORDER BY p.url, p.id
    ) AS found
    WHERE id > ${after ?? ''} ORDER BY id LIMIT ${most}`;
  const inserted = await db.$queryRaw<DeliveryRow[]>`
    INSERT INTO webhook_delivery
      (merchant_id, endpoint_id, event_id, queue_number, sequence, status, due_at, traceparent)
    SELECT o.merchant_id, g.endpoint_id, o.id, ${queueNumberOfEvent}, o.sequence, 'waiting',
      o.created_at, ${traceparent}
    FROM outbox_event o, unnest(${endpoints.map(({ id }) => id)}::text[]) AS g (endpoint_id)
    WHERE o.merchant_id = ${merchantId} AND o.id = ${eventId}
    ON CONFLICT DO NOTHING
    RETURNING merchant_id, endpoint_id, queue_number`;
  const last = endpoints.length < most ? undefined : endpoints.at(-1);
  const row = sql`merchant_id = ${merchantId} AND event_id = ${eventId}`;
  await db.$executeRaw(
    last
      ? sql`UPDATE outbox_waiting SET fanned_out_to = ${last.id} WHERE ${row}`
      : sql`DELETE FROM outbox_waiting WHERE ${row}`,
  );
  const declines = await countFigures(db, merchants, [event]);
  const deliveries = await notifyQueues(db, merchants, getQueues(inserted));
  const spikes = await countDeclines(db, declines);
  return { events: last ? 0 : 1, deliveries, declines, spikes, mayHaveMore: true };
}

/**
 * Adds events of one merchant to its figures and the limits of declines, without deliveries. They keep
 * waiting for those.
 * @param db a transaction
 * @param held whether they wait until the merchant is no longer suspended. None is held if it is not
 */
export async function countWaitingEvents(
  db: SqlConnection,
  merchants: MerchantGroup,
  merchantId: string,
  { limit, held }: { readonly limit: number; readonly held: boolean },
): Promise<FannedOut> {
  if (held) {
    // The end of the suspension waits for this transaction, and then releases what it held.
    await lockOfMerchant(db, merchantId, SUSPENSION, 'share');
    const suspended = await db.$queryRaw<unknown[]>`
      SELECT id FROM merchant WHERE id = ${merchantId} AND suspended_at IS NOT NULL`;
    if (suspended.length === 0) return NOTHING_FANNED_OUT;
  }
  const condition = held ? sql.empty : sql`AND fanned_out_to IS NULL`;
  const waiting = await lockOldest(db, merchantId, limit, condition);
  if (waiting.length === 0) return NOTHING_FANNED_OUT;
  const declines = await countFigures(db, merchants, waiting);
  await db.$executeRaw`
    UPDATE outbox_waiting SET held = ${held}, fanned_out_to = COALESCE(fanned_out_to, '')
    WHERE merchant_id = ${merchantId} AND event_id = ANY(${waiting.map((one) => one.event_id)}::text[])`;
  const spikes = await countDeclines(db, declines);
  return { ...NOTHING_FANNED_OUT, declines, spikes, mayHaveMore: waiting.length === limit };
}
