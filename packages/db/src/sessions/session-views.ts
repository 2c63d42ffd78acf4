import { isId } from '@parley/domain';
import type pg from 'pg';
import { blankAttempt } from '../attempts/unreserved-attempt.ts';
import { paymentsOfSession, readPayments } from '../payments/payments.ts';
import { toColumnName } from '../sql/columns.ts';
import { translateErrors } from '../sql/errors.ts';
import type {
  AttemptRecord,
  JsonObject,
  PaymentRecord,
  Scope,
  SessionRecord,
} from '../sql/records.ts';
import { shareReads } from '../sql/shared-reads.ts';
import { sql } from '../sql/sql.ts';

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
  'attemptNumber',
  'checkoutUiMode',
  'integrationPath',
  'status',
  'statusReason',
  'pricingMode',
] as const satisfies (keyof AttemptRecord)[];

/** The part of a session that its views show, without carts. */
export interface ViewedSession {
  readonly session: Pick<SessionRecord, (typeof sessionFields)[number]>;
  readonly attempt: Pick<AttemptRecord, (typeof attemptFields)[number]>;
  readonly merchantName: string;
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

const columns = [
  ...sessionFields.map((field) => `s.${toColumnName(field)}`),
  ...attemptFields.map((field) => `a.${toColumnName(field)}`),
  'm.name',
  's.attempt_id',
].join(', ');

/** A cart of another version than the current one; null for the current one, which is read once. */
const otherCart = (version: string) => `
  CASE WHEN s.${version} <> s.cart_version THEN (
    SELECT o.cart_snapshot FROM cart_revision o WHERE o.merchant_id = $1
      AND o.proxy_session_id = s.id AND o.cart_version = s.${version}) END`;

const tables = `proxy_session s
  JOIN merchant m ON m.id = s.merchant_id
  LEFT JOIN acquisition_attempt a ON a.merchant_id = s.merchant_id AND a.id = s.attempt_id`;

const condition = 's.merchant_id = $1 AND s.mode = $2 AND s.id = ANY($3::text[])';

const withoutCarts = {
  name: 'session_views',
  text: `SELECT ${columns} FROM ${tables} WHERE ${condition}`,
};

const withCarts = {
  name: 'session_views_with_carts',
  text: `SELECT ${columns}, s.cart_snapshot, ${otherCart('quote_cart_version')},
      ${otherCart('final_cart_version')}
      , ${paymentsOfSession(sql.raw('$1')).text}
    FROM ${tables} WHERE ${condition}`,
};

type Row = readonly unknown[];

/** The fields of a row from `start` on. */
function pick<Record>(fields: readonly (keyof Record)[], row: Row, start: number): Record {
  const record: Partial<Record> = {};
  for (const [i, field] of fields.entries()) record[field] = row[start + i] as Record[keyof Record];
  return record as Record;
}

const attemptStart = sessionFields.length;
const nameStart = attemptStart + attemptFields.length;
const cartsStart = nameStart + 2;
const paymentsStart = cartsStart + 3;

function toViewedSession(row: Row): ViewedSession {
  const session = pick<ViewedSession['session']>(sessionFields, row, 0);
  return {
    session: {
      ...session,
      // A bigint, which the driver returns as text. Amounts in minor units fit a number.
      quoteAmountMinor: Number(session.quoteAmountMinor),
      finalAmountMinor: Number(session.finalAmountMinor),
    },
    attempt:
      row[attemptStart] === null
        ? { ...blankAttempt, id: row[nameStart + 1] as AttemptRecord['id'], attemptNumber: 1 }
        : pick<ViewedSession['attempt']>(attemptFields, row, attemptStart),
    merchantName: row[nameStart] as string,
  };
}

function toViewedCarts(row: Row): ViewedMoney & ViewedCarts {
  const carts = row.slice(cartsStart, paymentsStart) as (JsonObject | null)[];
  const [cart, quoteCart, finalCart] = carts;
  if (!cart) throw new Error('the session has no cart');
  return {
    payments: readPayments(row[paymentsStart]),
    cartSnapshot: cart,
    quoteCartSnapshot: quoteCart ?? cart,
    finalCartSnapshot: finalCart ?? cart,
  };
}

/** Reads sessions by id as their views show them, the most frequent reads of the service. */
export interface SessionViews {
  /** Null when this merchant has no session with this id in this mode. */
  find(scope: Scope, id: string): Promise<ViewedSession | null>;
  findWithCarts(
    scope: Scope,
    id: string,
  ): Promise<(ViewedSession & ViewedMoney & ViewedCarts) | null>;
}

/**
 * Concurrent reads of a merchant share a statement. It is sent through pg, because Prisma costs as
 * much processor time as everything else that a read needs.
 */
export function sessionViews(pool: pg.Pool): SessionViews {
  const readBy = <View extends ViewedSession>(
    statement: { readonly name: string; readonly text: string },
    toView: (row: Row) => View,
  ) => {
    const find = shareReads<string, View>(async ({ merchantId, mode }, ids) => {
      const values = [merchantId, mode, ids];
      const { rows } = await translateErrors(() =>
        pool.query<unknown[]>({ ...statement, values, rowMode: 'array' }),
      );
      return new Map(rows.map(toView).map((view) => [view.session.id, view]));
    });
    return async (scope: Scope, id: string) => (isId('psess', id) ? find(scope, id) : null);
  };
  return {
    find: readBy(withoutCarts, toViewedSession),
    findWithCarts: readBy(withCarts, (row) => ({
      ...toViewedSession(row),
      ...toViewedCarts(row),
    })),
  };
}
