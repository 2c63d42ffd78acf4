import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptStatuses } from './attempt.ts';
import { eventTypes } from './events.ts';
import {
  decideSession,
  type SessionCommand,
  type SessionFacts,
  type SessionStatus,
  sessionCommands,
  sessionStatuses,
} from './session.ts';

/** Reports from the provider, which may arrive in any state. */
const facts: readonly SessionCommand[] = [
  'start_processing',
  'fail_payment',
  'receive_exact_funds',
  'receive_nothing_due',
  'receive_wrong_funds',
  'receive_second_payment',
];

const contexts = [false, true].flatMap((deadlinePassed) =>
  attemptStatuses.map((attemptStatus) => ({ deadlinePassed, attemptStatus })),
);

/** Every transition, found by trying every command in every state. */
const transitions = sessionStatuses.flatMap((status) =>
  sessionCommands.flatMap((command) =>
    contexts.flatMap((context) => {
      const decision = decideSession({ ...context, status }, command);
      return decision.kind === 'transition' ? [{ ...decision, command }] : [];
    }),
  ),
);

const steps = fc.array(
  fc.record({
    command: fc.constantFrom(...sessionCommands),
    deadlinePassed: fc.boolean(),
    attemptStatus: fc.constantFrom(...attemptStatuses),
  }),
  { maxLength: 40 },
);
const start = fc.constantFrom<SessionStatus>('created', 'payer_handoff_pending');

/** The transitions caused by a sequence of commands. */
function walk(from: SessionStatus, sequence: ({ command: SessionCommand } & Context)[]) {
  let status = from;
  return sequence.flatMap(({ command, ...context }) => {
    const decision = decideSession({ ...context, status }, command);
    if (decision.kind !== 'transition') return [];
    expect(decision.from).toBe(status);
    status = decision.to;
    return [{ ...decision, command }];
  });
}
type Context = Omit<SessionFacts, 'status'>;

describe('the transitions of a session', () => {
  it('emit every session event of the catalog except created', () => {
    const emitted = new Set(transitions.flatMap((t) => (t.event === null ? [] : [t.event])));
    const catalog = eventTypes.filter((type) => type.startsWith('proxy_session.'));
    expect([...emitted, 'proxy_session.created'].sort()).toEqual(catalog.sort());
  });
});

describe('any sequence of commands', () => {
  it('reaches paid at most once by a payment, and again only by accepting a conflict', () => {
    fc.assert(
      fc.property(start, steps, (from, sequence) => {
        const arrivals = walk(from, sequence).filter(
          (t) => t.to === 'paid' || t.to === 'provisionable',
        );
        const byFact = arrivals.filter((t) => facts.includes(t.command));
        const byPerson = arrivals.filter((t) => !facts.includes(t.command));
        expect(byFact.length).toBeLessThanOrEqual(1);
        for (const t of byPerson) {
          expect(t.command).toMatch(/^accept_(unpaid_)?conflict$/);
          expect(t.from).toBe('payment_conflicted');
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('reaches a provisioning status at most once', () => {
    fc.assert(
      fc.property(start, steps, (from, sequence) => {
        const reports = walk(from, sequence).filter((t) => t.command.startsWith('report_'));
        expect(reports.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2000 },
    );
  });

  it('is idempotent in its last command, except for replace_cart', () => {
    fc.assert(
      fc.property(start, steps, (from, sequence) => {
        const last = sequence.at(-1);
        fc.pre(last !== undefined && last.command !== 'replace_cart');
        const once = walk(from, sequence);
        const twice = walk(from, [...sequence, last]);
        const extra = twice.slice(once.length);
        expect(extra).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it('can reach every status', () => {
    const reached = new Set<SessionStatus>(['created']);
    for (let before = 0; before < reached.size; ) {
      before = reached.size;
      for (const t of transitions) if (reached.has(t.from)) reached.add(t.to);
    }
    expect([...reached].sort()).toEqual([...sessionStatuses].sort());
  });
});
