import type { SubscriptionToRead } from '@parley/db';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { type SyncResult, syncAttempt } from './sync-attempt.ts';

/** The result of a read; `gone` when the provider no longer returns the subscription. */
export type RereadResult =
  | 'read'
  | 'gone'
  | Exclude<SyncResult, 'applied' | 'other_object' | 'not_recorded'>;

/**
 * Reads a subscription from the provider that has had no event for a while.
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function rereadSubscription(
  deps: Deps,
  caller: Caller,
  before: Pick<SubscriptionToRead, 'id' | 'proxySessionId' | 'attemptId' | 'lastSyncedAt'>,
): Promise<RereadResult> {
  const { subscriptions } = deps.database.forScope(caller);
  const find = async () => (await subscriptions.find(before.id))?.subscription;
  const id = (await find())?.providerSubscriptionId;
  const where = { sessionId: before.proxySessionId, attemptId: before.attemptId };
  // It may be a second one of the attempt; that of the root object is read with it.
  const other = id === undefined ? null : { type: 'subscription', id };
  const result = await syncAttempt(deps, caller, where, { other });
  if (result === 'not_found' || result === 'overtaken' || result === 'other_root') return result;
  const after = await find();
  return after && after.lastSyncedAt > before.lastSyncedAt ? 'read' : 'gone';
}
