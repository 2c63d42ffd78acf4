import type { AttemptRecord } from '@parley/db';
import { DomainError, hasPassed, isUnfinished } from '@parley/domain';
import { canTakeMoney } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { changeIfAttemptUnchanged } from '../session-change/change-session.ts';
import { loadSession } from '../session-change/load-session.ts';
import { dueTask } from '../session-change/provider-check.ts';
import { boundRoot } from './bind-root.ts';
import { closeSetup } from './close-setup.ts';
import type { AttemptOf } from './observe-attempt.ts';
import { type ResolveResult, resolveUnknownAttempt } from './resolve-unknown.ts';
import { closeRoot, syncAttempt } from './sync-attempt.ts';

/** Seconds without a write after which an attempt ends whose object the provider does not have. */
export const MISSING_OBJECT_SECONDS = 600;

/** Milliseconds after which a page of the provider has expired: no failed payment can be made again on it. */
const PAGE_MS = 24 * 60 * 60_000;

/** The result of a check; after `given_up`, `setup_closed` and `root_closed` there is nothing to check again. */
export type CheckResult =
  | ResolveResult
  | 'closed'
  | 'read'
  /** The provider has no object with the attached id yet. */
  | 'missing'
  /** The provider still has no object with the attached id, and the attempt has ended. */
  | 'given_up'
  | 'setup_closed'
  /** The open object of an attempt that had ended is closed, or has expired. */
  | 'root_closed';

/**
 * Does what is due at the provider for an attempt when its `provider_check_at` has come, or reads it
 * because it is in progress without a recent event.
 * @throws DomainError not_found; provider_error, service_unavailable when the provider does not respond
 */
export async function checkAttempt(
  deps: Deps,
  caller: Caller,
  where: AttemptOf,
): Promise<CheckResult> {
  const [loaded, attempt] = await Promise.all([
    loadSession(deps, caller, where.sessionId),
    deps.database.forScope(caller).attempts.find(where.sessionId, where.attemptId),
  ]);
  if (!attempt) throw new DomainError('not_found');
  const isUnread = attempt.providerRootObjectId !== null && attempt.providerCreatedAt === null;
  const task = dueTask(loaded, attempt);
  switch (task) {
    case 'close_root': {
      const root = await closeRoot(deps, caller, attempt);
      if (!root && isUnread) return giveUpMissing(deps, caller, attempt);
      // An object that is being paid again cannot be closed: its outcome has to be read.
      const isLive = isUnfinished(attempt.status) || (root !== null && canTakeMoney(root.outcome));
      return isLive ? 'closed' : 'root_closed';
    }
    case 'end_setup':
    case 'close_setup':
      await closeSetup(deps, caller, attempt, task === 'end_setup');
      return 'setup_closed';
    case 'resolve':
      return resolveUnknownAttempt(deps, caller, attempt);
    case 'read':
    case null: {
      const expiry = new Date(attempt.updatedAt.getTime() + PAGE_MS);
      const isOver =
        attempt.status === 'failed' &&
        hasPassed(expiry, loaded.now) &&
        !(await isBeingPaid(deps, caller, attempt));
      // It records a payment that has arrived since.
      const result = await syncAttempt(deps, caller, where);
      if (task === 'read' && isUnread && result === 'not_found')
        return giveUpMissing(deps, caller, attempt);
      return isOver && result !== 'overtaken' ? 'root_closed' : 'read';
    }
  }
}

/** Whether the object of a failed attempt is being paid again: a bank debit takes days. */
async function isBeingPaid(deps: Deps, caller: Caller, attempt: AttemptRecord): Promise<boolean> {
  const object = boundRoot(attempt);
  const provider = await getAttemptProvider(deps, caller, attempt);
  const root = object && (await provider.readRoot(object));
  return root !== null && canTakeMoney(root.outcome);
}

/**
 * Ends an attempt whose object the provider does not have, because its id is mistyped or one of another account:
 * no event would ever end it. A payment that arrives all the same counts.
 */
async function giveUpMissing(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
): Promise<'missing' | 'given_up'> {
  const result = await changeIfAttemptUnchanged(deps, caller, attempt, (change, unchanged) => {
    const end = new Date(unchanged.updatedAt.getTime() + MISSING_OBJECT_SECONDS * 1_000);
    if (!hasPassed(end, change.now)) return 'missing' as const;
    change.applyFact('canceled', unchanged, { reason: 'object_missing' });
    return 'given_up' as const;
  });
  return result === 'stale' ? 'missing' : result;
}
