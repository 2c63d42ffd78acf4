import type { MerchantId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import { lockOfMerchant, SUSPENSION } from '../sql/merchant-lock.ts';

export interface MerchantRecord {
  readonly id: MerchantId;
  readonly name: string;
}

export interface NewMerchantRecord extends MerchantRecord {
  readonly embeddingOrigins?: readonly string[];
}

export interface MerchantDetails extends MerchantRecord {
  /** While it is set, the merchant's keys and people change nothing, and its webhooks wait. */
  readonly suspendedAt: Date | null;
  readonly createdAt: Date;
}

const details = { id: true, name: true, suspendedAt: true, createdAt: true } as const;

/** Merchants. This repository is not scoped to one of them. */
export function merchantRepository(db: Connection) {
  return {
    async find(id: string): Promise<MerchantDetails | null> {
      const row = await db.merchant.findUnique({ where: { id }, select: details });
      return row as MerchantDetails | null;
    },
    async insert({ embeddingOrigins = [], ...record }: NewMerchantRecord): Promise<void> {
      await db.merchant.create({ data: { ...record, embeddingOrigins: [...embeddingOrigins] } });
    },
    /** All merchants, oldest first. */
    async list(): Promise<MerchantDetails[]> {
      const rows = await db.merchant.findMany({
        select: details,
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      return rows as MerchantDetails[];
    },
    /**
     * Suspends or resumes a merchant. The fan-out holds the events of a suspended one, which wait for it
     * again when it is resumed.
     * @returns false if there is nothing to change
     */
    async setSuspended(id: string, isSuspended: boolean, now: Date): Promise<boolean> {
      // A fan-out that holds events has this lock, and has committed them then.
      await lockOfMerchant(db, id, SUSPENSION);
      const { count } = await db.merchant.updateMany({
        where: { id, suspendedAt: isSuspended ? null : { not: null } },
        data: { suspendedAt: isSuspended ? now : null, updatedAt: now },
      });
      if (count === 1 && !isSuspended) {
        await db.$executeRaw`
          UPDATE outbox_waiting SET held = false WHERE merchant_id = ${id} AND held`;
      }
      return count === 1;
    },
  };
}
