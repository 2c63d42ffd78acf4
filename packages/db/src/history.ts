import type { HistoryEntryId, ProxySessionId } from '@parley/domain';
import type { Connection } from './client.ts';
import type { HistoryRecord, Scope } from './records.ts';

export type NewHistoryEntry = HistoryRecord & { id: HistoryEntryId };

/** What happened to the sessions of one merchant. */
export function historyRepository(db: Connection, { merchantId }: Scope) {
  return {
    async append(
      proxySessionId: ProxySessionId,
      entries: readonly NewHistoryEntry[],
    ): Promise<void> {
      if (entries.length === 0) return;
      await db.historyEntry.createMany({
        data: entries.map((entry) => ({ ...entry, merchantId, proxySessionId })),
      });
    },

    /** Oldest first. */
    async list(proxySessionId: string): Promise<NewHistoryEntry[]> {
      const rows = await db.historyEntry.findMany({
        where: { merchantId, proxySessionId },
        orderBy: { id: 'asc' },
      });
      return rows as unknown as NewHistoryEntry[];
    },
  };
}
