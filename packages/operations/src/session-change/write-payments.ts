import type { PaymentRecord, Transaction } from '@parley/db';

/**
 * Writes the payments of a session that were added or replaced. A replaced payment keeps its place,
 * and new ones are at the end.
 * @param before the payments as read under the session's lock
 */
export async function writePayments(
  tx: Transaction,
  before: readonly PaymentRecord[],
  after: readonly PaymentRecord[],
): Promise<void> {
  for (const [index, payment] of after.entries()) {
    const stored = before[index];
    if (!stored) await tx.payments.insert(payment);
    else if (stored !== payment) await tx.payments.update(stored, payment);
  }
}
