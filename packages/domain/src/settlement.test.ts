import { describe, expect, it } from 'vitest';
import { type AttemptStatus, attemptStatuses } from './attempt.ts';
import { type SessionFacts, type SessionStatus, sessionStatuses } from './session.ts';
import { decideSettlement, type SettlementFact, settlementFacts } from './settlement.ts';

const attemptCodes: Record<string, AttemptStatus> = {
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
 * What each fact makes of an attempt, written by hand: the next status, `=` for no change, or `x` for a
 * refusal.
 */
const attemptMatrix = `
                     UN RE AT CO AR PR UK SU IF FA CA EX SS
declined             x  x  =  CO CO CO x  =  =  =  =  =  =
declined_unconfirmed x  x  =  =  AT AT x  =  =  =  =  =  =
challenged           x  x  AR AR =  =  x  =  =  =  =  =  =
accepted             x  x  PR PR PR =  x  =  =  =  =  =  =
failed               x  FA FA FA FA FA x  =  =  =  =  =  =
canceled             CA CA CA CA CA CA CA =  =  =  =  =  =
expired              EX EX EX EX EX EX EX =  =  =  =  =  =
exact_payment        SU SU SU SU SU SU SU =  =  SU SU SU SU
nothing_due          SU SU SU SU SU SU SU =  =  SU SU SU SU
wrong_payment        IF IF IF IF IF IF IF =  =  IF IF IF IF
second_payment       IF IF IF IF IF IF IF =  =  IF IF IF IF
additional_object    =  =  =  =  =  =  =  =  =  =  =  =  =
`;

const sessionCodes: Record<string, SessionStatus> = {
  CR: 'created',
  HP: 'payer_handoff_pending',
  PO: 'payer_opened',
  PP: 'payment_processing',
  PD: 'paid',
  PV: 'provisionable',
  CF: 'payment_conflicted',
  PR: 'provisioned',
  UF: 'provisioning_failed',
  EX: 'expired',
  CA: 'canceled',
};

/**
 * What each fact makes of the session: the next status or `=` for no change. In the rows of the second
 * matrix the history records the note of the fact instead.
 */
const sessionMatrix = `
                     CR HP PO PP PD PV CF PR UF EX CA
declined             =  =  =  PO =  =  =  =  =  =  =
declined_unconfirmed =  =  =  PO =  =  =  =  =  =  =
challenged           =  =  =  =  =  =  =  =  =  =  =
accepted             PP PP PP =  =  =  =  =  =  =  =
failed               =  =  =  PO =  =  =  =  =  =  =
canceled             =  =  =  PO =  =  =  =  =  =  =
expired              =  =  =  PO =  =  =  =  =  =  =
exact_payment        PD PD PD PD =  =  =  =  =  PD CF
nothing_due          PV PV PV PV =  =  =  =  =  PV CF
wrong_payment        CF CF CF CF CF CF =  =  =  CF CF
second_payment       CF CF CF CF CF CF =  =  =  CF CF
additional_object    CF CF CF CF CF CF =  =  =  CF CF
`;

const notes: Partial<Record<SettlementFact, string>> = {
  exact_payment: 'conflict_stays',
  nothing_due: 'conflict_stays',
  wrong_payment: 'money_to_return',
  second_payment: 'money_to_return',
  additional_object: 'money_to_return',
};

function parse(matrix: string) {
  const [header = [], ...rows] = matrix
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return { header, rows };
}
const attempts = parse(attemptMatrix);
const sessions = parse(sessionMatrix);
const createCell = ({ header, rows }: typeof attempts, fact: string, code: string) =>
  rows.find(([name]) => name === fact)?.[header.indexOf(code) + 1];

const createState = (status: SessionStatus, deadlinePassed = false): SessionFacts => ({
  status,
  deadlinePassed,
  attemptStatus: 'confirmed',
});

describe('decideSettlement', () => {
  it('is tested with every fact and every status', () => {
    for (const { rows } of [attempts, sessions]) {
      expect(rows.map(([name]) => name)).toEqual([...settlementFacts]);
    }
    expect(attempts.header.map((code) => attemptCodes[code])).toEqual([...attemptStatuses]);
    expect(sessions.header.map((code) => sessionCodes[code])).toEqual([...sessionStatuses]);
  });

  for (const fact of settlementFacts) {
    it.each(Object.entries(attemptCodes))(`${fact} of an attempt in %s`, (code, status) => {
      const { attempt } = decideSettlement(status, createState('created'), fact);
      const cell = createCell(attempts, fact, code) ?? '';
      if (cell === '=') expect(attempt).toEqual({ kind: 'unchanged' });
      else if (cell === 'x') expect(attempt.kind).toBe('refused');
      else expect(attempt).toMatchObject({ kind: 'transition', to: attemptCodes[cell] });
    });

    it.each(Object.entries(sessionCodes))(`${fact} in a session in %s`, (code, status) => {
      const { session, note } = decideSettlement('action_required', createState(status), fact);
      const cell = createCell(sessions, fact, code) ?? '';
      const isSame = cell === '=';
      if (isSame) expect(session).toEqual({ kind: 'unchanged' });
      else expect(session).toMatchObject({ kind: 'transition', to: sessionCodes[cell] });
      expect(note).toBe(isSame ? (notes[fact] ?? null) : null);
    });

    it(`${fact} of an attempt that has ended reaches its session only with money`, () => {
      const { session } = decideSettlement('superseded', createState('payment_processing'), fact);
      expect(session.kind).toBe(notes[fact] ? 'transition' : 'unchanged');
    });
  }

  it('passes the reason of the provider to the attempt', () => {
    const { attempt } = decideSettlement(
      'processing',
      createState('created'),
      'failed',
      'returned',
    );
    expect(attempt).toMatchObject({ to: 'failed', reason: 'returned' });
  });

  it('expires a session whose payment fails after the deadline', () => {
    const state = createState('payment_processing', true);
    expect(decideSettlement('processing', state, 'failed').session).toMatchObject({
      to: 'expired',
      reason: 'payment_failed',
    });
  });
});
