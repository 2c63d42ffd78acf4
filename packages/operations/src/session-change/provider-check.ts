import type { AttemptRecord, SessionRecord, SessionState } from '@parley/db';
import { hasPassed, isDeclinedTooOften, isOpen, isUnfinished } from '@parley/domain';

/** Why an attempt was canceled after the declines of `MAX_DECLINES`. */
export const TOO_MANY_DECLINES = 'too_many_declines';

/** Milliseconds an attempt may be in progress without an event before the provider is read. */
const PROVIDER_CHECK_DELAY_MS = 10 * 60_000;

/**
 * When a sweep must read this attempt from the provider; null when its events are enough. The time
 * is stored in the attempt's row, so that a lost event cannot leave an attempt in progress forever.
 * @param before the same session before the change
 */
export function nextProviderCheck(before: SessionState, after: SessionState): Date | null {
  const due = dueProviderCheck(after);
  const { attempt, session } = after;
  const scheduled = before.attempt.id === attempt.id ? before.attempt.providerCheckAt : null;
  const sameStatus =
    before.session.status === session.status && before.attempt.status === attempt.status;
  return due && scheduled && sameStatus ? scheduled : due;
}

function dueProviderCheck({ session, attempt, now }: SessionState): Date | null {
  const checkNow =
    attempt.status === 'unknown' ||
    hasOrphanedObject(session, attempt) ||
    hasDeclinedSetup(session, attempt) ||
    hasOrphanedSetup(attempt) ||
    isRootUnread(attempt) ||
    showsReplacedCart(attempt);
  if (checkNow) return now;
  const inProgress = attempt.status === 'processing' || attempt.status === 'action_required';
  return inProgress ? new Date(now.getTime() + PROVIDER_CHECK_DELAY_MS) : null;
}

/** Whether the attempt's provider object can still take money that its session no longer accepts. */
export function hasOrphanedObject(
  session: Pick<SessionRecord, 'status' | 'declineCount'>,
  attempt: Pick<AttemptRecord, 'status' | 'providerRootObjectId'>,
): boolean {
  if (session.status === 'payment_processing') return false;
  if (isOpen(session.status) && !isDeclinedTooOften(session)) return false;
  return isUnfinished(attempt.status) && attempt.providerRootObjectId !== null;
}

/** Whether cards can still be tried with the setup intent of a session that accepts none after too many declines. */
export function hasDeclinedSetup(
  session: Pick<SessionRecord, 'declineCount'>,
  attempt: Pick<
    AttemptRecord,
    'status' | 'isCurrent' | 'providerRootObjectId' | 'providerSetupIntentId'
  >,
): boolean {
  const { status, isCurrent, providerRootObjectId, providerSetupIntentId } = attempt;
  if (!isCurrent || status !== 'reserved' || providerRootObjectId !== null) return false;
  return providerSetupIntentId !== null && isDeclinedTooOften(session);
}

/**
 * Whether cards can still be tried with the setup intent of an attempt that has ended without a
 * subscription. One that the merchant's server created is the merchant's to close, except after too many
 * declines.
 */
export function hasOrphanedSetup(
  attempt: Pick<
    AttemptRecord,
    | 'status'
    | 'statusReason'
    | 'providerRootObjectId'
    | 'providerSetupIntentId'
    | 'setupIntentCreatedBy'
  >,
): boolean {
  if (attempt.providerSetupIntentId === null || attempt.providerRootObjectId !== null) return false;
  if (isUnfinished(attempt.status)) return false;
  return (
    attempt.setupIntentCreatedBy === 'payer_page' || attempt.statusReason === TOO_MANY_DECLINES
  );
}

/** Whether the root object was attached by its id and may have ended before: no one has read it yet. */
export function isRootUnread(
  attempt: Pick<AttemptRecord, 'status' | 'providerRootObjectId' | 'providerCreatedAt'>,
): boolean {
  const { status, providerRootObjectId, providerCreatedAt } = attempt;
  return isUnfinished(status) && providerRootObjectId !== null && providerCreatedAt === null;
}

/** Whether the provider's own checkout page may still offer a cart that was replaced. */
export function showsReplacedCart(
  attempt: Pick<AttemptRecord, 'status' | 'statusReason' | 'providerRootObjectType'>,
): boolean {
  const drifted = attempt.status === 'attached' && attempt.statusReason === 'cart_drift';
  return drifted && attempt.providerRootObjectType === 'checkout.session';
}

/**
 * Whether only the provider can say if an attempt's root object was created: its retry deadline has
 * passed, so its idempotency keys no longer protect against a second object.
 */
export function isOutcomeUnknown(attempt: AttemptRecord, now: Date): boolean {
  if (attempt.status === 'unknown') return true;
  if (attempt.status !== 'reserved' || attempt.providerRootObjectId !== null) return false;
  return isRetryDeadlinePassed(attempt, now);
}

/** Whether the idempotency keys of an attempt's reservation have expired at the time `now`. */
export function isRetryDeadlinePassed(
  { providerRetryNotAfter: deadline }: Pick<AttemptRecord, 'providerRetryNotAfter'>,
  now: Date,
): boolean {
  return deadline !== null && hasPassed(deadline, now);
}
