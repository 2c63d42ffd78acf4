import type { AttemptRecord } from '@parley/db';
import { ProviderRefusal } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeIfAttemptUnchanged } from '../session-change/change-session.ts';

/**
 * Runs `create`. If the provider refuses for ever, the reservation ends, so that the next cart starts with a new
 * one.
 * @returns null after a refusal
 * @throws whatever else `create` throws
 */
export async function createOrFail<T>(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
  create: () => Promise<T>,
): Promise<T | null> {
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    const { reason } = error;
    await changeIfAttemptUnchanged(deps, caller, attempt, (change, unchanged) => {
      change.applyFact('failed', unchanged, { reason });
    });
    return null;
  }
}
