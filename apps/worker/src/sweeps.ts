import type { Scope } from '@parley/db';
import {
  type Caller,
  type Deps,
  expireSession,
  loseAttempt,
  systemCaller,
} from '@parley/operations';
import type { Logger } from 'pino';

/** Sessions one round takes. Any number of workers may sweep: the session's lock decides. */
const BATCH = 50;

/** Ends the sessions whose deadline has passed; whether there may be more. */
export async function sweepExpiredSessions(deps: Deps, logger: Logger): Promise<boolean> {
  const due = await deps.database.findExpiredSessions(BATCH);
  return sweep(due, 'expired', logger, (caller, id) => expireSession(deps, caller, id));
}

/** Marks the reservations whose outcome nobody knows; whether there may be more. */
export async function sweepLostAttempts(deps: Deps, logger: Logger): Promise<boolean> {
  const due = await deps.database.findLostAttempts(BATCH);
  return sweep(due, 'lost', logger, (caller, id) => loseAttempt(deps, caller, id));
}

async function sweep(
  due: readonly (Scope & { readonly id: string })[],
  what: string,
  logger: Logger,
  apply: (caller: Caller, id: string) => Promise<boolean>,
): Promise<boolean> {
  let changed = 0;
  for (const session of due) {
    try {
      if (await apply(systemCaller(session), session.id)) changed += 1;
    } catch (err) {
      // One that cannot be ended now must not hold up the others; the next round tries again.
      logger.warn({ msg: 'sweep failed', sweep: what, proxy_session_id: session.id, err });
    }
  }
  if (changed > 0) logger.info({ msg: 'sweep', sweep: what, changed });
  return due.length === BATCH && changed > 0;
}
