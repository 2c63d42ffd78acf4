import { type AttemptCommand, type AttemptStatus, decideAttempt } from './attempt.ts';
import type { Decision } from './decision.ts';
import type { AttemptEventType, SessionEventType } from './events.ts';
import {
  decideSession,
  type SessionCommand,
  type SessionFacts,
  type SessionStatus,
} from './session.ts';

/** What a provider object shows about an attempt, compared with the charge that binds the payer. */
export const settlementFacts = [
  'declined',
  'declined_unconfirmed',
  'challenged',
  'accepted',
  'failed',
  'canceled',
  'expired',
  'exact_payment',
  'nothing_due',
  'wrong_payment',
  'second_payment',
  'additional_object',
] as const;

export type SettlementFact = (typeof settlementFacts)[number];

/** What the history records when the status of the session stays. */
export type SettlementNote = 'conflict_stays' | 'money_to_return';

interface Settlement {
  /** Null for an object that is not the attempt's own. */
  readonly attempt: AttemptCommand | null;
  /** Null if the session does not depend on the fact. */
  readonly session: SessionCommand | null;
  /**
   * Null for a session that follows its attempt only: a late report about an attempt that has ended
   * must not reopen it. Money always reaches the session, also of an attempt that has ended.
   */
  readonly note: SettlementNote | null;
}

/** The commands of each fact, for the attempt and then for its session. */
export const settlements: Readonly<Record<SettlementFact, Settlement>> = {
  declined: { attempt: 'decline', session: 'fail_payment', note: null },
  declined_unconfirmed: { attempt: 'decline_unconfirmed', session: 'fail_payment', note: null },
  challenged: { attempt: 'challenge_payer', session: null, note: null },
  accepted: { attempt: 'accept', session: 'start_processing', note: null },
  failed: { attempt: 'fail', session: 'fail_payment', note: null },
  canceled: { attempt: 'cancel', session: 'fail_payment', note: null },
  expired: { attempt: 'expire', session: 'fail_payment', note: null },
  exact_payment: { attempt: 'succeed', session: 'receive_exact_funds', note: 'conflict_stays' },
  nothing_due: { attempt: 'succeed', session: 'receive_nothing_due', note: 'conflict_stays' },
  wrong_payment: { attempt: 'mismatch', session: 'receive_wrong_funds', note: 'money_to_return' },
  second_payment: {
    attempt: 'mismatch',
    session: 'receive_second_payment',
    note: 'money_to_return',
  },
  additional_object: {
    attempt: null,
    session: 'receive_second_payment',
    note: 'money_to_return',
  },
};

export interface SettlementDecision {
  readonly attempt: Decision<AttemptStatus, AttemptEventType>;
  readonly session: Decision<SessionStatus, SessionEventType>;
  /** What the history records in place of a transition of the session; null for nothing. */
  readonly note: SettlementNote | null;
}

const unchanged = { kind: 'unchanged' } as const;

/**
 * Decides what a fact does to an attempt and to its session, from the table.
 * @param attemptStatus the attempt that the fact is about, which may be superseded
 * @param reason the reason that the provider gave; a reason in the table of attempts takes precedence
 */
export function decideSettlement(
  attemptStatus: AttemptStatus,
  session: SessionFacts,
  fact: SettlementFact,
  reason: string | null = null,
): SettlementDecision {
  const commands = settlements[fact];
  const attempt =
    commands.attempt === null ? unchanged : decideAttempt(attemptStatus, commands.attempt, reason);
  const follows = attempt.kind === 'transition' || commands.note !== null;
  const decided =
    commands.session !== null && follows ? decideSession(session, commands.session) : unchanged;
  return {
    attempt,
    session: decided,
    note: decided.kind === 'unchanged' ? commands.note : null,
  };
}
