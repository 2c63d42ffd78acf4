import type { PspConfigId } from '@parley/domain';
import type { Connection } from './client.ts';
import { asJson } from './json.ts';
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

export interface Lease {
  /** Random; only who knows it may finish the work. */
  readonly token: string;
  readonly seconds: number;
  readonly limit: number;
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

/**
 * Leases the events that are due. Candidates are selected without a lock and taken by a guarded
 * update, so any number of workers may ask at once, on a sharded database too.
 */
export async function claimProviderEvents(
  db: Connection,
  lease: Lease,
): Promise<LeasedProviderEvent[]> {
  return db.$queryRaw<LeasedProviderEvent[]>`
    UPDATE provider_event e
    SET lease_token = ${lease.token}, attempts = e.attempts + 1,
        leased_until = now() + make_interval(secs => ${lease.seconds})
    FROM (
      SELECT merchant_id, psp_config_id, event_id FROM provider_event
      WHERE status = 'waiting' AND due_at <= now()
        AND (leased_until IS NULL OR leased_until <= now())
      ORDER BY due_at, occurred_at LIMIT ${lease.limit}
    ) due
    WHERE e.merchant_id = due.merchant_id AND e.psp_config_id = due.psp_config_id
      AND e.event_id = due.event_id AND e.status = 'waiting'
      AND (e.leased_until IS NULL OR e.leased_until <= now())
    RETURNING e.merchant_id AS "merchantId", e.mode, e.psp_config_id AS "pspConfigId",
      e.event_id AS "eventId", e.type, e.object_id AS "objectId", e.payload,
      e.occurred_at AS "occurredAt", e.lease_token AS "leaseToken", e.attempts`;
}

export interface ProviderEventOutcome {
  readonly status: ProviderEventStatus;
  readonly note: string | null;
  readonly proxySessionId: string | null;
  /** The object whose attachment a parked event waits for, where it is not its own. */
  readonly parkedFor?: string | null;
  /** Seconds until it is due again, where it stays waiting. */
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

/** The events of one merchant that wait for one of its objects. */
export function providerEventRepository(db: Connection, scope: Scope) {
  return {
    /**
     * Puts what was parked for want of this object back into the queue; how many there were. A
     * worker that holds one just now has looked before the object was attached, and would park it
     * for good: its lease ends here.
     */
    async unpark(objectId: string): Promise<number> {
      const { count } = await db.providerEvent.updateMany({
        where: { ...scope, objectId, status: { in: ['parked', 'waiting'] } },
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
