import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession } from '../session/session-change.ts';

/**
 * A reservation whose retry deadline has passed without a root object: whether the provider has
 * created one is unknown from now on.
 * @returns whether that changed anything
 */
export async function loseAttempt(deps: Deps, caller: Caller, sessionId: string): Promise<boolean> {
  return changeSession(deps, caller, sessionId, (change) => {
    const { attempt } = change;
    const late =
      attempt.providerRetryNotAfter !== null && attempt.providerRetryNotAfter <= change.now;
    if (attempt.status !== 'reserved' || !late) return false;
    return change.attemptCommand('mark_unknown') === 'changed';
  });
}
