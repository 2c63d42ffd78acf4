import type { AttemptRecord } from '@parley/db';
import type { ProviderDecline } from '@parley/provider';
import type { SessionChange } from './session-change.ts';

/**
 * Records declined payments of an attempt. Those of its session count against the payer, unless the attempt was
 * superseded. The version of the session protects the count: a concurrent record of the same decline is a conflict.
 * @param declines those that are not recorded yet
 * @param options `mayBeRenewal`: whether a decline after the completion of the attempt is that of a later charge
 * @returns adds an event for each of them. It is called when the change of the attempt that they cause is known
 */
export function recordDeclines(
  change: SessionChange,
  attempt: AttemptRecord,
  declines: readonly ProviderDecline[],
  { mayBeRenewal = true }: { readonly mayBeRenewal?: boolean } = {},
): () => void {
  const recorded = declines.filter((decline) => !mayBeRenewal || !isOfRenewal(attempt, decline));
  for (const { id, code, at } of recorded) {
    const declinedAt = at ?? change.now;
    change.addHistoryEntry('record_decline', code, attempt, id);
    if (isLast(change, attempt, declinedAt)) {
      change.setAttemptFacts(attempt, { lastDeclineCode: code });
    }
    if (attempt.isCurrent) countDecline(change, declinedAt);
  }
  return () => {
    for (const { code } of recorded) {
      const declined = { ...change.latest(attempt), lastDeclineCode: code };
      change.emitOfAttempt('acquisition_attempt.payment_declined', declined);
    }
  };
}

/** Whether no later decline of the attempt is recorded; the times of superseded ones are not. */
const isLast = (change: SessionChange, attempt: AttemptRecord, at: Date): boolean =>
  change.latest(attempt).lastDeclineCode === null ||
  !attempt.isCurrent ||
  at >= (change.session.lastDeclinedAt ?? at);

/** Whether the attempt was complete before, so that a later charge was declined. */
const isOfRenewal = ({ completionRecordedAt }: AttemptRecord, { at }: ProviderDecline): boolean =>
  completionRecordedAt !== null && at !== null && at > completionRecordedAt;

/** The payer waits from the last decline on, not from the arrival of an event. */
function countDecline(change: SessionChange, at: Date): void {
  const { declineCount, lastDeclinedAt } = change.session;
  const past = Math.min(Number(at), Number(change.now));
  change.patchSession({
    declineCount: declineCount + 1,
    lastDeclinedAt: new Date(Math.max(past, Number(lastDeclinedAt))),
  });
}
