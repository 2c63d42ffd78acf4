import { randomUUID } from 'node:crypto';
import type { AttemptToCheck, ProviderCursor, SubscriptionToRead } from '@parley/db';
import {
  checkAttempt,
  type Deps,
  findMissedEvents,
  type MissedEventsOptions,
  rereadSubscription,
  systemCaller,
} from '@parley/operations';
import type { SweepReport } from './sweep-report.ts';
import { sweepRows } from './sweep-rows.ts';
import { nextRows } from './sweeps.ts';

/** What is asked of the provider at once, of one kind. */
const CHECKS = 8;
/** Accounts whose lists are read at once, and for how long one reading may take. */
const ACCOUNTS = 4;
const ACCOUNT_LEASE_SECONDS = 300;
/** Seconds a subscription that could not be read is left alone: longer, the longer it was not read. */
const MIN_WAIT_SECONDS = 300;
const MAX_WAIT_SECONDS = 6 * 3_600;

/** Asks the provider about attempts that nothing was heard of; whether there may be more. */
export async function sweepAttemptChecks(deps: Deps, report: SweepReport): Promise<boolean> {
  const { providerSweeps } = deps.database;
  const due = await providerSweeps.claimAttemptChecks(nextRows(CHECKS));
  const name = (attempt: AttemptToCheck) => ({
    merchant_id: attempt.merchantId,
    proxy_session_id: attempt.proxySessionId,
    attempt_id: attempt.id,
  });
  const failed = await sweepRows(report, 'attempt_checks', due, name, async (attempt) => {
    const where = { sessionId: attempt.proxySessionId, attemptId: attempt.id };
    try {
      return await checkAttempt(deps, systemCaller(attempt), where);
    } finally {
      // Where the provider was away, it is due again by then: the claim has put it off.
      await providerSweeps.finishAttemptCheck(attempt);
    }
  });
  return due.length === CHECKS && failed < CHECKS;
}

/**
 * Reads subscriptions again that nothing was heard of for long; whether there may be more.
 * @param unreadSeconds after how long
 */
export async function sweepSubscriptions(
  deps: Deps,
  report: SweepReport,
  unreadSeconds: number,
): Promise<boolean> {
  const { providerSweeps } = deps.database;
  const due = await providerSweeps.claimSubscriptions(nextRows(CHECKS), unreadSeconds);
  const name = (subscription: SubscriptionToRead) => ({
    merchant_id: subscription.merchantId,
    subscription_id: subscription.id,
  });
  const failed = await sweepRows(report, 'subscriptions', due, name, async (subscription) => {
    let waitSeconds = waitAfterFailure(subscription);
    try {
      const result = await rereadSubscription(deps, systemCaller(subscription), subscription);
      if (result === 'read') waitSeconds = 0;
      return result;
    } finally {
      await providerSweeps.finishSubscription(subscription, waitSeconds);
    }
  });
  // Where the provider is away the next ones would only fail as well.
  return due.length === CHECKS && failed < CHECKS;
}

function waitAfterFailure({ unreadSeconds }: SubscriptionToRead): number {
  return Math.min(MAX_WAIT_SECONDS, Math.max(MIN_WAIT_SECONDS, unreadSeconds / 16));
}

/** Finds the provider's events that never came; whether there may be more accounts to read. */
export async function sweepMissedEvents(
  deps: Deps,
  report: SweepReport,
  options: MissedEventsOptions,
): Promise<boolean> {
  const due = await deps.database.providerSweeps.claimProviderCursors({
    token: randomUUID(),
    seconds: ACCOUNT_LEASE_SECONDS,
    limit: ACCOUNTS,
  });
  const found = await Promise.all(due.map((cursor) => readAccount(deps, report, cursor, options)));
  report.tell('missed_events', { found: found.reduce((sum, one) => sum + one, 0) });
  return due.length === ACCOUNTS;
}

async function readAccount(
  deps: Deps,
  { logger }: SweepReport,
  cursor: ProviderCursor,
  options: MissedEventsOptions,
): Promise<number> {
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
    if (found > 0) logger.warn({ msg: 'missed events', ...line, found });
    return found;
  } catch (err) {
    logger.warn({ msg: 'sweep failed', ...line, failures: cursor.failures + 1, err });
    return 0;
  }
}
