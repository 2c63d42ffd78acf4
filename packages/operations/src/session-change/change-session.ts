import type { AttemptRecord, Repositories, SessionState, SessionWithOutcome } from '@parley/db';
import { type Caller, withoutIdempotency } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { once } from '../request/in-transaction.ts';
import { findReplay, getOutput, type Outcome, replay } from '../request/outcome.ts';
import { requireCurrentPermission } from '../request/require-current-permission.ts';
import { commitDecision, type Decision } from './commit-decision.ts';
import { loadSession, sessionNotFound } from './load-session.ts';
import { SessionChange } from './session-change.ts';

/** How often a change is decided without a lock, before it locks the session. */
const MAX_UNLOCKED_TRIES = 2;

type Work<T> = (change: SessionChange) => Promise<T> | T;

/**
 * Reads a session, runs `work` on it and commits the changes that `work` made, if the session is still
 * the one that was read. Otherwise `work` runs again, so its only side effects must be those on the
 * change. With an idempotency key the outcome is stored, and a repeated request gets it.
 * @param first the session as the caller has just read it with its outcome; read if omitted
 * @throws DomainError not_found when the caller has no such session, idempotency_key_reused,
 *   idempotency_in_flight, and whatever `work` throws
 */
export async function changeSession<T>(
  deps: Deps,
  caller: Caller,
  sessionId: string,
  work: Work<T>,
  first: SessionWithOutcome | null = null,
): Promise<T> {
  // The permission of a person is checked in the transaction that writes.
  const maxUnlockedTries = caller.actor.kind === 'user' ? 0 : MAX_UNLOCKED_TRIES;
  for (let tries = 0; tries < maxUnlockedTries; tries++) {
    const read = tries === 0 ? first : null;
    const loaded = read ?? (await deps.database.findSession(caller, sessionId, caller.idempotency));
    const outcome = await tryChange(deps, caller, loaded, work);
    if (outcome !== 'conflict') return getOutput(outcome);
  }
  return getOutput(await changeLockedSession(deps, caller, sessionId, work));
}

/**
 * Like `changeSession`, while no other request can change the session. For one that changes all the
 * time, and for persons. The session is locked before the idempotency key, in the order of the other
 * commits.
 */
function changeLockedSession<T>(
  deps: Deps,
  caller: Caller,
  sessionId: string,
  work: Work<T>,
): Promise<Outcome<T>> {
  return deps.database.transaction(caller, async (tx) => {
    await requireCurrentPermission(tx, caller);
    const state = await tx.sessions.lock(sessionId);
    return once(tx, caller, async () => {
      const { output, session } = await decide(deps, caller, state, work, tx);
      const { merchantId, mode } = caller;
      const at = state?.now ?? (await tx.now());
      if (session) {
        await tx.commit({ scope: { merchantId, mode }, at, idempotency: null, session });
      }
      return output;
    });
  });
}

/**
 * Decides a change of a loaded session and commits it.
 * @returns 'conflict' when nothing was written, because the session has changed since
 */
async function tryChange<T>(
  deps: Deps,
  caller: Caller,
  loaded: SessionWithOutcome | null,
  work: Work<T>,
): Promise<Outcome<T> | 'conflict'> {
  const storedOutcome = loaded?.storedOutcome;
  if (caller.idempotency && storedOutcome) return replay(caller.idempotency, storedOutcome);
  const replayed = loaded ? null : await findReplay<T>(deps, caller);
  if (replayed) return replayed;
  const at = loaded?.session.now ?? (await deps.database.now());
  return commitDecision(deps, caller, at, () =>
    decide(deps, caller, loaded?.session ?? null, work),
  );
}

/** @throws DomainError not_found, and whatever `work` throws */
async function decide<T>(
  deps: Deps,
  caller: Caller,
  state: SessionState | null,
  work: Work<T>,
  repositories?: Repositories,
): Promise<Decision<T>> {
  if (!state) throw sessionNotFound();
  const change = new SessionChange(deps, caller, state, repositories);
  const output = await work(change);
  return { output, session: change.collect() };
}

/**
 * Like `changeSession`, for what was decided from a session that was loaded before, without an
 * idempotency key. Every write of a session or of its attempts, payments and subscriptions makes it stale,
 * also for `work` that changes nothing: what it saw may be older than what is stored now.
 * @returns the result of `work`, or 'stale' when nothing was written
 */
export async function changeIfSessionUnchanged<T>(
  deps: Deps,
  caller: Caller,
  loaded: SessionState,
  work: Work<T>,
): Promise<T | 'stale'> {
  const step = withoutIdempotency(caller);
  const { id, version } = loaded.session;
  if (caller.actor.kind === 'user') {
    return changeSession(deps, step, id, (change) =>
      change.session.version === version ? work(change) : 'stale',
    );
  }
  let isWritten = false;
  const outcome = await commitDecision(deps, step, loaded.now, async () => {
    const decision = await decide(deps, step, loaded, work);
    isWritten = decision.session !== null;
    return decision;
  });
  if (outcome === 'conflict') return 'stale';
  if (!isWritten) {
    const { session, attempt } = await loadSession(deps, step, id);
    if (session.version !== version || attempt.version !== loaded.attempt.version) return 'stale';
  }
  return getOutput(outcome);
}

/**
 * Like `changeSession`, for what was decided from an attempt that was read before. When
 * the attempt's version has changed since, `work` does not run. Replacing an attempt raises its
 * version too, so one that was current when it was read is still current when `work` runs.
 * @returns the result of `work`, or 'stale' when it did not run
 */
export async function changeIfAttemptUnchanged<T>(
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
