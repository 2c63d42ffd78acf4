import type { MerchantId } from '@parley/domain';
import type { Connection } from './client.ts';

export interface MerchantRecord {
  readonly id: MerchantId;
  readonly name: string;
}

/** Merchants. The only repository that is not scoped to one merchant. */
export function merchantRepository(db: Connection) {
  return {
    async find(id: string): Promise<MerchantRecord | null> {
      const row = await db.merchant.findUnique({ where: { id }, select: { id: true, name: true } });
      return row as MerchantRecord | null;
    },
    /**
     * Locks the merchant until the transaction ends, which serializes changes that a limit per merchant
     * depends on. Rows that refer to the merchant can still be added.
     */
    async lock(id: MerchantId): Promise<void> {
      await db.$queryRaw`SELECT id FROM merchant WHERE id = ${id} FOR NO KEY UPDATE`;
    },
    async insert(record: MerchantRecord): Promise<void> {
      await db.merchant.create({ data: record });
    },
  };
}
