import type { SessionKey, SessionVersion } from '@parley/db';
import type { Deps } from '../request/deps.ts';

/** Identifies a state of a payer page. Another state has another revision; the order has no meaning. */
export const formatRevision = (state: Omit<SessionVersion, 'id'>): string =>
  [state.attemptNumber, state.attemptVersion, state.version, state.deadlinePassed ? 1 : 0].join(
    '.',
  );

/**
 * Reads the current revisions of payer pages by session id, in one statement for all. It checks no
 * permission: the caller has read each of these pages.
 */
export async function readPageRevisions(
  deps: Pick<Deps, 'database'>,
  keys: readonly SessionKey[],
): Promise<Map<string, string>> {
  const versions = await deps.database.readSessionVersions(keys);
  return new Map(versions.map((state) => [state.id, formatRevision(state)]));
}
