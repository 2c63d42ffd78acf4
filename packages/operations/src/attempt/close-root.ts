import type { AttemptRecord } from '@parley/db';
import { type Caller, withoutIdempotency } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { changeSession } from '../session-change/change-session.ts';
import { hasOrphanedObject } from '../session-change/provider-check.ts';
import { boundRoot } from './bind-root.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * Closes an attempt's root object at the provider and records its state afterwards. A payment that
 * arrived before the object was closed counts. Does nothing for an attempt without a root object.
 * @returns whether the provider has the object
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function closeRoot(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
): Promise<boolean> {
  const object = boundRoot(attempt);
  if (!object) return false;
  const provider = await getAttemptProvider(deps, caller, attempt);
  const root = await provider.closeRoot(object);
  if (!root) return false;
  await changeSession(deps, withoutIdempotency(caller), attempt.proxySessionId, async (change) => {
    settleAttempt(change, await change.findAttempt(attempt.id), root);
  });
  return true;
}

/**
 * Closes the provider object of a session that has ended or had too many declines, so that no one can pay for it any more.
 * When the provider does not respond, a sweep tries again.
 * @returns whether the provider has the object
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function closeOrphanedObject(
  deps: Deps,
  caller: Caller,
  sessionId: string,
): Promise<boolean> {
  const loaded = await deps.database.forScope(caller).sessions.find(sessionId);
  if (!loaded || !hasOrphanedObject(loaded.session, loaded.attempt)) return false;
  return closeRoot(deps, caller, loaded.attempt);
}
