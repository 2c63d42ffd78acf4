import type { AttemptRecord } from '@parley/db';
import type { ObjectRole } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';

/**
 * Whether the hosted page, and not the merchant's own server, attached the attempt's object in this
 * role: who makes an object is who goes on with it.
 */
export async function isMadeByPage(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
  role: ObjectRole,
): Promise<boolean> {
  const entries = await deps.database.forScope(caller).history.list(attempt.proxySessionId);
  return entries.some(
    (entry) =>
      entry.attemptId === attempt.id &&
      entry.action === `attach_${role}` &&
      entry.actorKind === 'payer',
  );
}
