import type { AttemptRecord } from '@parley/db';
import { DomainError } from '@parley/domain';
import { canTakeMoney, isAwaitingPayer, isComplete, type ProviderRoot } from '@parley/provider';
import { type Caller, withoutIdempotency } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeIfSessionUnchanged, changeSession } from '../session-change/change-session.ts';
import { dueTask } from '../session-change/provider-check.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import type { SyncCause } from '../subscription/record-subscription.ts';
import { boundRoot } from './bind-root.ts';
import { closeOwn } from './foreign-object.ts';
import { type AttemptOf, type Hints, observe, type View } from './observe-attempt.ts';
import { ignoreOutage, withRetryDeadline } from './retry-deadline.ts';
import { settleAttempt, settleRoot } from './settle-attempt.ts';

/** How often the provider is read before giving up because the session keeps changing. */
const MAX_READS = 5;

/**
 * `other_root`: the attempt has another root object than the one that the caller named; it was not read.
 * `other_object`: money or a subscription of an object that is not the root object was recorded.
 * `not_recorded`: the payment that the event reported has no row, and the object that took it was not seen.
 */
export type SyncResult =
  | 'applied'
  | 'other_object'
  | 'not_recorded'
  | 'not_found'
  | 'overtaken'
  | 'other_root';

export interface SyncOptions extends Hints {
  /** The provider event that caused the read. */
  readonly event?: SyncCause['event'];
  /** Whether objects that must not be paid any more are closed; by default, they are. */
  readonly closes?: boolean;
}

/**
 * Observes an attempt, settles what was seen, and executes what is left to do at the provider. If the
 * session was written in the meantime, it is observed again.
 * @throws DomainError not_found, provider_error, service_unavailable when the provider does not respond
 */
export async function syncAttempt(
  deps: Deps,
  caller: Caller,
  where: AttemptOf,
  { event = null, closes = true, ...hints }: SyncOptions = {},
): Promise<SyncResult> {
  const { takenId = null, takenThrough = null } = hints;
  const cause = { source: getSource(caller), event };
  let isContested = false;
  for (let reads = 0; reads < MAX_READS; reads++) {
    const view = await observe(deps, caller, where, { ...hints, isContested });
    if (typeof view === 'string') return view;
    const settled = await changeIfSessionUnchanged(deps, caller, view.loaded, (change) => {
      settleAttempt(deps, change, view, cause);
      const isRecorded = (id: string | null) =>
        change.state.payments.some(({ providerObjectId }) => providerObjectId === id);
      const latest = change.latest(view.attempt);
      const attempts = new Set([change.attempt, latest]);
      return {
        // An object that was not known when its attempt ended.
        late: view.root && isAwaitingPayer(view.root.outcome) && hasEnded(latest) ? latest : null,
        open: [...attempts].filter((attempt) => dueTask(change.state, attempt) === 'close_root'),
        isRecorded: isRecorded(takenId),
        isShown: [view.root, view.other, view.named].some(
          (read) =>
            read?.outcome.kind === 'succeeded' &&
            [read.id, read.subscriptionId].includes(takenThrough) &&
            isRecorded(read.outcome.taken.id),
        ),
        mayHaveBilled: Boolean(view.root?.subscriptionId) && isNewMismatch(change, view),
      };
    }).catch((error: unknown) => {
      if (isContested || !isObjectConflict(error)) throw error;
      return 'contested' as const;
    });
    if (settled === 'contested') {
      isContested = true;
      continue;
    }
    // A subscription that does not match may have billed more than its first invoice.
    if (settled === 'stale' || settled.mayHaveBilled) continue;
    // When the provider does not respond, a sweep closes the objects.
    for (const attempt of closes ? settled.open : [])
      await closeRoot(deps, caller, attempt).catch(ignoreOutage);
    // No sweep does after the attempt has ended. If this fails, the event is applied again.
    if (closes && settled.late) await closeRoot(deps, caller, settled.late);
    if (takenId !== null && !settled.isRecorded && !isExplained(view, takenId))
      return 'not_recorded';
    if (takenThrough !== null && !settled.isShown && !isExplained(view, takenThrough))
      return 'not_recorded';
    return view.other ? 'other_object' : 'applied';
  }
  return 'overtaken';
}

/**
 * Closes an attempt's root object at the provider and records its state afterwards. A payment that
 * arrived before the object was closed counts. Does nothing for an attempt without a root object.
 * @returns the object afterwards; null if there is none
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function closeRoot(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
): Promise<ProviderRoot | null> {
  const object = boundRoot(attempt);
  if (!object) return null;
  const root = await closeOwn(deps, caller, attempt, object);
  if (!root) return null;
  const { id: attemptId, proxySessionId: sessionId } = attempt;
  const by = withoutIdempotency(caller);
  // Its payment may have been returned since, and its subscription is recorded too.
  const result = isComplete(root.outcome)
    ? await syncAttempt(deps, by, { sessionId, attemptId }, { closes: false })
    : null;
  // Callers continue, so what it took must be recorded, however often the session is written meanwhile.
  if (result === null || result === 'overtaken' || result === 'not_found') {
    await changeSession(deps, by, sessionId, async (change) => {
      settleRoot(change, await change.findAttempt(attemptId), root);
    });
  }
  return root;
}

/**
 * Closes the root object of an attempt that must not be paid any more, for example one that failed: it can be paid
 * again all the same. A payment that arrived before counts.
 * @throws DomainError payment_in_progress while it is being paid again or the provider has not closed it;
 *   provider_error, service_unavailable when the provider does not respond
 */
export async function closeUnpaid(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
): Promise<void> {
  const root = await withRetryDeadline(attempt, () => closeRoot(deps, caller, attempt));
  if (!root || !canTakeMoney(root.outcome)) return;
  throw new DomainError(
    'payment_in_progress',
    'The object of this attempt can still be paid, or is being paid again. Wait for the outcome, then send the request again.',
    { retryAfterSeconds: 2 },
  );
}

/** Whether a payment, or the object itself, is recorded for another session. */
const isObjectConflict = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'provider_object_conflict';

const isNewMismatch = (change: SessionChange, { attempt }: View): boolean =>
  attempt.status !== 'integrity_failed' && change.latest(attempt).status === 'integrity_failed';

/** Whether a reported payment needs no row: its object was read and can take no more, or it is one of a renewal. */
const isExplained = ({ other, isRenewal, seen }: View, taken: string): boolean =>
  seen.includes(taken) || (!other && isRenewal);

/** Whether an attempt has ended so that its object must take no money. A failed one has a sweep. */
const hasEnded = ({ status }: AttemptRecord): boolean =>
  status === 'canceled' || status === 'expired' || status === 'superseded';

function getSource(caller: Caller): SyncCause['source'] {
  switch (caller.actor.kind) {
    case 'provider':
      return 'event';
    case 'system':
      return 'sweep';
    case 'payer':
      return 'payer';
    default:
      return 'merchant';
  }
}
