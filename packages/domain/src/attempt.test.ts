import { describe, expect, it } from 'vitest';
import {
  type AttemptCommand,
  type AttemptStatus,
  attemptCommands,
  attemptStatuses,
  decideAttempt,
  isInFlight,
  isUnfinished,
} from './attempt.ts';

const codes: Record<string, AttemptStatus> = {
  UN: 'unreserved',
  RE: 'reserved',
  AT: 'attached',
  CO: 'confirmed',
  AR: 'action_required',
  PR: 'processing',
  UK: 'unknown',
  SU: 'succeeded',
  IF: 'integrity_failed',
  FA: 'failed',
  CA: 'canceled',
  EX: 'expired',
  SS: 'superseded',
};

/**
 * Expected transitions, written by hand. A cell is the next status with a lowercase letter for the
 * reason, `=` for no change, or a refusal: `x` wrong state, `n` not terminal.
 */
const matrix = `
                 UN  RE  AT  CO  AR  PR  UK  SU  IF  FA  CA  EX  SS
reserve          RE  =   =   =   =   =   x   x   x   x   x   x   x
attach_root      x   AT  x   x   x   x   AT  x   x   x   x   x   x
confirm_cart     x   x   CO  CO  x   x   x   x   x   x   x   x   x
replace_cart     =   =   =   ATd x   x   x   x   x   =   =   =   x
mark_unknown     x   UK  x   x   x   x   =   x   x   x   x   x   x
challenge_payer  x   x   AR  AR  =   =   x   =   =   =   =   =   =
accept           x   x   PR  PR  PR  =   x   =   =   =   =   =   =
decline          x   x   =   COp COp COp x   =   =   =   =   =   =
decline_unconfirmed x x =   =   ATp ATp x   =   =   =   =   =   =
succeed          SU  SU  SU  SU  SU  SU  SU  =   =   SUl SUl SUl SUl
mismatch         IF  IF  IF  IF  IF  IF  IF  =   =   IF  IF  IF  IF
fail             x   FA  FA  FA  FA  FA  x   =   =   =   =   =   =
cancel           CA  CA  CA  CA  CA  CA  CA  =   =   =   =   =   =
expire           EX  EX  EX  EX  EX  EX  EX  =   =   =   =   =   =
supersede        n   n   n   n   n   n   n   n   n   SS  SS  SS  n
`;

const reasons: Record<string, string> = {
  d: 'cart_drift',
  p: 'payment_declined',
  l: 'late_payment',
};

const refusals: Record<string, string> = {
  x: 'session_state_conflict',
  n: 'attempt_not_terminal',
};

/** The event of each command that changes the status. */
const eventByCommand: Record<AttemptCommand, string | null> = {
  reserve: 'acquisition_attempt.reserved',
  attach_root: 'acquisition_attempt.provider_attached',
  confirm_cart: 'acquisition_attempt.cart_confirmed',
  replace_cart: null,
  mark_unknown: 'acquisition_attempt.unknown',
  challenge_payer: 'acquisition_attempt.action_required',
  accept: 'acquisition_attempt.processing',
  decline: null,
  decline_unconfirmed: null,
  succeed: 'acquisition_attempt.succeeded',
  mismatch: null,
  fail: 'acquisition_attempt.failed',
  cancel: 'acquisition_attempt.canceled',
  expire: 'acquisition_attempt.expired',
  supersede: 'acquisition_attempt.superseded',
};

const [header = [], ...lines] = matrix
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

function expectation(command: AttemptCommand, code: string, given: string | null) {
  const cell = lines.find(([name]) => name === command)?.[header.indexOf(code) + 1];
  if (cell === undefined) throw new Error(`no expectation for ${command} in ${code}`);
  if (cell === '=') return { kind: 'unchanged' };
  const refusal = refusals[cell];
  if (refusal !== undefined) {
    return {
      kind: 'refused',
      code: refusal,
      message: expect.stringContaining(`The attempt is ${codes[code]}`),
    };
  }
  const to = codes[cell.slice(0, 2)];
  if (to === undefined) throw new Error(`${cell} names no status`);
  const reason = cell.length === 2 ? given : reasons[cell.slice(2)];
  return { kind: 'transition', from: codes[code], to, reason, event: eventByCommand[command] };
}

describe('decideAttempt', () => {
  it('is tested with every command and every status', () => {
    expect(lines.map(([name]) => name)).toEqual([...attemptCommands]);
    expect(header.map((code) => codes[code])).toEqual([...attemptStatuses]);
    expect(lines.map((line) => line.length)).toEqual(lines.map(() => attemptStatuses.length + 1));
  });

  for (const command of attemptCommands) {
    for (const [code, status] of Object.entries(codes)) {
      it(`${command} in ${status} matches the table`, () => {
        expect(decideAttempt(status, command)).toEqual(expectation(command, code, null));
        expect(decideAttempt(status, command, 'given')).toEqual(
          expectation(command, code, 'given'),
        );
      });
    }
  }
});

describe('the message of a refusal', () => {
  it.each<[AttemptCommand, AttemptStatus, string]>([
    [
      'supersede',
      'confirmed',
      'The attempt is confirmed. Only a failed, canceled or expired attempt can be superseded.',
    ],
    ['reserve', 'expired', 'The attempt is expired. Supersede it to reserve another.'],
    [
      'reserve',
      'succeeded',
      'The attempt is succeeded, which does not allow this operation. Read the attempt again.',
    ],
    [
      'confirm_cart',
      'failed',
      'The attempt is failed, which does not allow this operation. Read the attempt again.',
    ],
  ])('for %s in %s says what to do', (command, status, message) => {
    expect(decideAttempt(status, command)).toMatchObject({ kind: 'refused', message });
  });
});

describe('the reason of a transition', () => {
  it('is the given reason', () => {
    expect(decideAttempt('failed', 'supersede', 'card_replaced')).toMatchObject({
      to: 'superseded',
      reason: 'card_replaced',
    });
  });

  it('is cleared when none is given', () => {
    expect(decideAttempt('attached', 'confirm_cart')).toMatchObject({ reason: null });
  });

  it('is the reason in the table even if another one is given', () => {
    expect(decideAttempt('processing', 'decline', 'insufficient_funds')).toMatchObject({
      reason: 'payment_declined',
    });
  });
});

describe('attempt status predicates', () => {
  it('isUnfinished is true for statuses without an outcome', () => {
    expect(attemptStatuses.filter(isUnfinished)).toEqual([
      'unreserved',
      'reserved',
      'attached',
      'confirmed',
      'action_required',
      'processing',
      'unknown',
    ]);
  });

  it('isInFlight is true for processing and unknown', () => {
    expect(attemptStatuses.filter(isInFlight)).toEqual(['processing', 'unknown']);
  });
});
