import type { ProviderConfigId } from '@parley/domain';
import { readQueueDepths } from '../queues/queue-depths.ts';
import { listWaitingMerchants } from '../queues/waiting-merchants.ts';
import { attemptCopy } from '../sql/attempt-copy.ts';
import type { Connection } from '../sql/client.ts';
import { toColumnName } from '../sql/columns.ts';
import { compareNodeClocks } from '../sql/node-clocks.ts';
import type { Scope } from '../sql/records.ts';
import type { Shards } from '../sql/shards.ts';
import { sql } from '../sql/sql.ts';
import { listStuckPayments, type StuckPaymentKind } from './stuck-payments.ts';

export interface ServerInfo {
  /** Such as 18.1. */
  readonly version: string;
  readonly citusVersion: string | null;
  /** Whether it accepts no writes, until it is promoted. */
  readonly isStandby: boolean;
  /** Size of the database on the server that DATABASE_URL names, in bytes; on Citus, the coordinator. */
  readonly databaseBytes: number;
  /** Where the server stores its files; null without the right to read it. */
  readonly dataDirectory: string | null;
  /** The server's clock. */
  readonly now: Date;
}

/** The archiving of WAL by the server that DATABASE_URL names; on Citus, the coordinator. */
export interface WalArchive {
  readonly isOn: boolean;
  /** Null before the first one. */
  readonly lastArchivedAt: Date | null;
  /** The segment that could not be archived since; null if the last one was. */
  readonly failingSegment: string | null;
}

export interface UserInfo {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly hasSecondFactor: boolean;
  readonly passkeys: number;
  readonly createdAt: Date;
  /** Since when the account is disabled; null if it is not. */
  readonly disabledAt: Date | null;
  /** Oldest first. */
  readonly memberships: readonly { readonly merchantId: string; readonly role: string }[];
}

interface HeldProviderEvent extends Scope {
  readonly eventId: string;
  readonly type: string;
  readonly status: 'failed' | 'parked';
  readonly note: string | null;
  readonly receivedAt: Date;
}

/** Up to where the event list of a provider account is read to find missed events. */
interface ProviderCursorInfo extends Scope {
  readonly providerConfigId: string;
  /** All events up to here are stored. */
  readonly readUntil: Date;
  /** Start of a period whose events may be lost; null without one. */
  readonly gapFrom: Date | null;
  /** Failures since the last successful read. */
  readonly failures: number;
}

interface LastOperatorAction {
  readonly action: string;
  readonly operator: string;
  readonly createdAt: Date;
}

interface OperatorAuditEntry {
  readonly merchantId: string;
  readonly action: string;
  readonly objectId: string;
  readonly operator: string;
  readonly createdAt: Date;
}

interface FanOutFailureInfo {
  readonly merchantId: string;
  readonly failures: number;
  readonly retryAt: Date;
}

interface DeliveryBacklog {
  readonly merchantId: string;
  readonly endpointId: string;
  readonly waiting: number;
  /** When the first of them is due. */
  readonly nextDueAt: Date;
}

/** What the rows of sessions repeat of other rows, so that views need not read those. */
export interface SessionComparison {
  readonly compared: number;
  /** Sessions that differ from their current attempt, or whose payment status does not fit their payments. */
  readonly different: readonly { readonly merchantId: string; readonly id: string }[];
}

const SESSIONS_PER_READ = 5_000;

const copies = Object.entries(attemptCopy);
const copyColumns = sql.raw(copies.map(([field]) => `s.${toColumnName(field)}`).join(', '));
const attemptColumns = sql.raw(copies.map(([, field]) => `a.${toColumnName(field)}`).join(', '));

const ofMerchant = (merchantId: string | undefined) =>
  merchantId === undefined ? sql.empty : sql`AND merchant_id = ${merchantId}`;

/** What an operator checks about the database. */
export function diagnostics(db: Connection, shards: Shards) {
  return {
    /** Compares the clocks of the nodes of a Citus cluster; none for another database. */
    compareNodeClocks: () => compareNodeClocks(db, shards.isCitus),

    /** Whether another merchant has a session with this id. Reads at most one row of each merchant. */
    async isSessionOfOther(merchantId: string, sessionId: string): Promise<boolean> {
      const merchants = await db.$queryRaw<{ id: string }[]>`SELECT id FROM merchant`;
      const others = merchants.map(({ id }) => id).filter((id) => id !== merchantId);
      const found = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM proxy_session
        WHERE merchant_id = ANY(${others}::text[]) AND id = ${sessionId} LIMIT 1`;
      return found.length > 0;
    },

    /** Compares the rows of all sessions with those that they repeat. Reads all sessions, a few at a time. */
    async compareSessions(): Promise<SessionComparison> {
      const merchants = await db.$queryRaw<{ id: string }[]>`SELECT id FROM merchant ORDER BY id`;
      let compared = 0;
      const different: { merchantId: string; id: string }[] = [];
      for (const { id: merchantId } of merchants) {
        let after = '';
        for (;;) {
          const rows = await db.$queryRaw<{ id: string; isDifferent: boolean }[]>`
            SELECT s.id, (${copyColumns}) IS DISTINCT FROM (${attemptColumns})
              OR (s.payment_status = 'unpaid') = EXISTS (
                SELECT 1 FROM payment p WHERE p.merchant_id = ${merchantId}
                  AND p.proxy_session_id = s.id) AS "isDifferent"
            FROM proxy_session s
            LEFT JOIN acquisition_attempt a ON a.merchant_id = ${merchantId} AND a.id = s.attempt_id
            WHERE s.merchant_id = ${merchantId} AND s.id > ${after}
            ORDER BY s.id LIMIT ${SESSIONS_PER_READ}`;
          compared += rows.length;
          for (const { id, isDifferent } of rows)
            if (isDifferent) different.push({ merchantId, id });
          const last = rows.at(-1);
          if (!last || rows.length < SESSIONS_PER_READ) break;
          after = last.id;
        }
      }
      return { compared, different };
    },

    /** Counts pending work across all merchants. */
    readQueueDepths: () => readQueueDepths(db),

    /** The merchants of all due rows, for each kind those that wait for the longest time first. */
    listWaitingMerchants: () => listWaitingMerchants(db),

    /** The payments of all merchants that wait for one reason, by merchant and mode. */
    listStuckPayments: (kind: StuckPaymentKind, limit: number) =>
      listStuckPayments(db, shards, kind, limit),

    /** The provider accounts whose event lists were read up to the longest time ago. */
    listProviderCursors: (limit: number) =>
      db.$queryRaw<ProviderCursorInfo[]>`
        SELECT merchant_id AS "merchantId", mode, psp_config_id AS "providerConfigId",
          read_until AS "readUntil", gap_from AS "gapFrom", failures
        FROM provider_cursor ORDER BY read_until, psp_config_id LIMIT ${limit}`,

    /** The newest entry of each kind of action in the log of operators, newest first. */
    listLastOperatorActions: (limit: number) =>
      db.$queryRaw<LastOperatorAction[]>`
        SELECT action, operator, "createdAt" FROM (
          SELECT DISTINCT ON (action) action, operator, created_at AS "createdAt"
          FROM operator_action ORDER BY action, created_at DESC, id DESC
        ) newest
        ORDER BY "createdAt" DESC, action LIMIT ${limit}`,

    /**
     * The newest actions of operators in the audit logs of all merchants, newest first. One that concerns both modes
     * has an entry in each.
     */
    listOperatorAuditEntries: (limit: number) =>
      db.$queryRaw<OperatorAuditEntry[]>`
        SELECT DISTINCT merchant_id AS "merchantId", action, object_id AS "objectId",
          actor_id AS operator, created_at AS "createdAt"
        FROM (
          SELECT * FROM audit_entry WHERE actor_kind = 'operator'
          ORDER BY created_at DESC, id DESC LIMIT ${2 * limit}
        ) newest
        ORDER BY "createdAt" DESC, "merchantId", action, "objectId" LIMIT ${limit}`,

    async readServer(): Promise<ServerInfo> {
      const [server] = await db.$queryRaw<ServerInfo[]>`
        SELECT current_setting('server_version') AS version,
          (SELECT extversion FROM pg_extension WHERE extname = 'citus') AS "citusVersion",
          pg_is_in_recovery() AS "isStandby",
          pg_database_size(current_database())::float8 AS "databaseBytes", clock_timestamp() AS now,
          CASE WHEN pg_has_role('pg_read_all_settings', 'USAGE')
            THEN current_setting('data_directory') END AS "dataDirectory"`;
      if (!server) throw new Error('the server returned no row');
      return server;
    },

    async readWalArchive(): Promise<WalArchive> {
      const [archive] = await db.$queryRaw<WalArchive[]>`
        SELECT current_setting('archive_mode') <> 'off' AS "isOn",
          last_archived_time AS "lastArchivedAt",
          CASE WHEN last_failed_time > COALESCE(last_archived_time, '-infinity')
            THEN last_failed_wal END AS "failingSegment"
        FROM pg_stat_archiver`;
      if (!archive) throw new Error('the server returned no row');
      return archive;
    },

    /** The active provider accounts of all merchants. */
    listActiveProviderConfigs: () =>
      db.$queryRaw<(Scope & { readonly id: ProviderConfigId })[]>`
        SELECT merchant_id AS "merchantId", mode, id FROM psp_config
        WHERE status = 'active' ORDER BY merchant_id, id`,

    /** People in the order of their emails: all, those of one merchant, or the one with an email. */
    async listUsers({
      merchantId,
      email,
    }: {
      readonly merchantId?: string;
      readonly email?: string;
    }): Promise<UserInfo[]> {
      const users = await db.dashboardUser.findMany({
        where: {
          ...(email === undefined ? {} : { email }),
          ...(merchantId === undefined
            ? {}
            : { members: { some: { organizationId: merchantId } } }),
        },
        orderBy: { email: 'asc' },
        select: {
          id: true,
          email: true,
          name: true,
          createdAt: true,
          disabledAt: true,
          secondFactor: { select: { confirmedAt: true } },
          _count: { select: { passkeys: true } },
          members: {
            orderBy: { createdAt: 'asc' },
            select: { organizationId: true, role: true },
          },
        },
      });
      return users.map(({ secondFactor, members, _count, ...user }) => ({
        ...user,
        hasSecondFactor: Boolean(secondFactor?.confirmedAt),
        passkeys: _count.passkeys,
        memberships: members.map(({ organizationId, role }) => ({
          merchantId: organizationId,
          role,
        })),
      }));
    },

    /**
     * Failed and parked provider events: the newest failed and the newest parked one of every merchant and mode come
     * before the second of any.
     */
    listHeldProviderEvents: (limit: number, merchantId?: string) =>
      db.$queryRaw<HeldProviderEvent[]>`
        SELECT "merchantId", mode, "eventId", type, status, note, "receivedAt" FROM (
          SELECT merchant_id AS "merchantId", mode, event_id AS "eventId", type, status, note,
            received_at AS "receivedAt", row_number() OVER (
              PARTITION BY merchant_id, mode, status ORDER BY received_at DESC, event_id DESC) AS turn
          FROM provider_event WHERE status IN ('parked', 'failed') ${ofMerchant(merchantId)}
        ) held
        ORDER BY turn, "receivedAt" DESC, "eventId" DESC LIMIT ${limit}`,

    /** Merchants whose events are set aside because their fan-out failed, those that failed most first. */
    listFanOutFailures: (limit: number) =>
      db.$queryRaw<FanOutFailureInfo[]>`
        SELECT merchant_id AS "merchantId", failures, retry_at AS "retryAt"
        FROM fan_out_failure ORDER BY failures DESC, merchant_id LIMIT ${limit}`,

    /** Endpoints with waiting deliveries, those with most of them first. */
    listDeliveryBacklogs: (limit: number, merchantId?: string) =>
      db.$queryRaw<DeliveryBacklog[]>`
        SELECT merchant_id AS "merchantId", endpoint_id AS "endpointId", count(*)::int AS waiting,
          min(due_at) AS "nextDueAt"
        FROM webhook_delivery WHERE status = 'waiting' ${ofMerchant(merchantId)}
        GROUP BY merchant_id, endpoint_id ORDER BY waiting DESC, endpoint_id LIMIT ${limit}`,
  };
}
