import type { EventId, MerchantId, Mode, WebhookEndpointId } from '@parley/domain';
import { Prisma } from './generated/client.ts';
import { claimRows, type Lease } from './leases.ts';
import type { SecretBox } from './secret-box.ts';
import type { SqlConnection } from './sql-connection.ts';
import { type EndpointStatus, secretRow } from './webhook-endpoints.ts';

/** A way to an endpoint that one worker holds until its lease ends. */
export interface LeasedEndpointQueue {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly endpointId: WebhookEndpointId;
  readonly number: number;
  readonly leaseToken: string;
  readonly notificationCount: number;
  readonly url: string;
  readonly status: EndpointStatus;
  readonly failingSince: Date | null;
  /** Those that sign now, the newest first. */
  readonly secrets: readonly string[];
  /** What is due, in the order it goes out. */
  readonly deliveries: readonly DueDelivery[];
}

export interface DueDelivery {
  readonly eventId: EventId;
  readonly dueAt: Date;
  readonly sequence: number;
  /** Attempts made, in all and before it was last put at the beginning of the schedule. */
  readonly attempts: number;
  readonly attemptsBefore: number;
  /** The envelope as it goes out; the same bytes for every endpoint. */
  readonly body: Buffer;
}

/** The end of the work in a lane. */
export interface EndpointQueueRelease {
  readonly queue: LeasedEndpointQueue;
  /** More is due at once; inactive: nothing will be sent; otherwise when the next delivery is due. */
  readonly next: 'more' | 'inactive' | 'next_due';
  readonly failing: boolean;
}

const endpointQueues = { name: 'webhook_lane', keys: ['merchant_id', 'endpoint_id', 'lane'] };
/** Only where the lease is still that of what is given. */
export const sameQueue = Prisma.raw(
  'l.merchant_id = g.merchant_id AND l.endpoint_id = g.endpoint_id AND l.lane = g.lane AND l.lease_token = g.token',
);

export interface EndpointQueueFilter {
  /** Whether to take lanes whose last attempt failed, or the others. */
  readonly failing: boolean;
  /** Deliveries of one lane at most. */
  readonly perQueue: number;
}

interface ClaimedQueue extends Omit<LeasedEndpointQueue, 'secrets' | 'deliveries'> {
  readonly secret: Uint8Array;
  readonly previousSecret: Uint8Array | null;
}

/**
 * Takes lanes in which something is due, longest waiting first, with what is due in them.
 */
export async function claimEndpointQueues(
  db: SqlConnection,
  box: SecretBox,
  lease: Lease,
  { failing, perQueue }: EndpointQueueFilter,
): Promise<LeasedEndpointQueue[]> {
  const claimed = await claimRows<ClaimedQueue>(db, endpointQueues, lease, {
    ready: Prisma.sql`due_at <= now() AND failing = ${failing}`,
    order: Prisma.sql`due_at`,
    join: Prisma.sql`
      JOIN webhook_endpoint p 
        ON p.merchant_id = due.due_merchant_id AND p.id = due.due_endpoint_id`,
    returning: Prisma.sql`
      t.merchant_id AS "merchantId", p.mode, t.endpoint_id AS "endpointId", t.lane AS "number",
      t.lease_token AS "leaseToken", t.wakes AS "notificationCount", p.url, p.status, p.failing_since AS "failingSince",
      p.signing_secret_sealed AS secret,
      CASE WHEN p.previous_signing_secret_expires_at > now()
        THEN p.previous_signing_secret_sealed END AS "previousSecret"`,
  });
  if (claimed.length === 0) return [];
  const due = await readDueDeliveries(
    db,
    claimed.map((queue) => ({ queue, after: null })),
    perQueue,
  );
  return claimed.map(({ secret, previousSecret, ...queue }, at) => {
    const sealed = previousSecret ? [secret, previousSecret] : [secret];
    return {
      ...queue,
      secrets: sealed.map((one) => box.open(one, secretRow(queue.endpointId))),
      deliveries: due[at] ?? [],
    };
  });
}

/** A lane that is held, and where in it to read on. */
export interface EndpointQueuePosition {
  readonly queue: Pick<LeasedEndpointQueue, 'merchantId' | 'endpointId' | 'number' | 'status'>;
  /** The last delivery that was read; null to begin. */
  readonly after: DueDelivery | null;
}

type DueRow = Omit<DueDelivery, 'body'> & { readonly at: number };

/**
 * What is due in lanes of active endpoints, in the order it goes out.
 * @returns for each lane, at most `perQueue`
 */
export async function readDueDeliveries(
  db: SqlConnection,
  positions: readonly EndpointQueuePosition[],
  perQueue: number,
): Promise<DueDelivery[][]> {
  const due = positions.map((): DueDelivery[] => []);
  const rows = await db.$queryRaw<DueRow[]>`
    SELECT g.at::int - 1 AS at, d.event_id AS "eventId", d.due_at AS "dueAt", d.sequence,
      d.attempts, d.attempts_before AS "attemptsBefore"
    FROM unnest(${positions.map(({ queue }) => queue.merchantId)}::text[],
                ${positions.map(({ queue }) => queue.endpointId)}::text[],
                ${positions.map(({ queue }) => queue.number)}::int[],
                ${positions.map(({ queue }) => queue.status === 'active')}::boolean[],
                ${positions.map(({ after }) => after?.dueAt.toISOString() ?? '-infinity')}::timestamptz[],
                ${positions.map(({ after }) => after?.sequence ?? 0)}::int[],
                ${positions.map(({ after }) => after?.eventId ?? '')}::text[])
      WITH ORDINALITY AS g (merchant_id, endpoint_id, lane, active, due_at, sequence, event_id, at)
    CROSS JOIN LATERAL (
      SELECT * FROM webhook_delivery w
      WHERE w.merchant_id = g.merchant_id AND w.endpoint_id = g.endpoint_id AND w.lane = g.lane
        AND w.status = 'waiting' AND w.due_at <= now()
        AND (w.due_at, w.sequence, w.event_id) > (g.due_at, g.sequence, g.event_id)
      ORDER BY w.due_at, w.sequence, w.event_id LIMIT ${perQueue}
    ) d
    WHERE g.active
    ORDER BY d.due_at, d.sequence, d.event_id`;
  const bodies = await readBodies(db, positions, rows);
  for (const { at, ...row } of rows) {
    const body = bodies.get(row.eventId);
    if (body) due[at]?.push({ ...row, body });
  }
  return due;
}

/** Envelopes, each once however many endpoints it goes to. */
async function readBodies(
  db: SqlConnection,
  positions: readonly EndpointQueuePosition[],
  rows: readonly DueRow[],
): Promise<Map<EventId, Buffer>> {
  const merchants = new Map(
    rows.map(({ eventId, at }) => [eventId, positions[at]?.queue.merchantId ?? '']),
  );
  if (merchants.size === 0) return new Map();
  const found = await db.$queryRaw<{ id: EventId; text: string }[]>`
    SELECT o.id, o.payload AS text
    FROM unnest(${[...merchants.values()]}::text[],
                ${[...merchants.keys()]}::text[]) AS g (merchant_id, id)
    JOIN outbox_event o ON o.merchant_id = g.merchant_id AND o.id = g.id`;
  return new Map(found.map(({ id, text }) => [id, Buffer.from(text)]));
}

/** Gives lanes back, due when their next delivery is. */
export async function releaseEndpointQueues(
  db: SqlConnection,
  releases: readonly EndpointQueueRelease[],
): Promise<void> {
  const rows = releases
    .map(({ queue, next, failing }) => ({
      merchant_id: queue.merchantId,
      endpoint_id: queue.endpointId,
      lane: queue.number,
      token: queue.leaseToken,
      wakes: queue.notificationCount,
      next,
      failing,
    }))
    .sort((a, b) => (rowKey(a) < rowKey(b) ? -1 : 1));
  await db.$executeRaw`
    UPDATE webhook_lane l
    SET lease_token = NULL, leased_until = NULL, failing = g.failing,
        due_at = CASE
          WHEN g.next = 'more' OR l.wakes <> g.wakes THEN now()
          WHEN g.next = 'next_due' THEN (
            SELECT CASE WHEN min(d.due_at) < now() THEN now() ELSE min(d.due_at) END
            FROM webhook_delivery d
            WHERE d.merchant_id = l.merchant_id AND d.endpoint_id = l.endpoint_id
              AND d.lane = l.lane AND d.status = 'waiting')
        END
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS g (
      merchant_id text, endpoint_id text, lane int, token text, wakes int, next text,
      failing boolean)
    WHERE ${sameQueue}`;
}

const rowKey = (row: { merchant_id: string; endpoint_id: string; lane: number }): string =>
  `${row.merchant_id} ${row.endpoint_id} ${row.lane}`;
