import type { EventId, MerchantId, Mode, WebhookEndpointId } from '@parley/domain';
import { Prisma } from './generated/client.ts';
import { claimRows, type Lease } from './leases.ts';
import type { SqlConnection } from './plain-sql.ts';
import type { SecretBox } from './sealed.ts';
import { type EndpointStatus, secretRow } from './webhook-endpoints.ts';

/** A way to an endpoint that one worker holds until its lease ends. */
export interface LeasedLane {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly endpointId: WebhookEndpointId;
  readonly lane: number;
  readonly leaseToken: string;
  readonly wakes: number;
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
  /** Attempts made, in all and before it was last put at the beginning of the schedule. */
  readonly attempts: number;
  readonly attemptsBefore: number;
  /** The envelope as it goes out; the same bytes for every endpoint. */
  readonly body: Buffer;
}

/** The end of the work in a lane. */
export interface LaneEnd {
  readonly lane: LeasedLane;
  /** More is due at once; inactive: nothing will be sent; otherwise when the next delivery is due. */
  readonly next: 'more' | 'inactive' | 'look';
  readonly failing: boolean;
}

const lanes = { name: 'webhook_lane', keys: ['merchant_id', 'endpoint_id', 'lane'] };
/** Only where the lease is still that of what is given. */
export const sameLane = Prisma.raw(
  'l.merchant_id = g.merchant_id AND l.endpoint_id = g.endpoint_id AND l.lane = g.lane AND l.lease_token = g.token',
);

export interface LaneChoice {
  /** Whether to take lanes whose last attempt failed, or the others. */
  readonly failing: boolean;
  /** Deliveries of one lane at most. */
  readonly perLane: number;
}

interface ClaimedLane extends Omit<LeasedLane, 'secrets' | 'deliveries'> {
  readonly secret: Uint8Array;
  readonly previousSecret: Uint8Array | null;
}

/**
 * Takes lanes in which something is due, longest waiting first, with what is due in them.
 */
export async function claimLanes(
  db: SqlConnection,
  box: SecretBox,
  lease: Lease,
  { failing, perLane }: LaneChoice,
): Promise<LeasedLane[]> {
  const claimed = await claimRows<ClaimedLane>(db, lanes, lease, {
    ready: Prisma.sql`due_at <= now() AND failing = ${failing}`,
    order: Prisma.sql`due_at`,
    join: Prisma.sql`
      JOIN webhook_endpoint p 
        ON p.merchant_id = due.due_merchant_id AND p.id = due.due_endpoint_id`,
    returning: Prisma.sql`
      t.merchant_id AS "merchantId", p.mode, t.endpoint_id AS "endpointId", t.lane,
      t.lease_token AS "leaseToken", t.wakes, p.url, p.status, p.failing_since AS "failingSince",
      p.signing_secret_sealed AS secret,
      CASE WHEN p.previous_signing_secret_expires_at > now()
        THEN p.previous_signing_secret_sealed END AS "previousSecret"`,
  });
  if (claimed.length === 0) return [];
  const due = await dueDeliveries(db, claimed, perLane);
  return claimed.map(({ secret, previousSecret, ...lane }) => {
    const sealed = previousSecret ? [secret, previousSecret] : [secret];
    return {
      ...lane,
      secrets: sealed.map((one) => box.open(one, secretRow(lane.endpointId))),
      deliveries: due.get(laneName(lane)) ?? [],
    };
  });
}

const laneName = (lane: { merchantId: string; endpointId: string; lane: number }): string =>
  `${lane.merchantId} ${lane.endpointId} ${lane.lane}`;

type DueRow = Omit<DueDelivery, 'body'> & Pick<LeasedLane, 'merchantId' | 'endpointId' | 'lane'>;

/** What is due in the lanes of active endpoints. */
async function dueDeliveries(
  db: SqlConnection,
  claimed: readonly ClaimedLane[],
  perLane: number,
): Promise<Map<string, DueDelivery[]>> {
  const active = claimed.filter((lane) => lane.status === 'active');
  const rows = await db.$queryRaw<DueRow[]>`
    SELECT d.merchant_id AS "merchantId", d.endpoint_id AS "endpointId", d.lane,
      d.event_id AS "eventId", d.attempts, d.attempts_before AS "attemptsBefore"
    FROM unnest(${active.map((lane) => lane.merchantId)}::text[],
                ${active.map((lane) => lane.endpointId)}::text[],
                ${active.map((lane) => lane.lane)}::int[]) AS g (merchant_id, endpoint_id, lane)
    CROSS JOIN LATERAL (
      SELECT * FROM webhook_delivery w
      WHERE w.merchant_id = g.merchant_id AND w.endpoint_id = g.endpoint_id AND w.lane = g.lane
        AND w.status = 'waiting' AND w.due_at <= now()
      ORDER BY w.due_at, w.sequence LIMIT ${perLane}
    ) d
    ORDER BY d.due_at, d.sequence`;
  const bodies = await readBodies(db, rows);
  const due = new Map<string, DueDelivery[]>();
  for (const row of rows) {
    const body = bodies.get(row.eventId);
    if (body === undefined) continue;
    const name = laneName(row);
    const lane = due.get(name);
    if (lane) lane.push({ ...row, body });
    else due.set(name, [{ ...row, body }]);
  }
  return due;
}

/** Envelopes, each once however many endpoints it goes to. */
async function readBodies(
  db: SqlConnection,
  rows: readonly DueRow[],
): Promise<Map<EventId, Buffer>> {
  const merchants = new Map(rows.map((row) => [row.eventId, row.merchantId]));
  const found = await db.$queryRaw<{ id: EventId; text: string }[]>`
    SELECT o.id, o.payload::text AS text
    FROM unnest(${[...merchants.values()]}::text[],
                ${[...merchants.keys()]}::text[]) AS g (merchant_id, id)
    JOIN outbox_event o ON o.merchant_id = g.merchant_id AND o.id = g.id`;
  return new Map(found.map(({ id, text }) => [id, Buffer.from(text)]));
}

/** Gives lanes back, due when their next delivery is. */
export async function releaseLanes(db: SqlConnection, ends: readonly LaneEnd[]): Promise<void> {
  const given = ends
    .map(({ lane, next, failing }) => ({
      merchant_id: lane.merchantId,
      endpoint_id: lane.endpointId,
      lane: lane.lane,
      token: lane.leaseToken,
      wakes: lane.wakes,
      next,
      failing,
    }))
    .sort((a, b) => (laneOrder(a) < laneOrder(b) ? -1 : 1));
  await db.$executeRaw`
    UPDATE webhook_lane l
    SET lease_token = NULL, leased_until = NULL, failing = g.failing,
        due_at = CASE
          WHEN g.next = 'more' OR l.wakes <> g.wakes THEN now()
          WHEN g.next = 'look' THEN (
            SELECT CASE WHEN min(d.due_at) < now() THEN now() ELSE min(d.due_at) END
            FROM webhook_delivery d
            WHERE d.merchant_id = l.merchant_id AND d.endpoint_id = l.endpoint_id
              AND d.lane = l.lane AND d.status = 'waiting')
        END
    FROM json_to_recordset(${JSON.stringify(given)}::json) AS g (
      merchant_id text, endpoint_id text, lane int, token text, wakes int, next text,
      failing boolean)
    WHERE ${sameLane}`;
}

const laneOrder = (row: { merchant_id: string; endpoint_id: string; lane: number }): string =>
  `${row.merchant_id} ${row.endpoint_id} ${row.lane}`;
