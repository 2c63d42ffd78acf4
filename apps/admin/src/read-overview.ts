import {
  type Database,
  type DueKind,
  type MerchantDetails,
  type StuckPaymentKind,
  stuckPaymentKinds,
} from '@parley/db';
import { getMerchants } from './context.ts';
import { queueViews } from './queue-view.ts';

/** The names of queues, and the work of which their rows are. Those without a depth count due rows. */
const queueKinds: Readonly<Record<string, readonly DueKind[]>> = {
  'events without deliveries': ['waiting_events'],
  'webhook deliveries': ['endpoint_queues', 'slow_endpoint_queues'],
  'provider events': ['provider_events'],
  receipts: ['receipt_mails'],
  'sessions to expire': ['expired_sessions'],
  'reservations to end': ['overdue_reservations'],
  'attempts to read': ['attempt_checks'],
  'subscriptions to read': ['subscriptions'],
  'provider event lists to read': ['provider_cursors'],
};

/** Audit entries of a suspended merchant in which its suspension is searched. */
const MAX_AUDIT_ENTRIES = 100;

/** What an operator sees of all merchants. Lists have up to `limit` rows. */
export async function readOverview(database: Database, limit: number) {
  const { diagnostics } = database;
  const merchants = await getMerchants(database).list();
  const now = await database.now();
  const stuck = await readStuckPayments(database, limit);
  const cursors = await diagnostics.listProviderCursors(limit);
  const sweeps = await database.sweeps.list();
  const actions = await diagnostics.listLastOperatorActions(limit);
  const entries = await diagnostics.listOperatorAuditEntries(limit);
  const { isOn, lastArchivedAt, failingSegment } = await diagnostics.readWalArchive();
  return {
    merchants: await readMerchants(database, merchants, limit),
    queues: await readQueues(database, now),
    stuck_payments: stuck.rows,
    /** Shards of Citus that did not respond. Their merchants are missing in `stuck_payments`. */
    failed_shards: stuck.failedShards,
    provider_event_lists: cursors.map((cursor) => ({
      psp_config_id: cursor.providerConfigId,
      merchant_id: cursor.merchantId,
      mode: cursor.mode,
      /** All events of the account up to here are stored. */
      read_until: cursor.readUntil.toISOString(),
      gap_from: cursor.gapFrom?.toISOString() ?? null,
      failures: cursor.failures,
    })),
    sweeps: sweeps.map(({ name, dueAt, leasedUntil }) => ({
      name,
      due_at: dueAt.toISOString(),
      is_running: leasedUntil !== null && leasedUntil > now,
      late_seconds: Math.max(0, (now.getTime() - dueAt.getTime()) / 1_000),
    })),
    wal_archive: {
      is_on: isOn,
      last_archived_at: lastArchivedAt?.toISOString() ?? null,
      failing_segment: failingSegment,
    },
    last_operator_actions: actions.map(({ action, operator, createdAt }) => ({
      action,
      operator,
      created_at: createdAt.toISOString(),
    })),
    /** Actions of operators on one merchant each. */
    operator_audit_entries: entries.map((entry) => ({
      action: entry.action,
      operator: entry.operator,
      merchant_id: entry.merchantId,
      object_id: entry.objectId,
      created_at: entry.createdAt.toISOString(),
    })),
  };
}

export type Overview = Awaited<ReturnType<typeof readOverview>>;

async function readMerchants(
  database: Database,
  merchants: readonly MerchantDetails[],
  limit: number,
) {
  const suspended = merchants
    .flatMap(({ id, name, suspendedAt }) => (suspendedAt ? [{ id, name, suspendedAt }] : []))
    .toSorted((one, other) => one.suspendedAt.getTime() - other.suspendedAt.getTime());
  const listed = suspended.slice(0, limit).map(async ({ suspendedAt, ...merchant }) => ({
    ...merchant,
    suspended_at: suspendedAt.toISOString(),
    suspended_by: await findSuspender(database, merchant.id),
  }));
  return {
    total: merchants.length,
    suspended: suspended.length,
    suspended_merchants: await Promise.all(listed),
  };
}

/** Who suspended a merchant, by its audit log; null if the log no longer has it. */
async function findSuspender(
  database: Database,
  merchantId: MerchantDetails['id'],
): Promise<string | null> {
  const { audit } = database.forScope({ merchantId, mode: 'live' });
  const { entries } = await audit.list({ objectId: merchantId, limit: MAX_AUDIT_ENTRIES });
  return entries.find(({ action }) => action === 'merchant.suspended')?.actorId ?? null;
}

/** Each queue with the merchant whose rows have been due for the longest time. */
async function readQueues(database: Database, now: Date) {
  const depths = queueViews(await database.diagnostics.readQueueDepths());
  const waiting = await database.diagnostics.listWaitingMerchants();
  const names = new Set([...depths.map(({ name }) => name), ...Object.keys(queueKinds)]);
  return [...names].map((name) => {
    const kinds = queueKinds[name] ?? [];
    const found = waiting.filter(({ kind }) => kinds.includes(kind));
    const [longest] = found.toSorted((one, other) => one.since.getTime() - other.since.getTime());
    const dueSeconds = longest ? (now.getTime() - longest.since.getTime()) / 1_000 : 0;
    const due = found.reduce((sum, { rows }) => sum + rows, 0);
    const depth = depths.find((one) => one.name === name);
    return {
      name,
      waiting: depth?.waiting ?? due,
      lag_seconds: depth ? depth.lag_seconds : Math.max(0, dueSeconds),
      /** Merchants with rows that are due. */
      merchants: new Set(found.map(({ merchantId }) => merchantId)).size,
      longest_waiting_merchant: longest?.merchantId ?? null,
    };
  });
}

async function readStuckPayments(database: Database, limit: number) {
  const lists = [];
  for (const kind of stuckPaymentKinds)
    lists.push(await database.diagnostics.listStuckPayments(kind, limit));
  return {
    failedShards: Math.max(...lists.map(({ failedShards }) => failedShards)),
    rows: lists.flatMap(({ rows }) =>
      rows.map(({ kind, merchantId, mode, count, oldestId, oldestAt }) => ({
        kind,
        merchant_id: merchantId,
        mode,
        /** Up to 100. */
        count,
        oldest_id: oldestId,
        oldest_at: oldestAt.toISOString(),
      })),
    ),
  };
}

/** What a kind of stuck payments means. */
export const stuckPaymentNames: Readonly<Record<StuckPaymentKind, string>> = {
  payment_conflict: 'payment conflict',
  unknown_attempt: 'attempt with unknown result',
  processing_attempt: 'processing for a week',
  late_reservation: 'reservation overdue for 15 min',
  late_attempt_check: 'provider not read for 15 min',
  parked_provider_event: 'provider event parked',
  failed_provider_event: 'provider event failed',
};
