import { randomUUID } from 'node:crypto';
import type { DueSession, Lease, Scope } from '@parley/db';
import { type Deps, expireSession, markAttemptUnknown, systemCaller } from '@parley/operations';
import type { SweepReport } from './sweep-report.ts';
import { sweepRows } from './sweep-rows.ts';

const LEASE_SECONDS = 60;
/** Rows one worker works on at once. */
const BATCH = 8;
/** Parked events put back at once. */
const REPLAYS = 100;

/** A lease of this worker's own on the next rows of a sweep. */
export const nextRows = (limit = BATCH): Lease => ({
  token: randomUUID(),
  seconds: LEASE_SECONDS,
  limit,
});

/** Ends the sessions whose deadline has passed; whether there may be more. */
export async function sweepExpiredSessions(deps: Deps, report: SweepReport): Promise<boolean> {
  const due = await deps.database.dueSessions.claimExpired(nextRows());
  await sweepRows(report, 'expired_sessions', due, nameOf, async (session) =>
    (await expireSession(deps, systemCaller(session), session.id)) ? 'expired' : 'held',
  );
  return due.length === BATCH;
}

/** Marks the reservations whose outcome nobody knows; whether there may be more. */
export async function sweepLostAttempts(deps: Deps, report: SweepReport): Promise<boolean> {
  const due = await deps.database.dueSessions.claimOverdueReservations(nextRows());
  await sweepRows(report, 'lost_attempts', due, nameOf, async (session) =>
    (await markAttemptUnknown(deps, systemCaller(session), session.id)) ? 'lost' : 'held',
  );
  return due.length === BATCH;
}

/** Puts events that matched nothing back into the queue now and then; whether there may be more. */
export async function sweepParkedEvents(deps: Deps, report: SweepReport): Promise<boolean> {
  const replayed = await deps.database.providerSweeps.replayParkedEvents(REPLAYS);
  report.tell('parked_events', { replayed });
  return replayed === REPLAYS;
}

const nameOf = (session: Scope & Pick<DueSession, 'id'>) => ({
  merchant_id: session.merchantId,
  proxy_session_id: session.id,
});
