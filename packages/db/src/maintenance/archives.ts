import { isUnfinished } from '../attempts/attempts.ts';
import type { Connection } from '../sql/client.ts';
import type { Scope } from '../sql/records.ts';
import { sql } from '../sql/sql.ts';

/** A session that may be old enough to be archived. */
export interface ArchiveCandidate {
  readonly id: string;
  readonly createdAt: Date;
  /** Why it is not archived; null if it can be. */
  readonly blocker: ArchiveBlocker | null;
}

/**
 * What prevents the archiving of a session: it is not closed or has a conflict, it changed too recently, money that
 * may still be returned or disputed, a subscription that may still charge, or work that waits.
 */
export type ArchiveBlocker =
  | 'open'
  | 'recent'
  | 'attempt'
  | 'payment'
  | 'subscription'
  | 'waiting_event'
  | 'delivery'
  | 'provider_event'
  | 'receipt';

/** The tables with rows of sessions, in the order in which their foreign keys let them be deleted. */
const tablesOfSessions = [
  'history_entry',
  'cart_revision',
  'payment',
  'subscription',
  'acquisition_attempt',
  'receipt_mail',
  'outbox_event',
] as const;

/** Closed sessions of one merchant in one mode that move to files. */
export function archiveRepository(db: Connection, { merchantId, mode }: Scope) {
  const scoped = sql`s.merchant_id = ${merchantId} AND s.mode = ${mode}`;
  /** Each count looks rows up by an index, while PostgreSQL might read all of them for EXISTS. */
  const blocker = (before: Date) => sql`CASE
    WHEN s.closed_at IS NULL THEN 'open'
    WHEN s.closed_at >= ${before} THEN 'recent'
    WHEN 0 < (SELECT count(*) FROM acquisition_attempt a
      WHERE a.merchant_id = ${merchantId} AND a.proxy_session_id = s.id
        AND (a.provider_check_at IS NOT NULL OR ${isUnfinished})) THEN 'attempt'
    WHEN 0 < (SELECT count(*) FROM payment p
      WHERE p.merchant_id = ${merchantId} AND p.proxy_session_id = s.id
        AND (p.captured_at >= ${before} OR p.updated_at >= ${before}
          OR p.dispute_id IS NOT NULL AND p.dispute_closed_at IS NULL)) THEN 'payment'
    WHEN 0 < (SELECT count(*) FROM subscription u
      WHERE u.merchant_id = ${merchantId} AND u.proxy_session_id = s.id
        AND (u.ended_at IS NULL OR u.ended_at >= ${before} OR u.updated_at >= ${before}
          OR u.dispute_due_by IS NOT NULL)) THEN 'subscription'
    WHEN 0 < (SELECT count(*) FROM outbox_event e
      JOIN outbox_waiting w ON w.merchant_id = e.merchant_id AND w.event_id = e.id
      WHERE e.merchant_id = ${merchantId} AND e.proxy_session_id = s.id) THEN 'waiting_event'
    WHEN 0 < (SELECT count(*) FROM outbox_event e
      JOIN webhook_endpoint n ON n.merchant_id = e.merchant_id AND n.mode = e.mode
      JOIN webhook_delivery d ON d.merchant_id = e.merchant_id AND d.endpoint_id = n.id
        AND d.event_id = e.id
      WHERE e.merchant_id = ${merchantId} AND e.proxy_session_id = s.id) THEN 'delivery'
    WHEN 0 < (SELECT count(*) FROM provider_event v
      WHERE v.merchant_id = ${merchantId} AND v.proxy_session_id = s.id
        AND v.status NOT IN ('applied', 'ignored')) THEN 'provider_event'
    WHEN 0 < (SELECT count(*) FROM receipt_mail r
      WHERE r.merchant_id = ${merchantId} AND r.proxy_session_id = s.id
        AND r.outcome IS NULL) THEN 'receipt'
    END`;

  async function listUnblocked(ids: readonly string[], before: Date): Promise<string[]> {
    const rows = await db.$queryRaw<ArchiveCandidate[]>`
      SELECT s.id, ${blocker(before)} AS blocker FROM proxy_session s
      WHERE ${scoped} AND s.id = ANY(${ids}) ORDER BY s.id`;
    return rows.filter((row) => row.blocker === null).map(({ id }) => id);
  }

  return {
    /** Whether the role of this connection may delete history, which only the owner of the tables may. */
    async canDelete(): Promise<boolean> {
      const [row] = await db.$queryRaw<{ can: boolean }[]>`
        SELECT has_table_privilege('history_entry', 'DELETE') AS can`;
      return row?.can ?? false;
    },

    /**
     * Examines up to `limit` sessions, oldest first.
     * @param before sessions that were created or changed then or later are too recent
     */
    listCandidates: (
      before: Date,
      limit: number,
      after: Pick<ArchiveCandidate, 'createdAt' | 'id'> = { createdAt: new Date(0), id: '' },
    ): Promise<ArchiveCandidate[]> =>
      db.$queryRaw<ArchiveCandidate[]>`
        SELECT s.id, s.created_at AS "createdAt", ${blocker(before)} AS blocker FROM proxy_session s
        WHERE ${scoped} AND s.created_at < ${before}
          AND (s.created_at, s.id) > (${after.createdAt}, ${after.id})
        ORDER BY s.created_at, s.id LIMIT ${limit}`,

    /**
     * Locks those of the given sessions that can be archived, with their events. What changes a session locks
     * its row, and what sends an event again locks the event. Requires a transaction.
     * @returns their ids
     */
    async lock(ids: readonly string[], before: Date): Promise<string[]> {
      const locked = await db.$queryRaw<{ id: string }[]>`
        SELECT s.id FROM proxy_session s WHERE ${scoped} AND s.id = ANY(${ids})
        ORDER BY s.id FOR UPDATE SKIP LOCKED`;
      const lockedIds = locked.map(({ id }) => id);
      await db.$queryRaw`
        SELECT e.id FROM outbox_event e
        WHERE e.merchant_id = ${merchantId} AND e.proxy_session_id = ANY(${lockedIds})
        ORDER BY e.id FOR UPDATE`;
      // A statement of its own sees what was committed before the locks.
      return listUnblocked(lockedIds, before);
    },

    /** Deletes sessions with all that belongs to them, except what retention deletes. */
    async delete(ids: readonly string[]): Promise<void> {
      for (const table of tablesOfSessions) {
        await db.$executeRaw`
          DELETE FROM ${sql.raw(table)}
          WHERE merchant_id = ${merchantId} AND proxy_session_id = ANY(${ids})`;
      }
      await db.$executeRaw`
        DELETE FROM proxy_session WHERE merchant_id = ${merchantId} AND id = ANY(${ids})`;
    },

    /** Those of the given sessions that exist. */
    async listStored(ids: readonly string[]): Promise<string[]> {
      const rows = await db.$queryRaw<{ id: string }[]>`
        SELECT s.id FROM proxy_session s WHERE ${scoped} AND s.id = ANY(${ids})`;
      return rows.map(({ id }) => id);
    },
  };
}
