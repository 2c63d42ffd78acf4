import type { EventId, MerchantId, Mode, WebhookEndpointId } from '@parley/domain';
import type { Client, Connection } from './client.ts';
import { isRetryable } from './errors.ts';
import { Prisma } from './generated/client.ts';
import { claimRows, type Lease } from './leases.ts';
import type { SecretBox } from './sealed.ts';
import { laneOf } from './webhook-deliveries.ts';
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
  /** The envelope as it goes out, byte for byte. */
  readonly body: string;
}

/** What came of one attempt. */
export interface AttemptOutcome {
  readonly lane: LeasedLane;
  readonly delivery: DueDelivery;
  /** When it was sent, by performance.now(). */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly failure: string | null;
  readonly responseBody: string;
  readonly status: 'waiting' | 'succeeded' | 'failed';
  /** Until the next attempt, where it stays waiting. */
  readonly retryInSeconds: number;
}

/** The end of the work in a lane. */
export interface LaneEnd {
  readonly lane: LeasedLane;
  /** More is due at once; inactive: nothing will be sent; otherwise when the next delivery is due. */
  readonly next: 'more' | 'inactive' | 'look';
  readonly failing: boolean;
}

/** The queue as the workers see it. Each call is one statement or one transaction. */
export type WebhookQueue = ReturnType<typeof openWebhookQueue>;

/** Times a call is made at most, when PostgreSQL asks for another try. */
const MAX_TRIES = 4;

export function openWebhookQueue(
  client: Client,
  box: SecretBox,
  translated: <T>(work: () => Promise<T>) => Promise<T>,
) {
  const run = <T>(work: () => Promise<T>): Promise<T> =>
    translated(async () => {
      for (let tries = 1; ; tries++) {
        try {
          return await work();
        } catch (error) {
          if (!isRetryable(error) || tries === MAX_TRIES) throw error;
        }
      }
    });
  return {
    fanOut: (limit: number) => run(() => fanOutEvents(client, limit)),
    claimLanes: (lease: Lease, which: LaneChoice) =>
      run(() => claimLanes(client, box, lease, which)),
    recordAttempts: (outcomes: readonly AttemptOutcome[]) =>
      run(() => recordAttempts(client, outcomes)),
    releaseLanes: (ends: readonly LaneEnd[]) => run(() => releaseLanes(client, ends)),
    recordRecovery: (endpoints: readonly EndpointName[]) =>
      run(() => recordRecovery(client, endpoints)),
    recordFailing: (endpoints: readonly EndpointName[]) =>
      run(() => recordFailing(client, endpoints)),
  };
}

const lanes = { name: 'webhook_lane', keys: ['merchant_id', 'endpoint_id', 'lane'] };
const laneKeys = Prisma.raw('merchant_id text, endpoint_id text, lane int, token text');
const sameLane = Prisma.raw(
  'l.merchant_id = g.merchant_id AND l.endpoint_id = g.endpoint_id AND l.lane = g.lane AND l.lease_token = g.token',
);

/**
 * Turns events that nobody was told of yet into deliveries to the endpoints that want them, and
 * wakes their lanes. An event becomes at most one delivery per endpoint, whoever fans it out.
 * @returns how many events, and how many deliveries became of them
 */
async function fanOutEvents(
  client: Client,
  limit: number,
): Promise<{ events: number; deliveries: number }> {
  return client.$transaction(async (db) => {
    const events = await db.$queryRaw<{ merchantId: string; id: string }[]>`
      UPDATE outbox_event e SET fanned_out_at = now()
      FROM (
        SELECT merchant_id, id FROM outbox_event WHERE fanned_out_at IS NULL
        ORDER BY created_at LIMIT ${limit}
      ) waiting
      WHERE e.merchant_id = waiting.merchant_id AND e.id = waiting.id AND e.fanned_out_at IS NULL
      RETURNING e.merchant_id AS "merchantId", e.id`;
    if (events.length === 0) return { events: 0, deliveries: 0 };
    const put = await db.$queryRaw<{ merchantId: string; endpointId: string; lane: number }[]>`
      INSERT INTO webhook_delivery
        (merchant_id, endpoint_id, event_id, lane, sequence, status, due_at)
      SELECT o.merchant_id, p.id, o.id, ${laneOf}, o.sequence, 'waiting', o.created_at
      FROM unnest(${events.map((event) => event.merchantId)}::text[],
                  ${events.map((event) => event.id)}::text[]) AS g (merchant_id, id)
      JOIN outbox_event o ON o.merchant_id = g.merchant_id AND o.id = g.id
      JOIN webhook_endpoint p ON p.merchant_id = o.merchant_id AND p.mode = o.mode
        AND p.status = 'active' AND (cardinality(p.event_types) = 0 OR o.type = ANY(p.event_types))
      ON CONFLICT DO NOTHING
      RETURNING merchant_id AS "merchantId", endpoint_id AS "endpointId", lane`;
    await wakeLanes(db, put);
    return { events: events.length, deliveries: put.length };
  });
}

async function wakeLanes(
  db: Connection,
  put: readonly { merchantId: string; endpointId: string; lane: number }[],
): Promise<void> {
  // Always in one order, so that two that wake the same lanes do not wait for each other.
  const named = new Map(put.map((row) => [`${row.merchantId} ${row.endpointId} ${row.lane}`, row]));
  const rows = [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  if (rows.length === 0) return;
  await db.$executeRaw`
    UPDATE webhook_lane l SET due_at = LEAST(l.due_at, now()), wakes = l.wakes + 1
    FROM unnest(${rows.map((row) => row.merchantId)}::text[],
                ${rows.map((row) => row.endpointId)}::text[],
                ${rows.map((row) => row.lane)}::int[]) AS g (merchant_id, endpoint_id, lane)
    WHERE l.merchant_id = g.merchant_id AND l.endpoint_id = g.endpoint_id AND l.lane = g.lane`;
}

interface LaneChoice {
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
async function claimLanes(
  db: Connection,
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

/** What is due in the lanes of active endpoints. */
async function dueDeliveries(
  db: Connection,
  claimed: readonly ClaimedLane[],
  perLane: number,
): Promise<Map<string, DueDelivery[]>> {
  const active = claimed.filter((lane) => lane.status === 'active');
  const rows = await db.$queryRaw<
    (DueDelivery & { merchantId: string; endpointId: string; lane: number })[]
  >`
    SELECT d.merchant_id AS "merchantId", d.endpoint_id AS "endpointId", d.lane,
      d.event_id AS "eventId", d.attempts, d.attempts_before AS "attemptsBefore",
      o.payload::text AS body
    FROM unnest(${active.map((lane) => lane.merchantId)}::text[],
                ${active.map((lane) => lane.endpointId)}::text[],
                ${active.map((lane) => lane.lane)}::int[]) AS g (merchant_id, endpoint_id, lane)
    CROSS JOIN LATERAL (
      SELECT * FROM webhook_delivery w
      WHERE w.merchant_id = g.merchant_id AND w.endpoint_id = g.endpoint_id AND w.lane = g.lane
        AND w.status = 'waiting' AND w.due_at <= now()
      ORDER BY w.due_at, w.sequence LIMIT ${perLane}
    ) d
    JOIN outbox_event o ON o.merchant_id = d.merchant_id AND o.id = d.event_id
    ORDER BY d.due_at, d.sequence`;
  return Map.groupBy(rows, laneName);
}

/**
 * Writes what came of attempts, where the lane is still held: the delivery, and the attempt for
 * its history.
 */
async function recordAttempts(db: Connection, outcomes: readonly AttemptOutcome[]): Promise<void> {
  const given = outcomes.map(({ lane, delivery, ...outcome }) => ({
    merchant_id: lane.merchantId,
    endpoint_id: lane.endpointId,
    lane: lane.lane,
    token: lane.leaseToken,
    event_id: delivery.eventId,
    before: delivery.attempts,
    status: outcome.status,
    retry_in: outcome.retryInSeconds,
    http_status: outcome.httpStatus,
    failure: outcome.failure,
    age: Math.max(0, (performance.now() - outcome.startedAt) / 1000),
    duration_ms: Math.round(outcome.durationMs),
    body: outcome.responseBody,
  }));
  await db.$executeRaw`
    WITH g AS (
      SELECT g.* FROM json_to_recordset(${JSON.stringify(given)}::json) AS g (
        ${laneKeys}, event_id text, before int, status text, retry_in float8, http_status int,
        failure text, age float8, duration_ms int, body text)
      JOIN webhook_lane l ON ${sameLane}
    ), done AS (
      UPDATE webhook_delivery d
      SET status = g.status, attempts = d.attempts + 1, http_status = g.http_status,
          failure = g.failure, due_at = now() + make_interval(secs => g.retry_in),
          finished_at = CASE WHEN g.status = 'waiting' THEN NULL ELSE now() END
      FROM g
      WHERE d.merchant_id = g.merchant_id AND d.endpoint_id = g.endpoint_id
        AND d.event_id = g.event_id AND d.status = 'waiting' AND d.attempts = g.before
      RETURNING d.merchant_id, d.endpoint_id, d.event_id, d.attempts
    )
    INSERT INTO delivery_attempt (merchant_id, endpoint_id, event_id, number, at, duration_ms,
      http_status, failure, response_body)
    SELECT g.merchant_id, g.endpoint_id, g.event_id, done.attempts,
      now() - make_interval(secs => g.age), g.duration_ms,
      g.http_status, g.failure, g.body
    FROM done JOIN g ON g.merchant_id = done.merchant_id AND g.endpoint_id = done.endpoint_id
      AND g.event_id = done.event_id
    ON CONFLICT DO NOTHING`;
}

/** Gives lanes back, due when their next delivery is. */
async function releaseLanes(db: Connection, ends: readonly LaneEnd[]): Promise<void> {
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
      ${laneKeys}, wakes int, next text, failing boolean)
    WHERE ${sameLane}`;
}

const laneOrder = (row: { merchant_id: string; endpoint_id: string; lane: number }): string =>
  `${row.merchant_id} ${row.endpoint_id} ${row.lane}`;

interface EndpointName {
  readonly merchantId: MerchantId;
  readonly endpointId: WebhookEndpointId;
}

/** Remembers that endpoints answer again. */
async function recordRecovery(db: Connection, endpoints: readonly EndpointName[]): Promise<void> {
  await db.$executeRaw`
    UPDATE webhook_endpoint p SET failing_since = NULL
    FROM unnest(${endpoints.map((one) => one.merchantId)}::text[],
                ${endpoints.map((one) => one.endpointId)}::text[]) AS g (merchant_id, id)
    WHERE p.merchant_id = g.merchant_id AND p.id = g.id AND p.failing_since IS NOT NULL`;
}

/** Remembers since when endpoints fail. */
async function recordFailing(db: Connection, endpoints: readonly EndpointName[]): Promise<void> {
  await db.$executeRaw`
    UPDATE webhook_endpoint p SET failing_since = now()
    FROM unnest(${endpoints.map((one) => one.merchantId)}::text[],
                ${endpoints.map((one) => one.endpointId)}::text[]) AS g (merchant_id, id)
    WHERE p.merchant_id = g.merchant_id AND p.id = g.id AND p.failing_since IS NULL`;
}
