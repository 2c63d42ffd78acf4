import { DomainError, isUnfinished } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { loadSession } from '../session-change/load-session.ts';
import { dueTask } from '../session-change/provider-check.ts';
import { closeRoot, closeSetup } from './close-root.ts';
import type { AttemptOf } from './observe-attempt.ts';
import { type Resolution, resolveUnknownAttempt } from './resolve-unknown.ts';
import { syncAttempt } from './sync-attempt.ts';

/** The result of a check; after `missing`, `setup_closed` and `root_closed` there is nothing to check again. */
export type CheckResult =
  | Resolution
  | 'closed'
  | 'read'
  /** The provider has no object with the attached id. */
  | 'missing'
  | 'setup_closed'
  /** The open object of an attempt that had ended. */
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
      if (!root && isUnread) return 'missing';
      return isUnfinished(attempt.status) ? 'closed' : 'root_closed';
    }
    case 'end_setup':
    case 'close_setup':
      await closeSetup(deps, caller, attempt, task === 'end_setup');
      return 'setup_closed';
    case 'resolve':
      return resolveUnknownAttempt(deps, caller, attempt);
    case 'read':
    case null: {
      const result = await syncAttempt(deps, caller, where);
      return task === 'read' && isUnread && result === 'not_found' ? 'missing' : 'read';
    }
  }
}
