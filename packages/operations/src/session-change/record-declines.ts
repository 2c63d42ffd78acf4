import type { AttemptRecord } from '@parley/db';
import type { ProviderDecline } from '@parley/provider';
import type { SessionChange } from './session-change.ts';

/**
 * Records declined payments of an attempt that are not recorded yet. The version of the session protects
 * the count: a concurrent record of the same decline is a conflict.
 */
export async function recordDeclines(
  change: SessionChange,
  attempt: AttemptRecord,
  declines: readonly (ProviderDecline | null)[],
): Promise<void> {
  const codes = new Map(declines.flatMap((one) => (one ? [[one.id, one.code] as const] : [])));
  for (const [id, code] of codes) {
    if (await change.repositories.history.hasDecline(id)) continue;
    change.note('record_decline', code, attempt, id);
    const declineCount = change.session.declineCount + 1;
    change.changeSession({ declineCount, lastDeclinedAt: change.now });
  }
}
