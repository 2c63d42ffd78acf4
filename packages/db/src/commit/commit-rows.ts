import { Prisma } from '../generated/client.ts';
import { recordFields } from '../queues/leases.ts';
import { attemptCopy } from '../sql/attempt-copy.ts';
import { toColumnName } from '../sql/columns.ts';
import type { RowWrite, SessionCommit, SessionWrite } from './session-commit.ts';

/** A table that a commit writes, with the columns of its records. */
export interface CommitTable {
  readonly name: string;
  /** The fields of a record with their columns. */
  readonly columns: readonly (readonly [field: string, column: string])[];
}

function commitTable(model: Prisma.ModelName, fields: Readonly<Record<string, string>>) {
  const columns = recordFields(fields).map((field) => [field, toColumnName(field)] as const);
  return { name: toColumnName(model).slice(1), columns };
}

export const commitTables = {
  session: commitTable('ProxySession', Prisma.ProxySessionScalarFieldEnum),
  cart: commitTable('CartRevision', Prisma.CartRevisionScalarFieldEnum),
  attempt: commitTable('AcquisitionAttempt', Prisma.AcquisitionAttemptScalarFieldEnum),
  payment: commitTable('Payment', Prisma.PaymentScalarFieldEnum),
  subscription: commitTable('Subscription', Prisma.SubscriptionScalarFieldEnum),
  history: commitTable('HistoryEntry', Prisma.HistoryEntryScalarFieldEnum),
  event: commitTable('OutboxEvent', Prisma.OutboxEventScalarFieldEnum),
} as const;

/** The kinds of rows that a commit may have: the parameters of the function that writes them. */
export const rowKinds = [
  'changed_sessions',
  'idempotency_records',
  'changed_attempts',
  'changed_payments',
  'changed_subscriptions',
  'recorded_events',
  'attached_objects',
  'new_sessions',
  'replaced_carts',
  'new_attempts',
  'new_payments',
  'new_subscriptions',
  'history',
  'declines',
  'events',
  'receipt_mails',
] as const;
export type RowKind = (typeof rowKinds)[number];

type Row = Readonly<Record<string, unknown>>;
type Rows = { readonly [Kind in RowKind]?: readonly Row[] };

/** The rows of a commit as JSON objects with commas between them, by kind. Kinds without rows are left out. */
export type EncodedRows = { readonly [Kind in RowKind]?: string };

/** A record as a JSON object by column. PostgreSQL reads a missing column as null. */
function toRow({ columns }: CommitTable, record: object): Row {
  const row: Record<string, unknown> = {};
  for (const [field, column] of columns) {
    const value = (record as Row)[field];
    if (value !== null && value !== undefined) row[column] = value;
  }
  return row;
}

type Update<Record> = { readonly before: Record; readonly after: Record };

const getInserts = <Record>(writes: readonly RowWrite<Record>[]): Record[] =>
  writes.filter(({ before }) => before === null).map(({ after }) => after);
const getUpdates = <Record>(writes: readonly RowWrite<Record>[]) =>
  writes.filter((write): write is Update<Record> => write.before !== null);

/**
 * What the row of a session repeats of its current attempt, if that is written; otherwise the row keeps what it
 * has. A new session's attempt has no row yet.
 */
function getAttemptCopy({ before, after, attempts }: SessionWrite): Row {
  const current = attempts.find((one) => one.after.id === after.attemptId)?.after;
  if (!current) {
    if (!before || before.attemptId === after.attemptId) return {};
    throw new Error(`the new attempt ${after.attemptId} of ${after.id} is not written`);
  }
  return Object.fromEntries(
    Object.entries(attemptCopy).map(([field, ofAttempt]) => [field, current[ofAttempt]]),
  );
}

/** The rows of a session's write. An update has the values that the stored row must still have. */
function getSessionRows(
  { scope, at }: SessionCommit,
  write: SessionWrite,
  traceparent: string | undefined,
): Rows {
  const { session, cart, attempt, payment, subscription, history, event } = commitTables;
  const { before, after, attachedObject, recordedEvent } = write;
  const apart = {
    ...(write.cart && { cartSnapshot: write.cart.after }),
    ...getAttemptCopy(write),
  };
  const replacedCart = write.cart?.before;
  const owner = {
    merchant_id: scope.merchantId,
    mode: scope.mode,
    proxy_session_id: after.id,
  };
  const ownerFields = { ...scope, proxySessionId: after.id };
  const subscriptions = write.subscription ? [write.subscription] : [];
  // An attempt gets its row when it is no longer unreserved.
  const attempts = write.attempts.map((one) =>
    one.before?.status === 'unreserved' ? { ...one, before: null } : one,
  );
  return {
    changed_sessions: before
      ? [
          {
            ...owner,
            version: before.version,
            status: before.status,
            after: toRow(session, { ...after, ...apart, version: before.version + 1 }),
          },
        ]
      : [],
    changed_attempts: getUpdates(attempts).map((one) => ({
      ...owner,
      id: one.before.id,
      version: one.before.version,
      status: one.before.status,
      after: toRow(attempt, one.after),
    })),
    changed_payments: getUpdates(write.payments).map((one) => ({
      ...owner,
      id: one.before.providerObjectId,
      version: one.before.version,
      after: toRow(payment, { ...one.after, version: one.before.version + 1 }),
    })),
    changed_subscriptions: getUpdates(subscriptions).map((one) => ({
      ...owner,
      id: one.before.id,
      version: one.before.version,
      after: toRow(subscription, { ...one.after, version: one.before.version + 1 }),
    })),
    recorded_events: recordedEvent
      ? [
          {
            ...owner,
            psp_config_id: recordedEvent.providerConfigId,
            event_id: recordedEvent.eventId,
            at,
          },
        ]
      : [],
    attached_objects: attachedObject ? [{ ...owner, id: attachedObject }] : [],
    new_sessions: before ? [] : [toRow(session, { ...after, ...apart })],
    replaced_carts:
      before && replacedCart
        ? [
            toRow(cart, {
              ...before,
              ...ownerFields,
              cartSnapshot: replacedCart,
              createdAt: before.cartSetAt,
            }),
          ]
        : [],
    new_attempts: getInserts(attempts).map((row) => toRow(attempt, row)),
    new_payments: getInserts(write.payments).map((row) => toRow(payment, row)),
    new_subscriptions: getInserts(subscriptions).map((row) => toRow(subscription, row)),
    history: write.history.map((entry) => toRow(history, { ...entry, ...ownerFields })),
    declines: write.history.flatMap(({ declineId }) =>
      declineId ? [{ ...owner, id: declineId, at }] : [],
    ),
    events: write.events.map((one) => ({
      ...toRow(event, { ...one, ...ownerFields }),
      traceparent,
    })),
    receipt_mails: owesReceipt(write) ? [{ ...owner, at }] : [],
  };
}

/** Whether the write is the payment of a session whose receipt Parley emails. */
const owesReceipt = ({ before, after }: SessionWrite): boolean =>
  after.emailsReceipt && after.status === 'paid' && before?.status !== 'paid';

/**
 * Encodes the rows of a commit.
 * @param n the number of the commit, which each of its rows has
 * @param traceparent the trace that its events continue
 */
export function encodeRows(commit: SessionCommit, n: number, traceparent?: string): EncodedRows {
  const { scope, at, idempotency, session } = commit;
  const rows: Rows = session ? getSessionRows(commit, session, traceparent) : {};
  const encoded: { [Kind in RowKind]?: string } = {};
  const add = (kind: RowKind, row: Row) => {
    // Faster than a copy of the row.
    const json = `{"n":${n},${JSON.stringify(row).slice(1)}`;
    encoded[kind] = encoded[kind] === undefined ? json : `${encoded[kind]},${json}`;
  };
  if (idempotency) {
    const { method, path, key, fingerprint, outcome } = idempotency;
    const { merchantId: merchant_id, mode } = scope;
    add('idempotency_records', {
      merchant_id,
      mode,
      method,
      path,
      key,
      fingerprint,
      outcome,
      created_at: at,
    });
  }
  for (const kind of rowKinds) for (const row of rows[kind] ?? []) add(kind, row);
  return encoded;
}
