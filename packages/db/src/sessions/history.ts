import type { Connection } from '../sql/client.ts';
import type { HistoryRecord, Scope } from '../sql/records.ts';

/** The session histories of one merchant. */
export function historyRepository(db: Connection, { merchantId }: Scope) {
  return {
    /** Oldest first. */
    async list(proxySessionId: string): Promise<HistoryRecord[]> {
      const rows = await db.historyEntry.findMany({
        where: { merchantId, proxySessionId },
        orderBy: { sequence: 'asc' },
      });
      return rows as unknown as HistoryRecord[];
    },

    /** Whether a decline is recorded. */
    async hasDecline(declineId: string): Promise<boolean> {
      const entry = await db.historyEntry.findFirst({
        where: { merchantId, declineId },
        select: { sequence: true },
      });
      return entry !== null;
    },
  };
}
