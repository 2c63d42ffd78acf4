import { isId } from '@parley/domain';
import type pg from 'pg';
import { blankAttempt } from '../attempts/unreserved-attempt.ts';
import { paymentsOfSession, readPayments } from '../payments/payments.ts';
import { attemptCopy } from '../sql/attempt-copy.ts';
import { batchReads } from '../sql/batch-reads.ts';
import { toColumnName } from '../sql/columns.ts';
import { translateErrors } from '../sql/errors.ts';
import type {
  AttemptRecord,
  JsonObject,
  PaymentRecord,
  Scope,
  SessionRecord,
} from '../sql/records.ts';
import { sql } from '../sql/sql.ts';
import { otherCart } from './sessions.ts';

const sessionFields = [
  'id',
  'status',
  'amountMinor',
  'currency',
  'completedAttemptId',
  'conflictSince',
  'expiresAt',
  'quoteAmountMinor',
  'quoteCurrency',
  'quoteObservedAt',
  'finalAmountMinor',
  'finalCurrency',
  'finalizedAt',
  'paymentStatus',
  'buyerReference',
  'cartVersion',
  'createdAt',
  'idempotencyKey',
  'metadata',
  'payerDestinationUrl',
  'providerCheckoutSessionId',
  'providerCheckoutSessionPsp',
  'updatedAt',
  'payerEmail',
  'payerPhone',
  'beneficiaryEmail',
  'beneficiaryPhone',
] as const satisfies (keyof SessionRecord)[];

const attemptFields = [
  'id',
  ...Object.values(attemptCopy),
] as const satisfies (keyof AttemptRecord)[];

/** The part of a session that its views show, without carts. */
export interface ViewedSession {
  readonly session: Pick<SessionRecord, (typeof sessionFields)[number]>;
  readonly attempt: Pick<AttemptRecord, (typeof attemptFields)[number]>;
}

/** The payments of a session, oldest first. */
export interface ViewedMoney {
  readonly payments: readonly PaymentRecord[];
}

/** The carts of a session's requested, last observed and binding charge. */
export interface ViewedCarts {
  readonly cartSnapshot: JsonObject;
  readonly quoteCartSnapshot: JsonObject;
  readonly finalCartSnapshot: JsonObject;
}

type Row = readonly unknown[];

/** The columns of a viewed session, all of one table, in the order that `toViewedSession` reads. */
export const viewedColumns: readonly string[] = [
  ...sessionFields,
  'attemptId',
  ...Object.keys(attemptCopy),
].map(toColumnName);

/** The fields of a row from `start` on. */
function pick<Record>(fields: readonly (keyof Record)[], row: Row, start: number): Record {
  const record: Partial<Record> = {};
  for (const [i, field] of fields.entries()) record[field] = row[start + i] as Record[keyof Record];
  return record as Record;
}

/** @param row values of `viewedColumns`, and any others behind them */
export function toViewedSession(row: Row): ViewedSession {
  const session = pick<ViewedSession['session']>(sessionFields, row, 0);
  const attempt = pick<ViewedSession['attempt']>(attemptFields, row, sessionFields.length);
  return {
    session: {
      ...session,
      // A bigint, which the driver returns as text. Amounts in minor units fit a number.
      quoteAmountMinor: Number(session.quoteAmountMinor),
      finalAmountMinor: Number(session.finalAmountMinor),
    },
    attempt:
      attempt.status === null ? { ...blankAttempt, id: attempt.id, attemptNumber: 1 } : attempt,
  };
}

type MerchantView = ViewedSession & ViewedMoney & ViewedCarts;

const select = (others = '') => `
  SELECT ${viewedColumns.map((column) => `s.${column}`).join(', ')}${others} FROM proxy_session s
  WHERE s.merchant_id = $1 AND s.mode = $2 AND s.id = ANY($3::text[])`;

const merchant = sql.raw('$1');

/** Statements of one table. PostgreSQL prepares a subquery for each statement, also one that it does not run. */
const payerViews = { name: 'payer_views', text: select() };
const merchantViews = {
  name: 'merchant_views',
  text: select(`, s.cart_snapshot, s.payment_status = 'unpaid'
    AND s.quote_cart_version = s.cart_version AND s.final_cart_version = s.cart_version`),
};
const completeMerchantViews = {
  name: 'complete_merchant_views',
  text: select(`, s.cart_snapshot, ${otherCart(merchant, 'quote_cart_version').text},
    ${otherCart(merchant, 'final_cart_version').text}, ${paymentsOfSession(merchant).text}`),
};

/** @returns null if the session has other rows: payments, or carts of other versions */
function toMerchantView(row: Row): MerchantView | null {
  const [cart, isComplete] = row.slice(viewedColumns.length) as [JsonObject, boolean];
  if (!isComplete) return null;
  const carts = { cartSnapshot: cart, quoteCartSnapshot: cart, finalCartSnapshot: cart };
  return { ...toViewedSession(row), ...carts, payments: [] };
}

function toCompleteMerchantView(row: Row): MerchantView {
  const [cart, quoteCart, finalCart, payments] = row.slice(viewedColumns.length) as [
    JsonObject,
    JsonObject | null,
    JsonObject | null,
    unknown,
  ];
  return {
    ...toViewedSession(row),
    payments: readPayments(payments),
    cartSnapshot: cart,
    quoteCartSnapshot: quoteCart ?? cart,
    finalCartSnapshot: finalCart ?? cart,
  };
}

/** Reads sessions by id as their views show them, the most frequent reads of the service. */
export interface SessionViews {
  /** Null when this merchant has no session with this id in this mode. */
  find(scope: Scope, id: string): Promise<ViewedSession | null>;
  findWithCarts(scope: Scope, id: string): Promise<MerchantView | null>;
}

/**
 * Concurrent reads of a merchant share a statement. It is sent through pg, because Prisma costs as
 * much processor time as everything else that a read needs.
 */
export function sessionViews(pool: pg.Pool): SessionViews {
  const readBy = <View>(
    statement: { readonly name: string; readonly text: string },
    toView: (row: Row) => View,
  ) =>
    batchReads<string, { readonly view: View }>(async ({ merchantId, mode }, ids) => {
      const values = [merchantId, mode, ids];
      const { rows } = await translateErrors(() =>
        pool.query<unknown[]>({ ...statement, values, rowMode: 'array' }),
      );
      return new Map(rows.map((row) => [row[0] as string, { view: toView(row) }]));
    });
  const find = readBy(payerViews, toViewedSession);
  const findMerchantView = readBy(merchantViews, toMerchantView);
  const findComplete = readBy(completeMerchantViews, toCompleteMerchantView);
  return {
    find: async (scope, id) => (isId('psess', id) ? ((await find(scope, id))?.view ?? null) : null),
    // Either statement reads all parts of a view, so they are of one moment.
    async findWithCarts(scope, id) {
      const found = isId('psess', id) ? await findMerchantView(scope, id) : null;
      if (!found) return null;
      return found.view ?? (await findComplete(scope, id))?.view ?? null;
    },
  };
}
