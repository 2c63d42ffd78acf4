import { Prisma } from './generated/client.ts';
import type { PaymentRecord } from './records.ts';

/** All payments of the session `s` of a merchant as one JSON array, oldest first. */
export const paymentsOfSession = (merchantId: Prisma.Sql) => Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object(
      'merchantId', p.merchant_id, 'mode', p.mode, 'version', p.version,
      'providerObjectId', p.provider_object_id, 'providerObjectType', p.provider_object_type,
      'proxySessionId', p.proxy_session_id, 'attemptId', p.attempt_id,
      'rootObjectId', p.root_object_id, 'rootObjectType', p.root_object_type,
      'amountMinor', p.amount_minor, 'currency', p.currency,
      'refundedMinor', p.refunded_minor, 'disputedMinor', p.disputed_minor,
      'capturedAt', p.captured_at, 'recordedAt', p.recorded_at, 'updatedAt', p.updated_at
    ) ORDER BY p.recorded_at, p.provider_object_id), '[]'::json)
  FROM payment p WHERE p.merchant_id = ${merchantId} AND p.proxy_session_id = s.id)`;

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
