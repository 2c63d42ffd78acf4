import { randomUUID } from 'node:crypto';
import type { DueSession, Lease, Scope } from '@parley/db';
import { type Deps, expireSession, markAttemptUnknown, systemCaller } from '@parley/operations';
import { type SweepReport, sweepRows } from './sweep-report.ts';

const LEASE_SECONDS = 60;
/** Rows that one worker processes at once. */
const BATCH = 8;

/** A new lease on the next rows of a sweep. */
export const createLease = (limit = BATCH): Lease => ({
  token: randomUUID(),
  seconds: LEASE_SECONDS,
  limit,
});

/** Expires sessions whose deadline has passed. Returns whether there may be more. */
export async function sweepExpiredSessions(deps: Deps, report: SweepReport): Promise<boolean> {
  const due = await deps.database.dueSessions.claimExpired(createLease());
  await sweepRows(report, 'expired_sessions', due, sessionLogFields, async (session) =>
    (await expireSession(deps, systemCaller(session), session.id)) ? 'expired' : 'held',
  );
  return due.length === BATCH;
}

/** Marks reserved attempts as unknown after their retry deadline. Returns whether there may be more. */
export async function sweepLostAttempts(deps: Deps, report: SweepReport): Promise<boolean> {
  const due = await deps.database.dueSessions.claimOverdueReservations(createLease());
  await sweepRows(report, 'lost_attempts', due, sessionLogFields, async (session) =>
    (await markAttemptUnknown(deps, systemCaller(session), session.id)) ? 'lost' : 'held',
  );
  return due.length === BATCH;
}

const sessionLogFields = (session: Scope & Pick<DueSession, 'id'>) => ({
  merchant_id: session.merchantId,
  proxy_session_id: session.id,
});
