import type { SubscriptionToRead } from '@parley/db';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { type SyncResult, syncAttempt } from './sync-attempt.ts';

/** The result of a read; `gone` when the provider no longer returns the subscription. */
export type RereadResult = 'read' | 'gone' | Exclude<SyncResult, 'applied'>;

/**
 * Reads a subscription from the provider that has had no event for a while.
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function rereadSubscription(
  deps: Deps,
  caller: Caller,
  before: Pick<SubscriptionToRead, 'id' | 'proxySessionId' | 'attemptId' | 'lastSyncedAt'>,
): Promise<RereadResult> {
  const where = { sessionId: before.proxySessionId, attemptId: before.attemptId };
  const result = await syncAttempt(deps, caller, where);
  if (result !== 'applied') return result;
  const after = await deps.database.forScope(caller).subscriptions.find(before.id);
  return after && after.subscription.lastSyncedAt > before.lastSyncedAt ? 'read' : 'gone';
}
