import type { AttemptRecord, SessionState } from '@parley/db';
import { hasPassed, isDeclinedTooOften, isOpen, isUnfinished } from '@parley/domain';

/** Why an attempt was canceled after the declines of `MAX_DECLINES`. */
export const TOO_MANY_DECLINES = 'too_many_declines';

/** Milliseconds an attempt may be in progress, or be paid after its failure, without an event before it is read. */
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

function dueProviderCheck(state: SessionState): Date | null {
  const { attempt, now } = state;
  if (dueTask(state, attempt) !== null) return now;
  const inProgress = attempt.status === 'processing' || attempt.status === 'action_required';
  // When it is paid all the same, the event can name only the payment intent, which is not bound.
  const isOpenPage =
    attempt.status === 'failed' && attempt.providerRootObjectType === 'checkout.session';
  return inProgress || isOpenPage ? new Date(now.getTime() + PROVIDER_CHECK_DELAY_MS) : null;
}

/**
 * What no request does and a sweep has to do at the provider for an attempt:
 * - `close_root`: its root object can take money that its session does not accept.
 * - `end_setup`: cards can be tried with its setup intent although the session accepts none after too
 *   many declines.
 * - `close_setup`: the same after the attempt has ended.
 * - `resolve`: only the provider can say whether its root object was created.
 * - `read`: its root object was attached by its id and may have ended before, or may still show a cart
 *   that was replaced.
 */
export type ProviderTask = 'close_root' | 'end_setup' | 'close_setup' | 'resolve' | 'read';

/** The task of an attempt; null if events are enough. */
export function dueTask(
  { session, payments, attempt: current }: SessionState,
  attempt: AttemptRecord,
): ProviderTask | null {
  const { status, statusReason, providerRootObjectId, providerSetupIntentId } = attempt;
  const { confirmedCartVersion } = attempt;
  const isCurrent = attempt.id === current.id;
  const isAttached = providerRootObjectId !== null;
  const isEnded = !isUnfinished(status);
  const acceptsMoney =
    session.status === 'payment_processing' ||
    (isOpen(session.status) && !isDeclinedTooOften(session));
  // An object can be paid after a failure too.
  const canBePaid = isAttached && (!isEnded || status === 'failed');
  if (canBePaid && isCurrent && !acceptsMoney) return 'close_root';
  if (isAttached && isPaidByOther(session, payments, attempt)) return 'close_root';
  if (!isAttached && providerSetupIntentId) {
    if (isCurrent && status === 'reserved' && isDeclinedTooOften(session)) return 'end_setup';
    // One that the merchant's server created is the merchant's to close, except after too many declines.
    const isOurs = attempt.setupIntentCreatedBy === 'payer_page';
    if (isEnded && (isOurs || statusReason === TOO_MANY_DECLINES)) return 'close_setup';
  }
  if (status === 'unknown') return 'resolve';
  // A challenge or a decline since then has replaced the reason of the status.
  const isReplaced =
    status === 'attached' &&
    confirmedCartVersion !== null &&
    confirmedCartVersion !== session.cartVersion;
  // An object that the merchant's server created is the merchant's to change.
  if (isReplaced && attempt.rootCreatedBy === 'payer_page') return 'close_root';
  if (isReplaced && attempt.providerRootObjectType === 'checkout.session') return 'read';
  return isAttached && !isEnded && attempt.providerCreatedAt === null ? 'read' : null;
}

/** Whether the session was paid through another object than the attempt's root object, which may be open. */
function isPaidByOther(
  session: SessionState['session'],
  payments: SessionState['payments'],
  attempt: AttemptRecord,
): boolean {
  if (attempt.status !== 'succeeded' || session.completedAttemptId !== attempt.id) return false;
  return (
    payments.length > 0 &&
    !payments.some(({ rootObjectId }) => rootObjectId === attempt.providerRootObjectId)
  );
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

/** Whether the provider refused to create an object for the current cart: it would refuse it again. */
export const isCartRefused = ({
  attempt,
  session,
}: Pick<SessionState, 'attempt' | 'session'>): boolean =>
  attempt.status === 'failed' &&
  attempt.providerRootObjectId === null &&
  attempt.reservedCartVersion === session.cartVersion;
