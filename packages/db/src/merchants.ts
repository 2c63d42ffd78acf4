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
    async insert(record: MerchantRecord): Promise<void> {
      await db.merchant.create({ data: record });
    },
  };
}
