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

const moneyTaken: readonly AttemptStatus[] = ['succeeded', 'integrity_failed'];

/** Every transition, found by trying every command in every status. */
const transitions = attemptStatuses.flatMap((status) =>
  attemptCommands.flatMap((command) => {
    const decision = decideAttempt(status, command);
    return decision.kind === 'transition' ? [{ ...decision, command }] : [];
  }),
);

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

describe('the transitions of an attempt', () => {
  it('emit every attempt event of the catalog, except that of a decline', () => {
    const emitted = new Set(transitions.flatMap((t) => (t.event === null ? [] : [t.event])));
    const catalog = eventTypes.filter((type) => type.startsWith('acquisition_attempt.'));
    // A payment can be declined again in the same status.
    const ofDeclines = 'acquisition_attempt.payment_declined';
    expect([...emitted, ofDeclines].sort()).toEqual(catalog.sort());
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
