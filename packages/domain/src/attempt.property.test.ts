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

/** Outcomes that the provider may report of an attempt in any status at all. */
const outcomes: readonly AttemptCommand[] = ['succeed', 'mismatch', 'cancel', 'expire'];
/** Progress that the provider reports of a root object, so once one is attached. */
const progress: readonly AttemptCommand[] = ['challenge_payer', 'accept', 'decline', 'fail'];
const withoutRoot: readonly AttemptStatus[] = ['unreserved', 'reserved', 'unknown'];
const withRoot = attemptStatuses.filter((status) => !withoutRoot.includes(status));

const moneyTaken: readonly AttemptStatus[] = ['succeeded', 'integrity_failed'];

/** Every change the rules allow, found by asking for every status and command. */
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

describe('a fact from the provider', () => {
  for (const command of outcomes) {
    it(`is never refused in any status: ${command}`, () => {
      const answers = attemptStatuses.map((status) => decideAttempt(status, command).kind);
      expect(answers).toHaveLength(13);
      expect(answers).not.toContain('refused');
    });
  }

  for (const command of progress) {
    it(`is never refused once a root object is attached: ${command}`, () => {
      const answers = withRoot.map((status) => decideAttempt(status, command).kind);
      expect(answers).toHaveLength(10);
      expect(answers).not.toContain('refused');
    });

    it(`waits until the root object is attached: ${command}`, () => {
      for (const status of withoutRoot) {
        expect(decideAttempt(status, command).kind, status).toBe('refused');
      }
    });
  }

  it('can be told of a lost attempt after its root object is attached', () => {
    expect(decideAttempt('unknown', 'attach_root')).toMatchObject({ to: 'attached' });
    expect(decideAttempt('attached', 'accept')).toMatchObject({ to: 'processing' });
    expect(decideAttempt('attached', 'fail')).toMatchObject({ to: 'failed' });
    expect(decideAttempt('attached', 'challenge_payer')).toMatchObject({ to: 'action_required' });
  });
});

describe('the transitions of an attempt', () => {
  it('stay in a status only to confirm again or to note a decline', () => {
    const loops = transitions.filter((t) => t.from === t.to);
    expect(loops.map((t) => `${t.command} ${t.from} ${t.event ?? t.reason}`)).toEqual([
      'confirm_cart confirmed acquisition_attempt.cart_confirmed',
      'decline confirmed payment_declined',
    ]);
  });

  it('never leave an attempt that took money', () => {
    expect(moneyTaken.flatMap(edges)).toEqual([]);
  });

  it('leave an attempt that ended without money only for late money or a replacement', () => {
    for (const status of ['failed', 'canceled', 'expired'] as const) {
      expect(edges(status), status).toEqual([
        'succeed > succeeded',
        'mismatch > integrity_failed',
        'supersede > superseded',
      ]);
    }
    expect(edges('superseded')).toEqual(['succeed > succeeded', 'mismatch > integrity_failed']);
  });

  it('mark every success after the end as late, and no other', () => {
    const late = transitions.filter((t) => t.reason === 'late_payment').map((t) => t.from);
    expect(late).toEqual(['failed', 'canceled', 'expired', 'superseded']);
  });

  it('emit exactly the events of the catalogue', () => {
    const emitted = new Set(transitions.flatMap((t) => (t.event === null ? [] : [t.event])));
    const catalogue = eventTypes.filter((type) => type.startsWith('acquisition_attempt.'));
    expect([...emitted].sort()).toEqual(catalogue.sort());
  });

  it('are silent only where the session has the word or a reason says enough', () => {
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
  it('takes money once at most, and nothing follows', () => {
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

  it('takes money only as the provider reports it', () => {
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
