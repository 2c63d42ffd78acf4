import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptStatuses } from './attempt.ts';
import { eventTypes } from './events.ts';
import {
  decideSession,
  type SessionCommand,
  type SessionState,
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

/** Statuses reached by a payment or because nothing is due. */
const settled: readonly SessionStatus[] = [
  'paid',
  'provisionable',
  'payment_conflicted',
  'provisioned',
  'provisioning_failed',
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

const edges = (from: SessionStatus) =>
  new Set(transitions.filter((t) => t.from === from).map((t) => `${t.command} > ${t.to}`));

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
type Context = Omit<SessionState, 'status'>;

describe('a report from the provider', () => {
  for (const command of facts) {
    it(`is never refused: ${command}`, () => {
      const kinds = sessionStatuses.flatMap((status) =>
        contexts.map((context) => decideSession({ ...context, status }, command).kind),
      );
      expect(kinds).toHaveLength(sessionStatuses.length * contexts.length);
      expect(kinds).not.toContain('refused');
    });
  }
});

describe('the transitions of a session', () => {
  it('stay in a status only for replace_cart, which has an event', () => {
    const loops = transitions.filter((t) => t.from === t.to);
    expect(new Set(loops.map((t) => `${t.command} ${t.from} ${t.event}`))).toEqual(
      new Set([
        'replace_cart created proxy_session.cart_updated',
        'replace_cart payer_handoff_pending proxy_session.cart_updated',
        'replace_cart payer_opened proxy_session.cart_updated',
      ]),
    );
  });

  it('leave expired only for a late payment', () => {
    expect(edges('expired')).toEqual(
      new Set([
        'receive_exact_funds > paid',
        'receive_nothing_due > provisionable',
        'receive_wrong_funds > payment_conflicted',
        'receive_second_payment > payment_conflicted',
      ]),
    );
  });

  it('leave canceled only for payment_conflicted', () => {
    expect(edges('canceled')).toEqual(
      new Set([
        'receive_exact_funds > payment_conflicted',
        'receive_nothing_due > payment_conflicted',
        'receive_wrong_funds > payment_conflicted',
        'receive_second_payment > payment_conflicted',
      ]),
    );
  });

  it('never leave provisioned and provisioning_failed', () => {
    expect(edges('provisioned')).toEqual(new Set());
    expect(edges('provisioning_failed')).toEqual(new Set());
  });

  it('never lead from a paid status to an open one or to expired', () => {
    const left = transitions.filter((t) => settled.includes(t.from)).map((t) => t.to);
    expect(new Set(left)).toEqual(
      new Set(['payment_conflicted', 'provisioned', 'provisioning_failed', 'paid', 'canceled']),
    );
  });

  it('emit every session event of the catalogue except created', () => {
    const emitted = new Set(transitions.flatMap((t) => (t.event === null ? [] : [t.event])));
    const catalogue = eventTypes.filter((type) => type.startsWith('proxy_session.'));
    expect([...emitted, 'proxy_session.created'].sort()).toEqual(catalogue.sort());
  });

  it('have no event only after a failed payment, with a reason', () => {
    const silent = transitions.filter((t) => t.event === null);
    expect(new Set(silent.map((t) => `${t.command} ${t.from} ${t.to} ${t.reason}`))).toEqual(
      new Set(['fail_payment payment_processing payer_opened payment_failed']),
    );
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
          expect([t.command, t.from]).toEqual(['accept_conflict', 'payment_conflicted']);
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
