import type { AttemptRecord } from '@parley/db';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { providerOfAttempt } from '../request/provider-of.ts';
import { changeSession } from '../session/session-change.ts';
import { isLeftover } from './leftover.ts';
import { findAttempt } from './preconditions.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * Ends an attempt's root object at the provider, and records what it then is: money that was faster
 * counts. Nothing to do for an attempt without one.
 * @throws DomainError provider_error, service_unavailable when the provider does not answer
 */
export async function closeRoot(deps: Deps, caller: Caller, attempt: AttemptRecord): Promise<void> {
  const { providerRootObjectId: id, providerRootObjectType: type } = attempt;
  if (!id || !type) return;
  const provider = await providerOfAttempt(deps, caller, attempt);
  const root = await provider?.closeRoot({ type, id });
  if (!root) return;
  await changeSession(deps, withoutIdempotency(caller), attempt.proxySessionId, async (change) => {
    settleAttempt(change, await findAttempt(change, attempt.id), root);
  });
}

/**
 * Closes what a session that has ended, one way or another, still has open at the provider: nobody
 * shall pay for it any more. Where the provider does not answer a sweep comes back to it.
 */
export async function closeLeftover(deps: Deps, caller: Caller, sessionId: string): Promise<void> {
  const loaded = await deps.database.forScope(caller).sessions.find(sessionId);
  if (!loaded || !isLeftover(loaded.session.status, loaded.attempt)) return;
  await closeRoot(deps, caller, loaded.attempt);
}

/** The caller for a step beside the one its idempotency key stands for. */
export function withoutIdempotency(caller: Caller): Caller {
  const { idempotency: _, ...rest } = caller;
  return rest;
}
