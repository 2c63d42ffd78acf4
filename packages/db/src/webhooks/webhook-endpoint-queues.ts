import type { EndpointStatus, EventId, MerchantId, Mode, WebhookEndpointId } from '@parley/domain';
import type { DueMerchant } from '../queues/due-merchants.ts';
import {
  type ClaimSource,
  claimRows,
  type Holding,
  holdingNothing,
  type Lease,
} from '../queues/leases.ts';
import type { SecretBox } from '../sql/secret-box.ts';
import { forItemsOfEachShard, type MerchantGroup, onShard, type Shards } from '../sql/shards.ts';
import { sql } from '../sql/sql.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { type OpenedSecrets, openSecrets, type SealedSecrets } from './webhook-endpoints.ts';

/** One of an endpoint's two delivery queues, leased to a worker. */
export interface LeasedEndpointQueue extends OpenedSecrets {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly endpointId: WebhookEndpointId;
  /** 0 or 1. */
  readonly number: number;
  readonly leaseToken: string;
  /** Detects notifications that arrive while the queue is leased. */
  readonly notificationCount: number;
  readonly url: string;
  readonly status: EndpointStatus;
  readonly failingSince: Date | null;
  /** As `countSlowResponses` counts them. */
  readonly slowResponses: number;
  /** Due deliveries, in delivery order. */
  readonly deliveries: readonly DueDelivery[];
}

export interface DueDelivery {
  readonly eventId: EventId;
  /** As PostgreSQL writes it. */
  readonly dueAt: string;
  /** The same time by performance.now(). */
  readonly dueSince: number;
  readonly sequence: number;
  /** All attempts made so far. */
  readonly attempts: number;
  /** Attempts made before the retry schedule last restarted. */
  readonly attemptsBefore: number;
  /** The event envelope as sent; the same bytes for every endpoint. */
  readonly body: Buffer;
  /** The trace of the work that caused the event or repeats its delivery; null without tracing. */
  readonly traceparent: string | null;
}

/** The release of a leased queue. */
export interface EndpointQueueRelease {
  readonly queue: LeasedEndpointQueue;
  /**
   * When the queue is due again: `more` now, `next_due` when its next delivery is due, `inactive` not
   * until the next notification.
   */
  readonly next: 'more' | 'inactive' | 'next_due';
  readonly failing: boolean;
  readonly slowResponses: number;
}

/** Join condition between `webhook_endpoint_queue l` and given rows `g`, including the lease token. */
export const sameQueue = sql.raw(
  'l.merchant_id = g.merchant_id AND l.endpoint_id = g.endpoint_id AND l.queue_number = g.queue_number AND l.lease_token = g.token',
);

export interface EndpointQueueFilter {
  /** Whether to claim queues of the slow lane, or the others. */
  readonly slow: boolean;
  /** Maximum number of deliveries to read per queue. */
  readonly perQueue: number;
  /** The queues of the lane that the worker holds. By default it holds none, and one merchant may get all. */
  readonly holding?: Holding;
}

interface ClaimedQueue
  extends Omit<LeasedEndpointQueue, 'secrets' | 'unreadableSecret' | 'deliveries'>,
    SealedSecrets {}

/**
 * Claims queues of some merchants with due deliveries, and reads those. Merchants that are not suspended
 * share the queues that a worker may hold, whatever the number of their endpoints. Those of a merchant are
 * claimed longest overdue first.
 */
export async function claimEndpointQueues(
  source: ClaimSource<SqlConnection>,
  box: SecretBox,
  lease: Lease,
  { slow, perQueue, holding = holdingNothing(lease.limit) }: EndpointQueueFilter,
  merchants: readonly DueMerchant[],
): Promise<LeasedEndpointQueue[]> {
  const kind = slow ? 'slow_endpoint_queues' : 'endpoint_queues';
  const claimed = await claimRows<ClaimedQueue>(source, kind, lease, merchants, {
    holding,
    join: (group) => sql`
      JOIN webhook_endpoint p ON p.merchant_id = due.due_merchant_id AND p.id = due.due_endpoint_id
        ${onShard(group, 'p.merchant_id')}`,
    returning: sql`
      t.merchant_id AS "merchantId", p.mode, t.endpoint_id AS "endpointId", t.queue_number AS "number",
      t.lease_token AS "leaseToken", t.notification_count AS "notificationCount", p.url, p.status, p.failing_since AS "failingSince",
      t.slow_responses AS "slowResponses",
      p.signing_secret_sealed AS secret,
      CASE WHEN p.previous_signing_secret_expires_at > due.due_now
        THEN p.previous_signing_secret_sealed END AS "previousSecret"`,
  });
  // Stryker disable next-line ConditionalExpression: reading no positions returns nothing too.
  if (claimed.length === 0) return [];
  const due = await readDueDeliveries(
    source.db,
    source.shards,
    claimed.map((queue) => ({ queue, after: null })),
    perQueue,
  );
  return claimed.map(({ secret, previousSecret, ...queue }, index) => ({
    ...queue,
    ...openSecrets(box, queue.endpointId, { secret, previousSecret }),
    deliveries: due[index] ?? [],
  }));
}

/** A position in a leased queue. */
export interface EndpointQueuePosition {
  readonly queue: Pick<LeasedEndpointQueue, 'merchantId' | 'endpointId' | 'number' | 'status'>;
  /** The last delivery that was read; null at the start of the queue. */
  readonly after: DueDelivery | null;
}

type DueRow = Omit<DueDelivery, 'body' | 'dueSince'> & {
  readonly at: number;
  readonly overdueSeconds: number;
  readonly envelope: string;
};

/**
 * Reads due deliveries of active endpoints in delivery order, with the envelopes of their events, in one
 * statement for each shard.
 * @returns up to `perQueue` deliveries for each position, none for those of a shard that fails
 */
export async function readDueDeliveries(
  db: SqlConnection,
  shards: Shards,
  positions: readonly EndpointQueuePosition[],
  perQueue: number,
): Promise<DueDelivery[][]> {
  const due = new Map(
    positions.map((position): [EndpointQueuePosition, DueDelivery[]] => [position, []]),
  );
  await forItemsOfEachShard(
    shards,
    'read_due_deliveries',
    positions,
    ({ queue }) => queue.merchantId,
    async (some, group) => {
      const found = await readOfShard(db, some, perQueue, group);
      for (const [index, position] of some.entries()) due.set(position, found[index] ?? []);
    },
  );
  return positions.map((position) => due.get(position) ?? []);
}

async function readOfShard(
  db: SqlConnection,
  positions: readonly EndpointQueuePosition[],
  perQueue: number,
  merchants: MerchantGroup,
): Promise<DueDelivery[][]> {
  const due = positions.map((): DueDelivery[] => []);
  const rows = await db.$queryRaw<DueRow[]>`
    SELECT g.at::int - 1 AS at, d.event_id AS "eventId", d.due_at::text AS "dueAt", d.sequence,
      d.attempts, d.attempts_before AS "attemptsBefore", d.traceparent,
      EXTRACT(epoch FROM now() - d.due_at)::float8 AS "overdueSeconds", o.payload AS envelope
    FROM unnest(${positions.map(({ queue }) => queue.merchantId)}::text[],
                ${positions.map(({ queue }) => queue.endpointId)}::text[],
                ${positions.map(({ queue }) => queue.number)}::int[],
                ${positions.map(({ queue }) => queue.status === 'active')}::boolean[],
                ${positions.map(({ after }) => after?.dueAt ?? '-infinity')}::timestamptz[],
                ${positions.map(({ after }) => after?.sequence ?? 0)}::int[],
                ${positions.map(({ after }) => after?.eventId ?? '')}::text[])
      WITH ORDINALITY AS g (merchant_id, endpoint_id, queue_number, active, due_at, sequence, event_id, at)
    -- A sharded database accepts the subquery per queue only below a table of the same merchant.
    JOIN webhook_endpoint_queue q ON q.merchant_id = g.merchant_id AND q.endpoint_id = g.endpoint_id
      AND q.queue_number = g.queue_number ${onShard(merchants, 'q.merchant_id')}
    CROSS JOIN LATERAL (
      SELECT * FROM webhook_delivery w
      WHERE w.merchant_id = q.merchant_id AND w.endpoint_id = q.endpoint_id
        AND w.queue_number = q.queue_number AND w.status = 'waiting' AND w.due_at <= now()
        AND (w.due_at, w.sequence, w.event_id) > (g.due_at, g.sequence, g.event_id)
        ${onShard(merchants, 'w.merchant_id')}
      ORDER BY w.due_at, w.sequence, w.event_id LIMIT ${perQueue}
    ) d
    JOIN outbox_event o ON o.merchant_id = d.merchant_id AND o.id = d.event_id
      ${onShard(merchants, 'o.merchant_id')}
    WHERE g.active
    ORDER BY d.due_at, d.sequence, d.event_id`;
  const now = performance.now();
  for (const { at, overdueSeconds, envelope, ...row } of rows) {
    const dueSince = now - overdueSeconds * 1_000;
    due[at]?.push({ ...row, dueSince, body: Buffer.from(envelope) });
  }
  return due;
}

/** Releases leased queues and sets when they are due again. */
export async function releaseEndpointQueues(
  db: SqlConnection,
  releases: readonly EndpointQueueRelease[],
  merchants: MerchantGroup,
): Promise<void> {
  // Stryker disable next-line MethodExpression: the order only prevents deadlocks.
  const rows = releases
    .map(({ queue, next, failing, slowResponses }) => ({
      merchant_id: queue.merchantId,
      endpoint_id: queue.endpointId,
      queue_number: queue.number,
      token: queue.leaseToken,
      notification_count: queue.notificationCount,
      next,
      failing,
      slow_responses: slowResponses,
    }))
    .sort(byKey);
  // Reads the clock once, outside of CASE: a sharded database refuses it there.
  await db.$executeRaw`
    WITH g AS MATERIALIZED (
      SELECT g.*, now() AS now
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS g (
        merchant_id text, endpoint_id text, queue_number int, token text, notification_count int,
        next text, failing boolean, slow_responses int)
    )
    UPDATE webhook_endpoint_queue l
    SET lease_token = NULL, leased_until = NULL, failing = g.failing,
        slow_responses = g.slow_responses,
        due_at = CASE
          WHEN g.next = 'more' OR l.notification_count <> g.notification_count THEN g.now
          WHEN g.next = 'next_due' THEN (
            SELECT CASE WHEN min(d.due_at) < g.now THEN g.now ELSE min(d.due_at) END
            FROM webhook_delivery d
            WHERE d.merchant_id = l.merchant_id AND d.endpoint_id = l.endpoint_id
              AND d.queue_number = l.queue_number AND d.status = 'waiting'
              ${onShard(merchants, 'd.merchant_id')})
        END
    FROM g
    WHERE ${sameQueue} ${onShard(merchants, 'l.merchant_id')}`;
}

interface QueueRow {
  readonly merchant_id: string;
  readonly endpoint_id: string;
  readonly queue_number: number;
}

// Stryker disable all: the order of the rows only prevents deadlocks, which no test can force.
const rowKey = (row: QueueRow): string =>
  `${row.merchant_id} ${row.endpoint_id} ${row.queue_number}`;
const byKey = (a: QueueRow, b: QueueRow): number => (rowKey(a) < rowKey(b) ? -1 : 1);
