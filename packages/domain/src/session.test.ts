import { describe, expect, it } from 'vitest';
import { type AttemptStatus, attemptStatuses } from './attempt.ts';
import {
  decideSession,
  isClosed,
  isOpen,
  isOpenNow,
  type SessionCommand,
  type SessionStatus,
  sessionCommands,
  sessionStatuses,
} from './session.ts';

const codes: Record<string, SessionStatus> = {
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
 * Expected transitions before the deadline and without a payment in progress, written by hand. A
 * cell is the next status with a lowercase letter for the reason, `=` for no change, or a refusal:
 * `x` wrong state, `e` expired, `p` payment in progress.
 */
const matrix = `
                            CR  HP  PO  PP  PD  PV  CF  PR  UF  EX  CA
issue_handoff               HP  =   =   x   x   x   x   x   x   e   x
open                        PO  PO  =   =   =   =   =   =   =   e   x
replace_cart                CR  HP  PO  p   x   x   x   x   x   e   x
start_processing            PP  PP  PP  =   =   =   =   =   =   =   =
fail_payment                =   =   =   POf =   =   =   =   =   =   =
receive_exact_funds         PD  PD  PD  PD  =   =   =   =   =   PDl CFc
receive_nothing_due         PV  PV  PV  PV  =   =   =   =   =   PVl CFc
receive_wrong_funds         CFm CFm CFm CFm CFs CFm =   =   =   CFm CFm
receive_second_payment      CFs CFs CFs CFs CFs CFs =   =   =   CFs CFs
revert_refund               =   =   =   =   =   CFv =   =   =   =   CFv
expire                      =   =   =   x   x   x   x   x   x   =   x
cancel                      CA  CA  CA  p   x   x   x   x   x   e   =
report_provisioned          x   x   x   x   PR  PR  x   =   x   x   x
report_provisioning_failed  x   x   x   x   UF  UF  x   x   =   x   x
accept_conflict             x   x   x   x   =   =   PDa x   x   e   x
accept_unpaid_conflict      x   x   x   x   =   =   PVa x   x   e   x
refund_conflict             x   x   x   x   x   x   CAr x   x   e   =
`;

const reasons: Record<string, string> = {
  f: 'payment_failed',
  l: 'late_payment',
  c: 'paid_after_cancel',
  m: 'charge_mismatch',
  s: 'second_payment',
  a: 'conflict_accepted',
  r: 'conflict_refunded',
  v: 'refund_reverted',
};

const refusals: Record<string, string> = {
  x: 'session_state_conflict',
  e: 'session_expired',
  p: 'payment_in_progress',
};

const inFlight: readonly AttemptStatus[] = ['processing', 'unknown'];
const inProgress: readonly AttemptStatus[] = ['action_required', 'processing', 'unknown'];

interface Exception {
  commands: SessionCommand[];
  from: string[];
  late: boolean | 'either';
  attempts: readonly AttemptStatus[];
  cell: string;
}

/** Cases in which the deadline or the attempt changes the result; the first match applies. */
const open = ['CR', 'HP', 'PO'];
const every = attemptStatuses;
const exceptions: Exception[] = [
  {
    commands: ['issue_handoff', 'open', 'replace_cart'],
    from: open,
    late: true,
    attempts: every,
    cell: 'e',
  },
  {
    commands: ['replace_cart', 'cancel'],
    from: open,
    late: 'either',
    attempts: inProgress,
    cell: 'p',
  },
  { commands: ['expire'], from: open, late: true, attempts: inFlight, cell: '=' },
  { commands: ['expire'], from: open, late: true, attempts: every, cell: 'EX' },
  { commands: ['fail_payment'], from: ['PP'], late: true, attempts: every, cell: 'EXf' },
];

/** The event of each status; a failed payment has only the attempt's event. */
const eventByStatus: Record<SessionStatus, string | null> = {
  created: null,
  payer_handoff_pending: 'proxy_session.payer_handoff_issued',
  payer_opened: 'proxy_session.payer_opened',
  payment_processing: 'proxy_session.payment_processing',
  paid: 'proxy_session.paid',
  provisionable: 'proxy_session.provisionable',
  payment_conflicted: 'proxy_session.payment_conflicted',
  provisioned: 'proxy_session.provisioned',
  provisioning_failed: 'proxy_session.provisioning_failed',
  expired: 'proxy_session.expired',
  canceled: 'proxy_session.canceled',
};

function announced(command: SessionCommand, to: SessionStatus): string | null {
  if (command === 'replace_cart') return 'proxy_session.cart_updated';
  return command === 'fail_payment' && to === 'payer_opened' ? null : eventByStatus[to];
}

const [header = [], ...lines] = matrix
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

function getCell(command: SessionCommand, code: string, late: boolean, attempt: AttemptStatus) {
  const exception = exceptions.find(
    (e) =>
      e.commands.includes(command) &&
      e.from.includes(code) &&
      (e.late === 'either' || e.late === late) &&
      e.attempts.includes(attempt),
  );
  return exception?.cell ?? lines.find(([name]) => name === command)?.[header.indexOf(code) + 1];
}

function expectation(command: SessionCommand, from: SessionStatus, cell: string | undefined) {
  if (cell === undefined) throw new Error(`no expectation for ${command} in ${from}`);
  if (cell === '=') return { kind: 'unchanged' };
  const code = refusals[cell];
  if (code !== undefined) return { kind: 'refused', code, message: expect.stringMatching(/\.$/) };
  const to = codes[cell.slice(0, 2)];
  if (to === undefined) throw new Error(`${cell} names no status`);
  const reason = cell.length === 2 ? null : reasons[cell.slice(2)];
  return { kind: 'transition', from, to, reason, event: announced(command, to) };
}

describe('decideSession', () => {
  it('is tested with every command and every status', () => {
    expect(lines.map(([name]) => name)).toEqual([...sessionCommands]);
    expect(header.map((code) => codes[code])).toEqual([...sessionStatuses]);
    expect(lines.map((line) => line.length)).toEqual(lines.map(() => sessionStatuses.length + 1));
  });

  for (const command of sessionCommands) {
    for (const [code, status] of Object.entries(codes)) {
      it(`${command} in ${status} matches the table for any deadline and attempt status`, () => {
        for (const deadlinePassed of [false, true]) {
          for (const attemptStatus of attemptStatuses) {
            const decision = decideSession({ status, deadlinePassed, attemptStatus }, command);
            const cell = getCell(command, code, deadlinePassed, attemptStatus);
            expect(decision, `late: ${deadlinePassed}, attempt: ${attemptStatus}`).toEqual(
              expectation(command, status, cell),
            );
          }
        }
      });
    }
  }
});

describe('the message of a refusal', () => {
  it('contains the session status', () => {
    const state = { status: 'paid', deadlinePassed: false, attemptStatus: 'succeeded' } as const;
    expect(decideSession(state, 'replace_cart')).toMatchObject({
      message: 'The session is paid, which does not allow this operation. Read the session again.',
    });
  });

  it('says to create a new session after the expiry', () => {
    const state = { status: 'expired', deadlinePassed: true, attemptStatus: 'reserved' } as const;
    expect(decideSession(state, 'open')).toMatchObject({
      message: 'The session has expired. Create a new session.',
    });
  });

  it('says to wait while a payment is processing', () => {
    const state = {
      status: 'payment_processing',
      deadlinePassed: false,
      attemptStatus: 'processing',
    } as const;
    expect(decideSession(state, 'replace_cart')).toMatchObject({
      message:
        'The session is payment_processing. Wait for the outcome of the payment, then try again.',
    });
  });

  it('contains the attempt status when the attempt has no outcome yet', () => {
    const state = {
      status: 'payer_opened',
      deadlinePassed: false,
      attemptStatus: 'action_required',
    } as const;
    expect(decideSession(state, 'cancel')).toMatchObject({
      message:
        'The attempt is action_required. Wait for the outcome of the payment, then try again.',
    });
  });
});

describe('isOpen', () => {
  it('is true only for the three statuses before a payment', () => {
    expect(sessionStatuses.filter(isOpen)).toEqual([
      'created',
      'payer_handoff_pending',
      'payer_opened',
    ]);
  });
});

describe('isOpenNow', () => {
  const expiresAt = new Date('2026-11-22T12:00:00.000Z');
  const before = new Date('2026-11-22T11:59:59.999Z');

  it('is true for an open session until its deadline', () => {
    const openAt = (now: Date) =>
      sessionStatuses.filter((status) => isOpenNow({ status, expiresAt }, now));
    expect(openAt(before)).toEqual(sessionStatuses.filter(isOpen));
    expect(openAt(expiresAt)).toEqual([]);
  });
});

describe('isClosed', () => {
  it('is true once a session has ended and no attempt can take money', () => {
    const pairs = sessionStatuses.flatMap((status) =>
      attemptStatuses
        .filter((attempt) => isClosed(status, attempt))
        .map((attempt) => [status, attempt]),
    );
    const ended = ['provisioned', 'provisioning_failed', 'expired', 'canceled'];
    const harmless = [
      'unreserved',
      'succeeded',
      'integrity_failed',
      'failed',
      'canceled',
      'expired',
      'superseded',
    ];
    expect(pairs).toEqual(ended.flatMap((status) => harmless.map((attempt) => [status, attempt])));
  });
});
