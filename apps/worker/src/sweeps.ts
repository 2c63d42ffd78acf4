import type { DueMerchant, DueSession, Scope } from '@parley/db';
import { type Deps, expireSessions, markAttemptUnknown, systemCaller } from '@parley/operations';
import { createLease } from './leases.ts';
import { logFailure, sweepRows } from './sweep-rows.ts';
import type { WorkerReport } from './worker-report.ts';

/** Rows that one worker processes at once. */
const BATCH = 8;
/** Expired sessions per round. */
const EXPIRED_BATCH = 400;

/**
 * Expires sessions whose deadline has passed, those of each merchant together. Sessions with a payment
 * in progress are held. Returns whether there may be more.
 */
export async function sweepExpiredSessions(
  deps: Deps,
  report: WorkerReport,
  merchants: readonly DueMerchant[],
): Promise<boolean> {
  const due = await deps.database.dueSessions.claimExpired(createLease(EXPIRED_BATCH), merchants);
  const byScope = Map.groupBy(due, ({ merchantId, mode }) => `${merchantId} ${mode}`);
  const expiries: Promise<unknown>[] = [];
  for (const sessions of byScope.values()) {
    expiries.push((await beginExpiry(deps, report, sessions)).written);
  }
  await Promise.all(expiries);
  return due.length > 0;
}

/**
 * Reads and decides the sessions of one merchant. Returns their writes, which do not delay those of
 * other merchants.
 */
async function beginExpiry(
  deps: Deps,
  report: WorkerReport,
  sessions: readonly DueSession[],
): Promise<{ readonly written: Promise<unknown> }> {
  const [first] = sessions;
  const ids = sessions.map(({ id }) => id);
  const sweep = 'expired_sessions';
  try {
    const results = first && (await expireSessions(deps, systemCaller(first), ids));
    const readResult = async ({ id }: DueSession) => (await results?.get(id)) ?? 'held';
    return { written: sweepRows(report, sweep, sessions, sessionLogFields, readResult) };
  } catch (error) {
    logFailure(report, { sweep, merchant_id: first?.merchantId }, error);
    report.recordSweep(sweep, { failed: sessions.length });
    return { written: Promise.resolve() };
  }
}

/** Marks reserved attempts as unknown after their retry deadline. Returns whether there may be more. */
export async function sweepOverdueReservations(
  deps: Deps,
  report: WorkerReport,
  merchants: readonly DueMerchant[],
): Promise<boolean> {
  const due = await deps.database.dueSessions.claimOverdueReservations(
    createLease(BATCH),
    merchants,
  );
  await sweepRows(report, 'overdue_reservations', due, sessionLogFields, async (session) =>
    (await markAttemptUnknown(deps, systemCaller(session), session.id)) ? 'marked_unknown' : 'held',
  );
  return due.length > 0;
}

const sessionLogFields = (session: Scope & Pick<DueSession, 'id'>) => ({
  merchant_id: session.merchantId,
  proxy_session_id: session.id,
});
