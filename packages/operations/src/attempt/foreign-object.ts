import type { AttemptRecord, Repositories } from '@parley/db';
import type { ObjectRef, ProviderRoot } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { getPayments } from './read-returned.ts';

/** Why an attempt ended whose object took a payment, or started a subscription, that another session has. */
const PAID_ELSEWHERE = 'paid_for_another_session';

/** Whether what an object took is recorded for another session. */
export async function isPaidElsewhere(
  { payments }: Repositories,
  sessionId: string,
  { outcome }: ProviderRoot,
): Promise<boolean> {
  if (outcome.kind !== 'succeeded') return false;
  const recorded = await payments.findAll(getPayments(outcome.taken).map(({ id }) => id));
  return recorded.some(({ proxySessionId }) => proxySessionId !== sessionId);
}

/**
 * Whether the subscription of an object that takes nothing now is recorded for another session, and the object was
 * attached without a read: it may not be the attempt's own. Once that has ended the attempt, it stays so.
 */
export async function isStartedElsewhere(
  { subscriptions }: Repositories,
  attempt: AttemptRecord,
  { outcome, subscriptionId, metadata }: ProviderRoot,
): Promise<boolean> {
  if (outcome.kind !== 'nothing_due' || subscriptionId === null) return false;
  const isRead = attempt.providerCreatedAt !== null && attempt.statusReason !== PAID_ELSEWHERE;
  if (isRead || metadata.attemptId === attempt.id) return false;
  const stored = await subscriptions.findByProviderId(subscriptionId);
  return stored !== null && stored.proxySessionId !== attempt.proxySessionId;
}

/**
 * Closes an object of an attempt at the provider.
 * @returns the object afterwards, as one without a payment if that, or its subscription, is of another session
 * @throws DomainError provider_error, service_unavailable
 */
export async function closeOwn(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
  object: ObjectRef,
): Promise<ProviderRoot | null> {
  const provider = await getAttemptProvider(deps, caller, attempt);
  const root = await provider.closeRoot(object);
  if (!root) return null;
  const repositories = deps.database.forScope(caller);
  const isForeign =
    (await isStartedElsewhere(repositories, attempt, root)) ||
    (await isPaidElsewhere(repositories, attempt.proxySessionId, root));
  return isForeign ? withoutPayment(root) : root;
}

/** The object as one that can take nothing for its attempt any more. */
export const withoutPayment = (root: ProviderRoot): ProviderRoot => ({
  ...root,
  outcome: { kind: 'canceled', reason: PAID_ELSEWHERE },
});
