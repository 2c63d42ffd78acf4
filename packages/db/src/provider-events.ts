import type { PspConfigId } from '@parley/domain';
import type { Connection } from './client.ts';
import { Prisma } from './generated/client.ts';
import { asJson } from './json.ts';
import { claimRows, type Lease } from './leases.ts';
import type { JsonObject, Scope } from './records.ts';

/** Where a provider event stands. */
type ProviderEventStatus = 'waiting' | 'applied' | 'ignored' | 'parked' | 'failed';

export interface ProviderEventRecord extends Scope {
  readonly pspConfigId: PspConfigId;
  readonly eventId: string;
  readonly type: string;
  /** The provider object it is about. */
  readonly objectId: string;
  readonly payload: JsonObject;
  readonly occurredAt: Date;
}

/** A provider event that a worker holds until its lease ends. */
export interface LeasedProviderEvent extends ProviderEventRecord {
  readonly leaseToken: string;
  /** Counting this one. */
  readonly attempts: number;
}

/** Keeps an event once; false when it was there already. */
export async function insertProviderEvent(
  db: Connection,
  event: ProviderEventRecord,
): Promise<boolean> {
  const { count } = await db.providerEvent.createMany({
    data: [{ ...event, payload: asJson(event.payload), status: 'waiting', dueAt: new Date(0) }],
    skipDuplicates: true,
  });
  return count === 1;
}

/** Keeps the events that are not kept yet; how many those were. */
export async function insertMissedEvents(
  db: Connection,
  events: readonly ProviderEventRecord[],
): Promise<number> {
  if (events.length === 0) return 0;
  const { count } = await db.providerEvent.createMany({
    data: events.map((event) => ({
      ...event,
      payload: asJson(event.payload),
      status: 'waiting',
      dueAt: new Date(0),
    })),
    skipDuplicates: true,
  });
  return count;
}

/**
 * Puts parked events back into the queue, six times at most, each time after a longer wait: what they are about
 * may have been attached, or be found, since.
 * @returns how many there were
 */
export async function replayParkedEvents(db: Connection, limit: number): Promise<number> {
  return db.$executeRaw`
    UPDATE provider_event e SET status = 'waiting', due_at = now(), finished_at = NULL
    FROM (
      SELECT merchant_id, psp_config_id, event_id FROM provider_event
      WHERE status = 'parked' AND attempts <= 6 AND due_at <= now()
      ORDER BY due_at LIMIT ${limit}
    ) due
    WHERE e.merchant_id = due.merchant_id AND e.psp_config_id = due.psp_config_id
      AND e.event_id = due.event_id AND e.status = 'parked'`;
}

/** Leases the events that are due. */
export async function claimProviderEvents(
  db: Connection,
  lease: Lease,
): Promise<LeasedProviderEvent[]> {
  return claimRows<LeasedProviderEvent>(
    db,
    { name: 'provider_event', keys: ['merchant_id', 'psp_config_id', 'event_id'] },
    lease,
    {
      ready: Prisma.sql`status = 'waiting' AND due_at <= now()`,
      order: Prisma.sql`due_at, occurred_at`,
      set: Prisma.sql`attempts = t.attempts + 1`,
      returning: Prisma.sql`
        t.merchant_id AS "merchantId", t.mode, t.psp_config_id AS "pspConfigId",
        t.event_id AS "eventId", t.type, t.object_id AS "objectId", t.payload,
        t.occurred_at AS "occurredAt", t.lease_token AS "leaseToken", t.attempts`,
    },
  );
}

export interface ProviderEventOutcome {
  readonly status: ProviderEventStatus;
  readonly note: string | null;
  readonly proxySessionId: string | null;
  /** The object whose attachment a parked event waits for, where it is not its own. */
  readonly parkedFor?: string | null;
  /** Seconds until it is due again, where it stays waiting or is parked. */
  readonly retryInSeconds?: number;
}

/** Ends a lease with what came of it; false when the lease is no longer ours. */
export async function finishProviderEvent(
  db: Connection,
  event: LeasedProviderEvent,
  outcome: ProviderEventOutcome,
): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE provider_event
    SET status = ${outcome.status}, note = ${outcome.note},
        parked_for = ${outcome.parkedFor ?? null},
        proxy_session_id = COALESCE(${outcome.proxySessionId}, proxy_session_id),
        due_at = now() + make_interval(secs => ${outcome.retryInSeconds ?? 0}),
        finished_at = CASE WHEN ${outcome.status} = 'waiting' THEN NULL ELSE now() END,
        lease_token = NULL, leased_until = NULL
    WHERE merchant_id = ${event.merchantId} AND psp_config_id = ${event.pspConfigId}
      AND event_id = ${event.eventId} AND lease_token = ${event.leaseToken}`;
  return count === 1;
}

/** What a person may know of an event that could not be applied. */
export interface ProviderEventSummary {
  readonly eventId: string;
  readonly type: string;
  readonly objectId: string;
  readonly status: ProviderEventStatus;
  readonly note: string | null;
  readonly attempts: number;
  readonly proxySessionId: string | null;
  readonly occurredAt: Date;
  readonly receivedAt: Date;
}

/** Events that wait for a person or for their object. */
export interface HeldEventsQuery {
  readonly status: 'failed' | 'parked';
  readonly limit: number;
  readonly after?: { readonly createdAt: Date; readonly id: string } | undefined;
}

/** The events of one merchant that wait for one of its objects, or for a person. */
export function providerEventRepository(db: Connection, scope: Scope) {
  return {
    /** Newest first. */
    async list({ status, limit, after }: HeldEventsQuery): Promise<ProviderEventSummary[]> {
      const rows = await db.providerEvent.findMany({
        where: {
          ...scope,
          status,
          ...(after && {
            receivedAt: { lte: after.createdAt },
            OR: [
              { receivedAt: { lt: after.createdAt } },
              { receivedAt: after.createdAt, eventId: { lt: after.id } },
            ],
          }),
        },
        orderBy: [{ receivedAt: 'desc' }, { eventId: 'desc' }],
        take: limit,
        omit: { payload: true },
      });
      return rows as unknown as ProviderEventSummary[];
    },

    /** How many events have a status, counted no further than `limit`. */
    async countUpTo(status: HeldEventsQuery['status'], limit: number): Promise<number> {
      const rows = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM provider_event
        WHERE merchant_id = ${scope.merchantId} AND mode = ${scope.mode} AND status = ${status}
        LIMIT ${limit}`;
      return rows.length;
    },

    /** Puts an event that waits for a person, or for its object, back into the queue. */
    async retry(eventId: string): Promise<boolean> {
      const { count } = await db.providerEvent.updateMany({
        where: { ...scope, eventId, status: { in: ['failed', 'parked'] } },
        data: { status: 'waiting', attempts: 0, dueAt: new Date(0), finishedAt: null },
      });
      return count > 0;
    },

    /**
     * Puts what was parked for want of this object back into the queue; how many there were. A
     * worker that holds one just now has looked before the object was attached, and would park it
     * for good: its lease ends here.
     */
    async unpark(objectId: string): Promise<number> {
      const { count } = await db.providerEvent.updateMany({
        where: {
          ...scope,
          status: { in: ['parked', 'waiting'] },
          OR: [{ objectId }, { parkedFor: objectId }],
        },
        data: {
          status: 'waiting',
          dueAt: new Date(0),
          finishedAt: null,
          leaseToken: null,
          leasedUntil: null,
        },
      });
      return count;
    },
  };
}
