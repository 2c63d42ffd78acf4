import type { ProviderConfigId } from '@parley/domain';
import { Prisma } from '../generated/client.ts';
import type { Connection } from '../sql/client.ts';
import { toColumnName } from '../sql/columns.ts';
import type { PaymentRecord, Scope } from '../sql/records.ts';
import { type Sql, sql } from '../sql/sql.ts';

const jsonFields = Object.keys(Prisma.PaymentScalarFieldEnum)
  .map((field) => `'${field}', p.${toColumnName(field)}`)
  .join(', ');

/** All payments of the session `s` of a merchant as one JSON array, for `readPayments`. */
export const paymentsOfSession = (merchantId: Sql) => sql`(
  SELECT coalesce(json_agg(json_build_object(${sql.raw(jsonFields)})), '[]'::json)
  FROM payment p WHERE p.merchant_id = ${merchantId} AND p.proxy_session_id = s.id)`;

type DisputeTime = 'disputeDueBy' | 'disputeOpenedAt' | 'disputeClosedAt';
type PaymentTime = 'capturedAt' | 'recordedAt' | 'updatedAt';
type PaymentJson = Omit<PaymentRecord, PaymentTime | DisputeTime> &
  Record<PaymentTime, string> &
  Record<DisputeTime, string | null>;

const toDate = (value: string | null): Date | null => (value === null ? null : new Date(value));

/** The records in a value of `paymentsOfSession`, oldest first. */
export function readPayments(value: unknown): PaymentRecord[] {
  return (value as PaymentJson[])
    .map((payment) => ({
      ...payment,
      capturedAt: new Date(payment.capturedAt),
      recordedAt: new Date(payment.recordedAt),
      updatedAt: new Date(payment.updatedAt),
      disputeDueBy: toDate(payment.disputeDueBy),
      disputeOpenedAt: toDate(payment.disputeOpenedAt),
      disputeClosedAt: toDate(payment.disputeClosedAt),
    }))
    .sort(
      (a, b) =>
        a.recordedAt.getTime() - b.recordedAt.getTime() ||
        (a.providerObjectId < b.providerObjectId ? -1 : 1),
    );
}

/** A payment and the account that took it. */
export interface AccountPayment
  extends Pick<
    PaymentRecord,
    | 'providerObjectId'
    | 'providerObjectType'
    | 'proxySessionId'
    | 'attemptId'
    | 'amountMinor'
    | 'currency'
    | 'refundedMinor'
    | 'disputedMinor'
  > {
  readonly providerConfigId: ProviderConfigId | null;
}

/** The payments of one merchant in one mode. */
export function paymentRepository(db: Connection, { merchantId, mode }: Scope) {
  async function read(conditions: Sql): Promise<AccountPayment[]> {
    const rows = await db.$queryRaw<AccountPayment[]>`
      SELECT p.provider_object_id AS "providerObjectId",
        p.provider_object_type AS "providerObjectType", p.proxy_session_id AS "proxySessionId",
        p.attempt_id AS "attemptId", p.amount_minor AS "amountMinor", p.currency,
        p.refunded_minor AS "refundedMinor", p.disputed_minor AS "disputedMinor",
        a.merchant_psp_config_id AS "providerConfigId"
      FROM payment p
      JOIN acquisition_attempt a ON a.merchant_id = p.merchant_id AND a.id = p.attempt_id
      WHERE p.merchant_id = ${merchantId} AND p.mode = ${mode} AND ${conditions}`;
    // The driver returns bigint or text; amounts in minor units fit a number.
    return rows.map((row) => ({
      ...row,
      amountMinor: Number(row.amountMinor),
      refundedMinor: Number(row.refundedMinor),
      disputedMinor: Number(row.disputedMinor),
    }));
  }

  return {
    /** The payments with these provider objects. */
    findAll: (ids: readonly string[]): Promise<AccountPayment[]> =>
      read(sql`p.provider_object_id = ANY(${ids}::text[])`),

    /** A page of the payments captured from `from` until before `until`, by provider object. */
    listCaptured: (
      { from, until }: { readonly from: Date; readonly until: Date },
      limit: number,
      after: string,
    ): Promise<AccountPayment[]> =>
      read(sql`p.provider_object_id > ${after}
        AND p.captured_at >= ${from} AND p.captured_at < ${until}
        ORDER BY p.provider_object_id LIMIT ${limit}`),
  };
}
