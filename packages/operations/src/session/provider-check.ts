import type { AttemptRecord, LoadedSession } from '@parley/db';
import { isLeftover, showsOldCart } from '../attempt/leftover.ts';

/** Minutes an attempt may be in motion before the provider is asked, in case its event was lost. */
const PATIENCE_MS = 10 * 60_000;

/**
 * When the provider is to be asked how an attempt stands; null where its events are enough. Kept
 * in the attempt's row, so that no attempt that waits for the provider is ever forgotten.
 * @param before the same session before the change
 */
export function nextProviderCheck(before: LoadedSession, after: LoadedSession): Date | null {
  const { session, attempt, now } = after;
  const due = dueCheck(attempt, isLeftover(session.status, attempt), now);
  const kept = before.attempt.id === attempt.id ? before.attempt.providerCheckAt : null;
  const same = before.session.status === session.status && before.attempt.status === attempt.status;
  return due && kept && same ? kept : due;
}

function dueCheck(attempt: AttemptRecord, leftover: boolean, now: Date): Date | null {
  if (leftover || attempt.status === 'unknown' || showsOldCart(attempt)) return now;
  const moving = attempt.status === 'processing' || attempt.status === 'action_required';
  return moving ? new Date(now.getTime() + PATIENCE_MS) : null;
}
