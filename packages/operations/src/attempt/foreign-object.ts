import type { AttemptRecord, Repositories } from '@parley/db';
import type { ProviderRoot } from '@parley/provider';
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
 * attached without a read: it may not be the attempt's own.
 */
export async function isStartedElsewhere(
  { subscriptions }: Repositories,
  attempt: AttemptRecord,
  { outcome, subscriptionId, metadata }: ProviderRoot,
): Promise<boolean> {
  if (outcome.kind !== 'nothing_due' || subscriptionId === null) return false;
  if (metadata.attemptId === attempt.id || attempt.providerCreatedAt !== null) return false;
  const stored = await subscriptions.findByProviderId(subscriptionId);
  return stored !== null && stored.proxySessionId !== attempt.proxySessionId;
}

/** The object as one that can take nothing for its attempt any more. */
export const withoutPayment = (root: ProviderRoot): ProviderRoot => ({
  ...root,
  outcome: { kind: 'canceled', reason: PAID_ELSEWHERE },
});
