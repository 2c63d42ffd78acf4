import type { Connection } from './client.ts';
import type { Scope, UnexpectedPaymentRecord } from './records.ts';

/** The payments of one merchant in one mode that no attempt's root object took. */
export function unexpectedPaymentRepository(db: Connection, scope: Scope) {
  return {
    /** @returns whether the payment is new; one of the same provider object is recorded once */
    async insert(record: UnexpectedPaymentRecord): Promise<boolean> {
      const { count } = await db.unexpectedPayment.createMany({
        data: [{ ...record, ...scope, amountMinor: BigInt(record.amountMinor) }],
        skipDuplicates: true,
      });
      return count === 1;
    },
  };
}
