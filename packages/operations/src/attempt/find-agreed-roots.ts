import type { AttemptRecord, LoadedSession, Repositories, SessionRecord } from '@parley/db';
import { hasConflict, isKept } from '@parley/domain';

/**
 * The root objects of payments that the session keeps: the one that completed it, unless its payment went back and
 * another one was accepted, and those that the merchant accepted when it resolved a conflict. Renewals of their
 * subscriptions are no payments of the session.
 */
export async function findAgreedRoots(
  repositories: Repositories,
  loaded: LoadedSession,
  attempt: AttemptRecord,
): Promise<ReadonlySet<string>> {
  const { session, payments } = loaded;
  if (await wasCanceled(repositories, session)) return new Set();
  const isAccepted =
    session.completedAttemptId !== null && session.status !== 'canceled' && !hasConflict(session);
  const agreed = new Set(
    isAccepted ? payments.filter(isKept).map(({ rootObjectId }) => rootObjectId) : [],
  );
  const completingId = findCompletingRoot(loaded, attempt);
  const isReturned =
    agreed.size > 0 && payments.some(({ rootObjectId }) => rootObjectId === completingId);
  return completingId === null || isReturned ? agreed : agreed.add(completingId);
}

/**
 * The root object that completed the session: through which it was paid or, if nothing was due, the root object of
 * its attempt. Null for another attempt, and for a session that was canceled after all.
 */
function findCompletingRoot(
  { session, payments }: LoadedSession,
  attempt: AttemptRecord,
): string | null {
  if (session.completedAttemptId !== attempt.id || session.status === 'canceled') return null;
  const completedAt = attempt.completionRecordedAt?.getTime();
  const payment = payments.find(
    ({ attemptId, recordedAt }) => attemptId === attempt.id && recordedAt.getTime() === completedAt,
  );
  if (payment) return payment.rootObjectId;
  // A trial in a conflict is not agreed to yet: what it bills has to be seen before the conflict is resolved.
  return session.status === 'payment_conflicted' ? null : attempt.providerRootObjectId;
}

/** Whether the session was canceled when its conflict arose. Until that is resolved, nothing is agreed. */
async function wasCanceled(
  { history }: Repositories,
  { id, status, completedAttemptId }: SessionRecord,
): Promise<boolean> {
  if (status !== 'payment_conflicted' || completedAttemptId === null) return false;
  const entries = await history.list(id);
  return entries.findLast(({ toStatus }) => toStatus === status)?.fromStatus === 'canceled';
}
