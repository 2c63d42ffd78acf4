import { randomUUID } from 'node:crypto';
import type { ProviderCursor, Scope } from '@parley/db';
import {
  type Caller,
  checkAttempt,
  type Deps,
  expireSession,
  findMissedEvents,
  loseAttempt,
  type MissedEventsOptions,
  systemCaller,
} from '@parley/operations';
import type { Logger } from 'pino';

/** Sessions one round takes. Any number of workers may sweep: the session's lock decides. */
const BATCH = 50;
/** Attempts the provider is asked about at once. */
const CHECKS = 8;
/** Accounts whose lists are read at once, and for how long one reading may take. */
const ACCOUNTS = 4;
const ACCOUNT_LEASE_SECONDS = 300;

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

/** Asks the provider about attempts that nothing was heard of; whether there may be more. */
export async function sweepAttemptChecks(deps: Deps, logger: Logger): Promise<boolean> {
  const due = await deps.database.providerSweeps.claimAttemptChecks(CHECKS);
  await Promise.all(
    due.map(async (attempt) => {
      const where = { sessionId: attempt.proxySessionId, attemptId: attempt.id };
      const line = {
        sweep: 'attempt_checks',
        merchant_id: attempt.merchantId,
        proxy_session_id: where.sessionId,
        attempt_id: where.attemptId,
      };
      try {
        const result = await checkAttempt(deps, systemCaller(attempt), where);
        logger.info({ msg: 'sweep', ...line, result });
      } catch (err) {
        // It is due again by then: the claim has put it off.
        logger.warn({ msg: 'sweep failed', ...line, err });
      }
    }),
  );
  return due.length === CHECKS;
}

/** Finds the provider's events that never came; whether there may be more accounts to read. */
export async function sweepMissedEvents(
  deps: Deps,
  logger: Logger,
  options: MissedEventsOptions,
): Promise<boolean> {
  const due = await deps.database.providerSweeps.claimProviderCursors({
    token: randomUUID(),
    seconds: ACCOUNT_LEASE_SECONDS,
    limit: ACCOUNTS,
  });
  await Promise.all(due.map((cursor) => readAccount(deps, logger, cursor, options)));
  return due.length === ACCOUNTS;
}

async function readAccount(
  deps: Deps,
  logger: Logger,
  cursor: ProviderCursor,
  options: MissedEventsOptions,
): Promise<void> {
  const line = {
    sweep: 'missed_events',
    merchant_id: cursor.merchantId,
    psp_config_id: cursor.pspConfigId,
    since: cursor.readUntil.toISOString(),
  };
  try {
    const { found, gapFrom } = await findMissedEvents(deps, cursor, options);
    if (gapFrom) {
      const from = gapFrom.toISOString();
      logger.error({ msg: 'events of the provider may be lost', ...line, gap_from: from });
    }
    if (found > 0) logger.warn({ msg: 'sweep', ...line, found });
  } catch (err) {
    logger.warn({ msg: 'sweep failed', ...line, failures: cursor.failures + 1, err });
  }
}

/** Puts events that matched nothing back into the queue now and then; whether there may be more. */
export async function sweepParkedEvents(deps: Deps, logger: Logger): Promise<boolean> {
  const replayed = await deps.database.providerSweeps.replayParkedEvents(BATCH);
  if (replayed > 0) logger.info({ msg: 'sweep', sweep: 'parked_events', replayed });
  return replayed === BATCH;
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
