import { Prisma } from '../generated/client.ts';
import { recordFields } from '../queues/leases.ts';
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

/** The kinds of rows that a commit may have. */
export const rowKinds = [
  'new_sessions',
  'changed_sessions',
  'new_carts',
  'new_attempts',
  'changed_attempts',
  'new_payments',
  'changed_payments',
  'new_subscriptions',
  'changed_subscription',
  'attached_object',
  'recorded_event',
  'history',
  'declines',
  'events',
  'receipt_mail',
] as const;
export type RowKind = (typeof rowKinds)[number];

type Row = Record<string, unknown>;

/** A record as a JSON object by column. PostgreSQL reads a missing column as null. */
function toRow({ columns }: CommitTable, record: object): Row {
  const row: Row = {};
  for (const [field, column] of columns) {
    const value = (record as Row)[field];
    if (value !== null && value !== undefined) row[column] = value;
  }
  return row;
}

/** An updated row, with the values that the stored row must still have. */
function toUpdate(table: CommitTable, guard: Row, after: object) {
  return { ...guard, after: toRow(table, after) };
}

type Update<Record> = { readonly before: Record; readonly after: Record };

const getInserts = <Record>(writes: readonly RowWrite<Record>[]): Record[] =>
  writes.filter(({ before }) => before === null).map(({ after }) => after);
const getUpdates = <Record>(writes: readonly RowWrite<Record>[]) =>
  writes.filter((write): write is Update<Record> => write.before !== null);

/** The rows of a session's write, by kind. Kinds without rows are left out. */
function sessionRows({ scope, at }: SessionCommit, write: SessionWrite) {
  const { merchantId, mode } = scope;
  const { session, cart, attempt, payment, subscription, history, event } = commitTables;
  const { before, after } = write;
  const owner = { merchantId, mode, proxySessionId: after.id };
  const version = before === null ? after.version : before.version + 1;
  const attempts = getUpdates(write.attempts);
  const payments = getUpdates(write.payments);
  const { attachedObject, recordedEvent } = write;
  const subscriptions = write.subscription ? [write.subscription] : [];
  const [changed] = getUpdates(subscriptions);
  return {
    proxy_session_id: after.id,
    guarded_rows: attempts.length + payments.length + (changed ? 1 : 0) + (recordedEvent ? 1 : 0),
    ...withRow(
      'changed_subscription',
      changed &&
        toUpdate(
          subscription,
          { id: changed.before.id, version: changed.before.version },
          { ...changed.after, version: changed.before.version + 1 },
        ),
    ),
    ...withRow('attached_object', attachedObject ? { id: attachedObject } : null),
    ...withRow(
      'recorded_event',
      recordedEvent && {
        psp_config_id: recordedEvent.providerConfigId,
        event_id: recordedEvent.eventId,
      },
    ),
    ...withRow('receipt_mail', owesReceipt(write) ? {} : null),
    ...withRows({
      new_sessions: before === null ? [toRow(session, after)] : [],
      changed_sessions:
        before === null
          ? []
          : [
              toUpdate(
                session,
                { version: before.version, status: before.status },
                { ...after, version },
              ),
            ],
      new_carts: write.newCart
        ? [toRow(cart, { ...after, ...owner, cartSnapshot: write.newCart, createdAt: at })]
        : [],
      new_attempts: getInserts(write.attempts).map((row) => toRow(attempt, row)),
      changed_attempts: attempts.map((one) =>
        toUpdate(
          attempt,
          { id: one.before.id, version: one.before.version, status: one.before.status },
          one.after,
        ),
      ),
      new_payments: getInserts(write.payments).map((row) => toRow(payment, row)),
      changed_payments: payments.map((one) =>
        toUpdate(
          payment,
          { id: one.before.providerObjectId, version: one.before.version },
          { ...one.after, version: one.before.version + 1 },
        ),
      ),
      new_subscriptions: getInserts(subscriptions).map((row) => toRow(subscription, row)),
      history: write.history.map((entry) => toRow(history, { ...entry, ...owner })),
      declines: write.history.flatMap(({ declineId }) => (declineId ? [{ id: declineId }] : [])),
      events: write.events.map((one) => toRow(event, { ...one, ...owner })),
    }),
  };
}

/** Whether the write is the payment of a session whose receipt Parley emails. */
const owesReceipt = ({ before, after }: SessionWrite): boolean =>
  after.emailsReceipt && after.status === 'paid' && before?.status !== 'paid';

/** Only a kind of `rowKinds` can be written. */
const withRow = (kind: RowKind, row: Row | null | undefined): Row => (row ? { [kind]: row } : {});

function withRows(kinds: { readonly [Kind in RowKind]?: readonly unknown[] }): Row {
  return Object.fromEntries(Object.entries(kinds).filter(([, rows]) => rows.length > 0));
}

/** A commit as the JSON object that the statement reads. */
function toCommitJson(commit: SessionCommit): Row {
  const { merchantId, mode } = commit.scope;
  const { idempotency, session } = commit;
  return {
    merchant_id: merchantId,
    mode,
    at: commit.at,
    ...(idempotency
      ? {
          method: idempotency.method,
          path: idempotency.path,
          key: idempotency.key,
          fingerprint: idempotency.fingerprint,
          outcome: idempotency.outcome,
        }
      : {}),
    ...(session ? sessionRows(commit, session) : { guarded_rows: 0 }),
  };
}

/** A commit as JSON for the statement, and which kinds of rows it has. */
export function encodeRows(commit: SessionCommit): { json: string; kinds: readonly RowKind[] } {
  const row = toCommitJson(commit);
  return { json: JSON.stringify(row), kinds: rowKinds.filter((kind) => kind in row) };
}
