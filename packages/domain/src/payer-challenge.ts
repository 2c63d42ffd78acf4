import type { AttemptStatus } from './attempt.ts';
import { isOpen, type SessionStatus } from './session.ts';

/** What decides whether a payer has to pass a challenge. */
export interface ChallengeFacts {
  readonly sessionStatus: SessionStatus;
  readonly attemptStatus: AttemptStatus;
  /** Whether the session is completed without a payment. */
  readonly isFree: boolean;
  readonly lastDeclinedAt: Date | null;
  readonly challengePassedAt: Date | null;
  /** Whether the merchant's declines of the last hour are far above usual. */
  readonly isSpiking: boolean;
}

/** Attempts whose payment is on its way or has arrived. */
const submitted: readonly AttemptStatus[] = [
  'action_required',
  'processing',
  'unknown',
  'succeeded',
  'integrity_failed',
];

/**
 * Whether the payer has to pass a challenge before it can pay: while declines of the merchant spike, once
 * at first and again after each decline of the session. A payment that was submitted is not interrupted.
 */
export function isChallengeRequired(facts: ChallengeFacts): boolean {
  const { isSpiking, lastDeclinedAt, challengePassedAt } = facts;
  if (!isSpiking || facts.isFree || !isOpen(facts.sessionStatus)) return false;
  if (submitted.includes(facts.attemptStatus)) return false;
  return (
    challengePassedAt === null || (lastDeclinedAt !== null && lastDeclinedAt > challengePassedAt)
  );
}
