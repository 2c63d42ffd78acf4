import type { ProviderConfigId } from '@parley/domain';
import type { ProviderEventKey } from '../commit/session-commit.ts';
import type { DueMerchant } from '../queues/due-merchants.ts';
import {
  type ClaimSource,
  claimRows,
  type Holding,
  holdingNothing,
  type Lease,
} from '../queues/leases.ts';
import type { Connection } from '../sql/client.ts';
import { type ListPage, listRows } from '../sql/list-rows.ts';
import type { JsonObject, Scope } from '../sql/records.ts';
import { sql } from '../sql/sql.ts';

type ProviderEventStatus = 'waiting' | 'applied' | 'ignored' | 'parked' | 'failed';

export interface ProviderEventRecord extends Scope {
  readonly providerConfigId: ProviderConfigId;
  readonly eventId: string;
  readonly type: string;
  /** The provider object the event refers to. */
  readonly objectId: string;
  readonly payload: JsonObject;
  readonly occurredAt: Date;
}

/** A provider event leased to a worker. */
export interface LeasedProviderEvent extends ProviderEventRecord, ProviderEventCounts {
  readonly leaseToken: string;
  /** Number of attempts to apply the event, including the current one. */
  readonly attempts: number;
  /** Seconds since it was received, by the database clock. */
  readonly ageSeconds: number;
  /** The object whose attachment it waits for; null before the owners of its object were read. */
  readonly parkedFor: string | null;
  /** The session that it was matched with before. */
  readonly proxySessionId: string | null;
  /** The trace of the request that delivered it; null without tracing. */
  readonly traceparent: string | null;
}

/** What an event has been through; each count has its own schedule and limit. */
interface ProviderEventCounts {
  /** Failures of the provider or the database in a row. */
  readonly transientFailures: number;
  /** Failures of the service itself, and leases that ended without an outcome. */
  readonly internalFailures: number;
  /** Number of times the event was parked. */
  readonly parks: number;
}

/** Maximum number of events of one merchant per claim. */
const EVENTS_PER_MERCHANT = 8;

export interface ProviderEventOutcome {
  readonly status: ProviderEventStatus;
  readonly note: string | null;
  readonly proxySessionId: string | null;
  /**
   * The object whose attachment a parked event waits for; null before the owners of its object were read. It is not
   * stored with another status: attaching an object reads no finished event.
   */
  readonly parkedFor?: string | null;
  /** Seconds until a waiting or parked event is due again. */
  readonly retryInSeconds?: number;
  /** The counts that the outcome changes. */
  readonly counts?: Partial<ProviderEventCounts>;
}

/** The provider events of all merchants, as workers apply them. */
export function providerEventQueue(source: ClaimSource) {
  return {
    /**
     * Claims waiting and parked events that are due, and of each merchant at most `EVENTS_PER_MERCHANT`. The
     * merchant with the fewest events in progress is first. Those of a merchant and mode are claimed in the
     * order in which they became due and were received, and live ones before test ones: while both wait,
     * about one in five is a test event.
     * @param holding the events that the worker applies. By default none, and one merchant may get all
     */
    claim: (
      lease: Lease,
      merchants: readonly DueMerchant[],
      holding: Holding = holdingNothing(lease.limit),
    ) =>
      claimRows<LeasedProviderEvent>(source, 'provider_events', lease, merchants, {
        holding,
        perMerchant: EVENTS_PER_MERCHANT,
        // A token that is still set is that of a lease that ended without an outcome.
        set: sql`attempts = t.attempts + 1,
          internal_failures = t.internal_failures + CASE WHEN t.lease_token IS NULL THEN 0 ELSE 1 END`,
        returning: sql`
          t.merchant_id AS "merchantId", t.mode, t.psp_config_id AS "providerConfigId",
          t.event_id AS "eventId", t.type, t.object_id AS "objectId", t.payload,
          t.occurred_at AS "occurredAt", t.lease_token AS "leaseToken", t.attempts,
          t.transient_failures AS "transientFailures", t.internal_failures AS "internalFailures",
          t.parks, t.parked_for AS "parkedFor", t.proxy_session_id AS "proxySessionId", t.traceparent,
          EXTRACT(epoch FROM due.due_now - t.received_at)::float8 AS "ageSeconds"`,
      }),

    /** Records the outcome and ends the lease; false when the lease has passed to another worker. */
    async finish(event: LeasedProviderEvent, outcome: ProviderEventOutcome): Promise<boolean> {
      const counts = { ...event, ...outcome.counts };
      const count = await source.db.$executeRaw`
        UPDATE provider_event
        SET status = ${outcome.status}, note = ${outcome.note},
            parked_for = ${outcome.status === 'parked' ? (outcome.parkedFor ?? null) : null},
            proxy_session_id = COALESCE(${outcome.proxySessionId}, proxy_session_id),
            due_at = now() + make_interval(secs => ${outcome.retryInSeconds ?? 0}),
            finished_at = ${outcome.status === 'waiting' ? sql`NULL` : sql`now()`},
            transient_failures = ${counts.transientFailures},
            internal_failures = ${counts.internalFailures}, parks = ${counts.parks},
            lease_token = NULL, leased_until = NULL
        WHERE merchant_id = ${event.merchantId} AND psp_config_id = ${event.providerConfigId}
          AND event_id = ${event.eventId} AND lease_token = ${event.leaseToken}`;
      return count === 1;
    },
  };
}

/** An event without its payload. */
export interface ProviderEventSummary {
  readonly providerConfigId: ProviderConfigId;
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

const summary = sql`
  psp_config_id AS "providerConfigId", event_id AS "eventId", type, object_id AS "objectId", status, note,
  attempts, proxy_session_id AS "proxySessionId", occurred_at AS "occurredAt", received_at AS "receivedAt"`;

/** Filters and position of a list of failed or parked events. */
export interface HeldEventsQuery extends ListPage {
  readonly status: 'failed' | 'parked';
  /** Each account of the provider has ids of its own. */
  readonly eventId?: string | undefined;
}

/** Due now, before every retry. Without a lease, so that a worker that holds the event cannot finish it. */
const requeued = {
  status: 'waiting',
  dueAt: new Date(0),
  finishedAt: null,
  leaseToken: null,
  leasedUntil: null,
} as const;

/** The provider events of one merchant in one mode. */
export function providerEventRepository(db: Connection, scope: Scope) {
  return {
    /** The newest events of a session, newest first. */
    async listBySession(proxySessionId: string, limit: number): Promise<ProviderEventSummary[]> {
      const rows = await db.providerEvent.findMany({
        where: { ...scope, proxySessionId },
        orderBy: [{ receivedAt: 'desc' }, { eventId: 'desc' }],
        take: limit,
        omit: { payload: true },
      });
      return rows as unknown as ProviderEventSummary[];
    },

    async findPayload(providerConfigId: string, eventId: string): Promise<JsonObject | null> {
      const row = await db.providerEvent.findFirst({
        where: { ...scope, providerConfigId, eventId },
        select: { payload: true },
      });
      return (row?.payload ?? null) as JsonObject | null;
    },

    /** Failed or parked events, newest first. */
    async list({ status, eventId, ...page }: HeldEventsQuery) {
      const index = [
        sql`merchant_id = ${scope.merchantId} AND mode = ${scope.mode} AND status = ${status}`,
        eventId === undefined ? undefined : sql`event_id = ${eventId}`,
      ];
      const key = ['received_at', 'event_id'] as const;
      const list = { table: sql`provider_event`, columns: summary, key, index };
      return (await listRows<ProviderEventSummary>(db, list, page)).rows;
    },

    /**
     * Parks a waiting or failed event, so that it is not applied before its next try or the attachment of
     * its object. Without a lease, so that a worker that holds the event cannot finish it.
     * @returns false when there is none with this id
     */
    async park(eventId: string, note: string, days: number): Promise<boolean> {
      const count = await db.$executeRaw`
        UPDATE provider_event
        SET status = 'parked', note = ${note}, finished_at = now(), lease_token = NULL,
            leased_until = NULL, due_at = now() + make_interval(days => ${days})
        WHERE merchant_id = ${scope.merchantId} AND mode = ${scope.mode} AND event_id = ${eventId}
          AND status IN ('waiting', 'failed')`;
      return count > 0;
    },

    /**
     * Whether the refund or dispute of an event is recorded, or the event no longer stored. An account may send it to
     * several configs, such as those of its previous and its present key.
     */
    async isRecorded({ providerConfigId, eventId }: ProviderEventKey): Promise<boolean> {
      const { merchantId } = scope;
      const [stored] = await db.$queryRaw<{ isRecorded: boolean }[]>`
        SELECT COALESCE(bool_or(recorded_at IS NOT NULL), false)
          OR count(*) FILTER (WHERE psp_config_id = ${providerConfigId}) = 0 AS "isRecorded"
        FROM provider_event
        WHERE merchant_id = ${merchantId} AND event_id = ${eventId}
          AND psp_config_id = ANY (
            ARRAY(SELECT id FROM psp_config WHERE merchant_id = ${merchantId}) || ${providerConfigId}::text)`;
      return stored?.isRecorded ?? true;
    },

    /**
     * Requeues a failed or parked event at the beginning of its schedules.
     * @returns false when there is none with this id
     */
    async retry(eventId: string): Promise<boolean> {
      const { count } = await db.providerEvent.updateMany({
        where: { ...scope, eventId, status: { in: ['failed', 'parked'] } },
        data: {
          ...requeued,
          attempts: 0,
          transientFailures: 0,
          internalFailures: 0,
          parks: 0,
          parkedFor: null,
        },
      });
      return count > 0;
    },
  };
}
