import type { AttemptRecord, SessionLoad } from '@parley/db';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { findReplay, type Outcome, outputOf, replay } from '../request/outcome.ts';
import { type Committer, commitDecision } from './commit-decision.ts';
import { sessionNotFound } from './load-session.ts';
import { SessionChange } from './session-change.ts';

/** How often a change is decided without a lock, before it locks the session. */
const MAX_UNLOCKED_TRIES = 2;

type Work<T> = (change: SessionChange) => Promise<T> | T;

/**
 * Reads a session, runs `work` on it and commits the changes that `work` made, if the session is still
 * the one that was read. Otherwise `work` runs again, so its only side effects must be those on the
 * change. With an idempotency key the outcome is stored, and a repeated request gets it.
 * @throws DomainError not_found when the caller has no such session, idempotency_key_reused,
 *   idempotency_in_flight, and whatever `work` throws
 */
export async function changeSession<T>(
  deps: Deps,
  caller: Caller,
  sessionId: string,
  work: Work<T>,
): Promise<T> {
  for (let tries = 0; tries < MAX_UNLOCKED_TRIES; tries++) {
    const load = await deps.database.loadSession(caller, sessionId, caller.idempotency);
    const outcome = await decide(deps, caller, load, deps.database, work);
    if (outcome !== 'conflict') return outputOf(outcome);
  }
  return outputOf(await changeLockedSession(deps, caller, sessionId, work));
}

/** Like `changeSession`, while no other request can change the session. For one that changes all the time. */
function changeLockedSession<T>(
  deps: Deps,
  caller: Caller,
  sessionId: string,
  work: Work<T>,
): Promise<Outcome<T>> {
  return deps.database.transaction(caller, async (tx) => {
    const session = await tx.sessions.lock(sessionId);
    const stored = caller.idempotency ? await tx.idempotency.find(caller.idempotency) : null;
    const outcome = await decide(deps, caller, session && { session, stored }, tx, work, tx);
    if (outcome === 'conflict') throw new Error('a commit in a transaction has no conflict');
    return outcome;
  });
}

/**
 * Decides a change of a loaded session and commits it.
 * @returns 'conflict' when nothing was written, because the session has changed since
 */
async function decide<T>(
  deps: Deps,
  caller: Caller,
  load: SessionLoad | null,
  committer: Committer,
  work: Work<T>,
  repositories = deps.database.forScope(caller),
): Promise<Outcome<T> | 'conflict'> {
  if (caller.idempotency && load?.stored) return replay(caller.idempotency, load.stored);
  const replayed = load ? null : await findReplay<T>(deps, caller);
  if (replayed) return replayed;
  return commitDecision(
    committer,
    caller,
    load?.session.now ?? (await deps.database.now()),
    async () => {
      if (!load) throw sessionNotFound();
      const change = new SessionChange(deps, caller, repositories, load.session);
      const output = await work(change);
      return { output, session: change.collect() };
    },
  );
}

/**
 * Like `changeSession`, for what was decided from an attempt that was read before. When
 * the attempt's version has changed since, `work` does not run. Replacing an attempt raises its
 * version too, so one that was current when it was read is still current when `work` runs.
 * @returns the result of `work`, or 'stale' when it did not run
 */
export async function changeIfUnchanged<T>(
  deps: Deps,
  caller: Caller,
  read: AttemptRecord,
  work: (change: SessionChange, attempt: AttemptRecord) => Promise<T> | T,
): Promise<T | 'stale'> {
  return changeSession(deps, caller, read.proxySessionId, async (change) => {
    const attempt = await change.findAttempt(read.id);
    return attempt.version === read.version ? work(change, attempt) : 'stale';
  });
}
