import type { DueMerchant, Lease, ProviderCursor, Scope, SubscriptionToRead } from '@parley/db';
import {
  checkAttempt,
  type Deps,
  findMissedEvents,
  MISSING_OBJECT_SECONDS,
  type MissedEventsOptions,
  rereadSubscription,
  systemCaller,
} from '@parley/operations';
import { claimInSlots, type FairSlots } from './fair-slots.ts';
import { createLease } from './leases.ts';
import { logFailure, sweepRows } from './sweep-rows.ts';
import type { WorkerReport } from './worker-report.ts';

/** Reads from the provider that each sweep does at once. */
export const CHECKS = 8;
/** Seconds before a subscription that could not be read is tried again, growing with its age. */
const MIN_WAIT_SECONDS = 300;
const MAX_WAIT_SECONDS = 6 * 3_600;

/**
 * Begins to read attempts without events from the provider, in the given slots. Returns whether there may be
 * more.
 */
export function sweepAttemptChecks(
  deps: Deps,
  report: WorkerReport,
  slots: FairSlots,
  merchants: readonly DueMerchant[],
): Promise<boolean> {
  const { providerSweeps } = deps.database;
  return readInSlots(report, 'attempt_checks', slots, merchants, {
    claim: providerSweeps.claimAttemptChecks,
    logFields: (attempt) => ({
      merchant_id: attempt.merchantId,
      proxy_session_id: attempt.proxySessionId,
      attempt_id: attempt.id,
    }),
    async read(attempt) {
      const where = { sessionId: attempt.proxySessionId, attemptId: attempt.id };
      try {
        const result = await checkAttempt(deps, systemCaller(attempt), where);
        if (result === 'given_up' || result === 'setup_closed' || result === 'root_closed')
          await providerSweeps.cancelAttemptCheck(attempt);
        if (result === 'missing')
          await providerSweeps.postponeAttemptCheck(attempt, MISSING_OBJECT_SECONDS);
        return result;
      } finally {
        // If the provider was not available, the claim has already set the next check.
        await providerSweeps.finishAttemptCheck(attempt);
      }
    },
  });
}

/** Rows whose objects are read from the provider. */
interface Reads<Row extends Scope> {
  claim(lease: Lease, merchants: readonly DueMerchant[]): Promise<readonly Row[]>;
  /** Identifies a row in the log. */
  logFields(row: Row): Readonly<Record<string, string>>;
  /** Returns the result of a row as one word. */
  read(row: Row): Promise<string>;
}

/** Begins to read rows in free slots: an account that responds slowly does not delay those of other merchants. */
async function readInSlots<Row extends Scope>(
  report: WorkerReport,
  sweep: string,
  slots: FairSlots,
  merchants: readonly DueMerchant[],
  { claim, logFields, read }: Reads<Row>,
): Promise<boolean> {
  const due = await claimInSlots(slots, merchants, (served) =>
    claim(createLease(slots.free), served),
  );
  if (!due) return true;
  const failed = await slots.wait(
    sweepRows(report, sweep, due, logFields, (row) => slots.hold(row.merchantId, read(row))),
  );
  return due.length > 0 && !isProviderDown(due, failed);
}

/**
 * Whether all rows of a full round failed, of several merchants: then the next rows would probably fail too.
 * If they are of one merchant, only its account cannot be reached.
 */
function isProviderDown(due: readonly Scope[], failed: number | undefined): boolean {
  return failed === CHECKS && new Set(due.map(({ merchantId }) => merchantId)).size > 1;
}

/**
 * Begins to read subscriptions without recent events from the provider, in the given slots. Returns whether
 * there may be more.
 * @param unreadSeconds seconds without an event or read after which a subscription is due
 */
export function sweepSubscriptions(
  deps: Deps,
  report: WorkerReport,
  slots: FairSlots,
  unreadSeconds: number,
  merchants: readonly DueMerchant[],
): Promise<boolean> {
  const { providerSweeps } = deps.database;
  return readInSlots(report, 'subscriptions', slots, merchants, {
    claim: (lease, due) => providerSweeps.claimSubscriptions(lease, unreadSeconds, due),
    logFields: ({ merchantId, id }) => ({ merchant_id: merchantId, subscription_id: id }),
    async read(subscription) {
      let waitSeconds = waitAfterFailure(subscription);
      try {
        const result = await rereadSubscription(deps, systemCaller(subscription), subscription);
        if (result === 'read') waitSeconds = 0;
        return result;
      } finally {
        await providerSweeps.finishSubscription(subscription, waitSeconds);
      }
    },
  });
}

function waitAfterFailure({ unreadSeconds }: SubscriptionToRead): number {
  return Math.min(MAX_WAIT_SECONDS, Math.max(MIN_WAIT_SECONDS, unreadSeconds / 16));
}

/**
 * Begins to read the event lists of accounts, in the given slots, to find provider events that were never
 * received. Returns whether more accounts may be due.
 */
export async function sweepMissedEvents(
  deps: Deps,
  report: WorkerReport,
  options: MissedEventsOptions,
  slots: FairSlots,
  merchants: readonly DueMerchant[],
): Promise<boolean> {
  const { claimProviderCursors } = deps.database.providerSweeps;
  const due = await claimInSlots(slots, merchants, (served) =>
    claimProviderCursors(createLease(slots.free), served),
  );
  if (!due) return true;
  const reads = due.map(async (cursor) => {
    const { found, failed } = await slots.hold(
      cursor.merchantId,
      readAccount(deps, report, cursor, options),
    );
    report.recordSweep('missed_events', { found, failed: Number(failed) });
  });
  await slots.wait(Promise.all(reads));
  return due.length > 0;
}

/** Reads the list of one account. Returns the number of missed events, and whether it failed. */
async function readAccount(
  deps: Deps,
  report: WorkerReport,
  cursor: ProviderCursor,
  options: MissedEventsOptions,
): Promise<{ found: number; failed: boolean }> {
  const { logger } = report;
  const line = {
    sweep: 'missed_events',
    merchant_id: cursor.merchantId,
    psp_config_id: cursor.providerConfigId,
    since: cursor.readUntil.toISOString(),
  };
  try {
    const { found, refused, gapFrom, error } = await findMissedEvents(deps, cursor, options);
    if (gapFrom) {
      const from = gapFrom.toISOString();
      logger.error({ msg: 'events of the provider may be lost', ...line, gap_from: from });
    }
    if (refused.length > 0) {
      logger.error({ msg: 'events of the provider not stored', ...line, event_ids: refused });
    }
    if (found > 0) logger.warn({ msg: 'missed events', ...line, found });
    if (error !== undefined) logFailure(report, line, error);
    return { found, failed: error !== undefined };
  } catch (err) {
    logFailure(report, line, err);
    return { found: 0, failed: true };
  }
}
