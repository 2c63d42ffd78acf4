import { DomainError } from '@parley/domain';
import type { Connection } from './client.ts';
import { requireOneRow } from './errors.ts';
import { Prisma } from './generated/client.ts';
import type { PaymentRecord, Scope } from './records.ts';

/** The payments of one merchant in one mode. They are read with their session. */
export function paymentRepository(db: Connection, scope: Scope) {
  const { merchantId, mode } = scope;

  return {
    /**
     * @throws DomainError provider_object_conflict when the object paid for another session: money
     *   counts once
     */
    async insert(record: Omit<PaymentRecord, keyof Scope>): Promise<void> {
      const { count } = await db.payment.createMany({
        data: [{ ...record, ...scope }],
        skipDuplicates: true,
      });
      if (count === 1) return;
      throw new DomainError(
        'provider_object_conflict',
        `${record.providerObjectId} is already recorded as a payment of another session.`,
      );
    },

    /**
     * Writes `after` with the next version if the row still has the version of `before`. The object
     * id may change: that of the payment intent replaces that of the root object once it is known.
     * @throws StaleWrite when the row has changed
     */
    async update(before: PaymentRecord, after: PaymentRecord): Promise<void> {
      const { count } = await db.payment.updateMany({
        where: {
          merchantId,
          mode,
          providerObjectId: before.providerObjectId,
          version: before.version,
        },
        data: { ...after, version: before.version + 1 },
      });
      requireOneRow(count, 'payment');
    },
  };
}

/** All payments of the session `s` as one JSON array, oldest first. */
export const paymentsOfSession = Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object(
      'merchantId', p.merchant_id, 'mode', p.mode, 'version', p.version,
      'providerObjectId', p.provider_object_id, 'providerObjectType', p.provider_object_type,
      'proxySessionId', p.proxy_session_id, 'attemptId', p.attempt_id,
      'rootObjectId', p.root_object_id, 'rootObjectType', p.root_object_type,
      'amountMinor', p.amount_minor, 'currency', p.currency,
      'refundedMinor', p.refunded_minor, 'disputedMinor', p.disputed_minor,
      'capturedAt', p.captured_at, 'recordedAt', p.recorded_at, 'updatedAt', p.updated_at
    ) ORDER BY p.recorded_at, p.provider_object_id), '[]'::json)
  FROM payment p WHERE p.merchant_id = s.merchant_id AND p.proxy_session_id = s.id)`;

type PaymentJson = Omit<PaymentRecord, 'capturedAt' | 'recordedAt' | 'updatedAt'> &
  Record<'capturedAt' | 'recordedAt' | 'updatedAt', string>;

/** The records in a value of `paymentsOfSession`. */
export function readPayments(value: unknown): PaymentRecord[] {
  return (value as PaymentJson[]).map((payment) => ({
    ...payment,
    capturedAt: new Date(payment.capturedAt),
    recordedAt: new Date(payment.recordedAt),
    updatedAt: new Date(payment.updatedAt),
  }));
}
