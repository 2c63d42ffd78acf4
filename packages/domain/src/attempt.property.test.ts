import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AttemptCommand,
  type AttemptStatus,
  attemptCommands,
  attemptStatuses,
  decideAttempt,
} from './attempt.ts';
import { eventTypes } from './events.ts';

/** Outcomes that the provider may report in any status. */
const outcomes: readonly AttemptCommand[] = ['succeed', 'mismatch', 'cancel', 'expire'];
/** Intermediate reports about a root object, which therefore has to be attached. */
const progress: readonly AttemptCommand[] = ['challenge_payer', 'accept', 'decline', 'fail'];
const withoutRoot: readonly AttemptStatus[] = ['unreserved', 'reserved', 'unknown'];
const withRoot = attemptStatuses.filter((status) => !withoutRoot.includes(status));

const moneyTaken: readonly AttemptStatus[] = ['succeeded', 'integrity_failed'];

/** Every transition, found by trying every command in every status. */
const transitions = attemptStatuses.flatMap((status) =>
  attemptCommands.flatMap((command) => {
    const decision = decideAttempt(status, command);
    return decision.kind === 'transition' ? [{ ...decision, command }] : [];
  }),
);

const edges = (from: AttemptStatus) =>
  transitions.filter((t) => t.from === from).map((t) => `${t.command} > ${t.to}`);

const sequences = fc.array(fc.constantFrom(...attemptCommands), { maxLength: 40 });

function walk(sequence: AttemptCommand[]) {
  let status: AttemptStatus = 'unreserved';
  return sequence.flatMap((command) => {
    const decision = decideAttempt(status, command);
    if (decision.kind !== 'transition') return [];
    expect(decision.from).toBe(status);
    status = decision.to;
    return [{ ...decision, command }];
  });
}

describe('a report from the provider', () => {
  for (const command of outcomes) {
    it(`is never refused in any status: ${command}`, () => {
      const kinds = attemptStatuses.map((status) => decideAttempt(status, command).kind);
      expect(kinds).toHaveLength(13);
      expect(kinds).not.toContain('refused');
    });
  }

  for (const command of progress) {
    it(`is never refused once a root object is attached: ${command}`, () => {
      const kinds = withRoot.map((status) => decideAttempt(status, command).kind);
      expect(kinds).toHaveLength(10);
      expect(kinds).not.toContain('refused');
    });

    it(`is refused before a root object is attached: ${command}`, () => {
      for (const status of withoutRoot) {
        expect(decideAttempt(status, command).kind, status).toBe('refused');
      }
    });
  }

  it('is accepted for an unknown attempt once its root object is attached', () => {
    expect(decideAttempt('unknown', 'attach_root')).toMatchObject({ to: 'attached' });
    expect(decideAttempt('attached', 'accept')).toMatchObject({ to: 'processing' });
    expect(decideAttempt('attached', 'fail')).toMatchObject({ to: 'failed' });
    expect(decideAttempt('attached', 'challenge_payer')).toMatchObject({ to: 'action_required' });
  });
});

describe('the transitions of an attempt', () => {
  it('stay in a status only for a repeated confirmation or a decline', () => {
    const loops = transitions.filter((t) => t.from === t.to);
    expect(loops.map((t) => `${t.command} ${t.from} ${t.event ?? t.reason}`)).toEqual([
      'confirm_cart confirmed acquisition_attempt.cart_confirmed',
      'decline confirmed payment_declined',
    ]);
  });

  it('never leave a paid status', () => {
    expect(moneyTaken.flatMap(edges)).toEqual([]);
  });

  it('leave a status that ended without a payment only for a late payment or supersede', () => {
    for (const status of ['failed', 'canceled', 'expired'] as const) {
      expect(edges(status), status).toEqual([
        'succeed > succeeded',
        'mismatch > integrity_failed',
        'supersede > superseded',
      ]);
    }
    expect(edges('superseded')).toEqual(['succeed > succeeded', 'mismatch > integrity_failed']);
  });

  it('have the reason late_payment exactly for a success after the attempt ended', () => {
    const late = transitions.filter((t) => t.reason === 'late_payment').map((t) => t.from);
    expect(late).toEqual(['failed', 'canceled', 'expired', 'superseded']);
  });

  it('emit every attempt event of the catalogue', () => {
    const emitted = new Set(transitions.flatMap((t) => (t.event === null ? [] : [t.event])));
    const catalogue = eventTypes.filter((type) => type.startsWith('acquisition_attempt.'));
    expect([...emitted].sort()).toEqual(catalogue.sort());
  });

  it('have no event only if the session has one or a reason is stored', () => {
    const silent = transitions.filter((t) => t.event === null);
    expect(new Set(silent.map((t) => `${t.command} ${t.reason}`))).toEqual(
      new Set([
        'replace_cart cart_drift',
        'decline payment_declined',
        'decline_unconfirmed payment_declined',
        'mismatch null',
      ]),
    );
  });
});

describe('any sequence of commands', () => {
  it('reaches a paid status at most once, and no transition follows', () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        const changes = walk(sequence);
        const taken = changes.filter((t) => moneyTaken.includes(t.to));
        expect(taken.length).toBeLessThanOrEqual(1);
        if (taken.length === 1) expect(changes.at(-1)).toBe(taken[0]);
      }),
      { numRuns: 2000 },
    );
  });

  it('reaches a paid status only through a report from the provider', () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        for (const t of walk(sequence).filter((change) => moneyTaken.includes(change.to))) {
          expect(t.command).toBe(t.to === 'succeeded' ? 'succeed' : 'mismatch');
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('can reach every status', () => {
    const reached = new Set<AttemptStatus>(['unreserved']);
    for (let before = 0; before < reached.size; ) {
      before = reached.size;
      for (const t of transitions) if (reached.has(t.from)) reached.add(t.to);
    }
    expect([...reached].sort()).toEqual([...attemptStatuses].sort());
  });
});
