import type { AttemptRow } from '../attempts/attempts.ts';
import { toAttempt } from '../attempts/attempts.ts';
import type { ApiRequestDetails } from '../merchants/api-requests.ts';
import type { TriageRecord } from '../merchants/attention-items.ts';
import { type AuditRecord, auditColumns } from '../merchants/audit-entries.ts';
import { leaseFields } from '../queues/leases.ts';
import { type CartRecord, cartsOfSessions } from '../sessions/carts.ts';
import type { Connection } from '../sql/client.ts';
import { createdWithin, firstIdSince, type ListPosition, listRows } from '../sql/list-rows.ts';
import type { AttemptRecord, HistoryRecord, Scope } from '../sql/records.ts';
import { sql } from '../sql/sql.ts';
import type { OutboxRecord } from '../webhooks/outbox.ts';

/** Rows created in a period. */
export interface ExportPeriod {
  /** Inclusive; null for no bound. */
  readonly since: Date | null;
  /** Exclusive. */
  readonly until: Date;
}

/** What people decided about an item that needs attention or did. */
export interface TriageExport extends TriageRecord {
  readonly kind: string;
  /** The id of the object that needs attention. */
  readonly subjectId: string;
  readonly since: Date;
}

/** What belongs to sessions besides their own row and payments, oldest first. */
export interface SessionParts {
  readonly attempts: readonly AttemptRecord[];
  readonly carts: readonly CartRecord[];
  readonly history: readonly (HistoryRecord & { readonly proxySessionId: string })[];
}

/** Batches of an export of one merchant in one mode, in an order that never changes. */
export function exportRepository(db: Connection, { merchantId, mode }: Scope) {
  const createdIn = ({ since, until }: ExportPeriod) => ({
    lt: until,
    ...(since ? { gte: since } : {}),
  });
  return {
    /** The parts of some sessions, each list in the order of its sessions' ids. */
    async listSessionParts(sessionIds: readonly string[]): Promise<SessionParts> {
      const where = { merchantId, proxySessionId: { in: [...sessionIds] } };
      const attempts = await db.acquisitionAttempt.findMany({
        where: { ...where, providerOptionsFingerprint: { not: null } },
        orderBy: { attemptNumber: 'asc' },
        omit: leaseFields,
      });
      const carts = await db.$queryRaw<CartRecord[]>`
        ${cartsOfSessions(merchantId, sessionIds)} ORDER BY c.cart_version`;
      const history = await db.historyEntry.findMany({ where, orderBy: { sequence: 'asc' } });
      return {
        attempts: attempts.map((row) => toAttempt(row as unknown as AttemptRow)),
        carts,
        history: history as unknown as SessionParts['history'],
      };
    },

    /** Events in the order of their ids. */
    async listEvents(period: ExportPeriod, limit: number, after = ''): Promise<OutboxRecord[]> {
      const first = period.since ? firstIdSince('evt', period.since) : '';
      const rows = await db.outboxEvent.findMany({
        where: {
          merchantId,
          mode,
          createdAt: createdIn(period),
          AND: [{ id: { gt: after } }, { id: { gte: first } }],
        },
        orderBy: { id: 'asc' },
        take: limit,
      });
      return rows as unknown as OutboxRecord[];
    },

    /** The events of some sessions, each session's in their order. */
    async listEventsOfSessions(sessionIds: readonly string[]): Promise<OutboxRecord[]> {
      const rows = await db.outboxEvent.findMany({
        where: { merchantId, mode, proxySessionId: { in: [...sessionIds] } },
        orderBy: { sequence: 'asc' },
      });
      return rows as unknown as OutboxRecord[];
    },

    /** Requests of the request log in the order of their ids. */
    async listApiRequests(
      period: ExportPeriod,
      limit: number,
      after = '',
    ): Promise<ApiRequestDetails[]> {
      const rows = await db.apiRequest.findMany({
        where: { merchantId, mode, createdAt: createdIn(period), id: { gt: after } },
        orderBy: { id: 'asc' },
        take: limit,
        omit: { merchantId: true, mode: true },
      });
      return rows as unknown as ApiRequestDetails[];
    },

    /** Decisions about items that need attention, in the order of kinds and ids. */
    listTriage: (
      limit: number,
      after: Pick<TriageExport, 'kind' | 'subjectId'> = { kind: '', subjectId: '' },
    ): Promise<TriageExport[]> =>
      db.$queryRaw<TriageExport[]>`
        SELECT kind, subject_id AS "subjectId", since, assignee_id AS "assigneeId",
          snoozed_until AS "snoozedUntil", note, updated_by AS "updatedBy", updated_at AS "updatedAt"
        FROM attention_triage
        WHERE merchant_id = ${merchantId} AND mode = ${mode}
          AND (kind, subject_id) > (${after.kind}, ${after.subjectId})
        ORDER BY kind, subject_id LIMIT ${limit}`,

    /** Audit entries, oldest first. */
    async listAuditEntries({ since, until }: ExportPeriod, limit: number, after?: ListPosition) {
      const period = createdWithin({ createdFrom: since ?? undefined, createdBefore: until });
      const index = [sql`s.merchant_id = ${merchantId} AND s.mode = ${mode}`, ...period];
      const list = { table: sql`audit_entry`, columns: auditColumns, index };
      const page = { limit, after, direction: 'newer' } as const;
      return (await listRows<AuditRecord>(db, list, page)).rows;
    },
  };
}
