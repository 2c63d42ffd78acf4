import type { ProviderConfigId } from '@parley/domain';
import fc from 'fast-check';
import type { SessionCommit, SessionWrite } from '../src/commit/session-commit.ts';
import type { PaymentRecord, SessionState, SubscriptionRecord } from '../src/sql/records.ts';
import { createRefusal, getChange } from './commits.ts';
import { newId } from './rows.ts';

/** What one commit of a random batch writes, and why it may fail. */
export interface CommitUnit {
  /** One of the stored sessions, a new one, or none. */
  readonly session: 0 | 1 | 'new' | 'none';
  /** Whether it was decided from what the units before it leave, or from what is stored. */
  readonly isCurrent: boolean;
  /** Whether a statement begins with it. */
  readonly beginsStatement: boolean;
  readonly key: 'a' | 'b' | 'used' | 'new' | 'none';
  readonly attempt: 'change' | 'replace' | 'none';
  readonly payment: 'new' | 'change' | 'none';
  readonly subscription: boolean;
  readonly newCart: boolean;
  readonly isPaid: boolean;
  readonly attachedObject: string | null;
  readonly recordedEvent: string | null;
  readonly history: boolean;
  /** Whether its history entry, if it has one, records a decline. */
  readonly decline: boolean;
  readonly events: boolean;
  /** The guards that fail. */
  readonly stale: readonly (
    | 'version'
    | 'status'
    | 'attempt'
    | 'payment'
    | 'subscription'
    | 'mode'
  )[];
  /** The unique index that it violates. */
  readonly violates: 'root' | 'payment' | 'event' | null;
}

/** What is stored before a batch. */
export interface StoredRows {
  readonly sessions: readonly (SessionState & { readonly subscription: SubscriptionRecord })[];
  readonly providerConfigId: ProviderConfigId;
  readonly usedKey: string;
  /** Events that a commit may record. None of them waits for one of `objects`: operations that attach record no event. */
  readonly recordableEvents: readonly string[];
  readonly objects: readonly string[];
  readonly takenRoot: string;
  readonly takenEvent: string;
}

const rarely = <T, U>(usual: T, other: fc.Arbitrary<U>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

/** Random units about the stored rows. */
export const commitUnit = (rows: StoredRows): fc.Arbitrary<CommitUnit> =>
  fc.record({
    session: fc.constantFrom<CommitUnit['session'][]>(0, 1, 'new', 'none'),
    isCurrent: rarely(true, fc.constant(false)),
    beginsStatement: rarely(false, fc.constant(true)),
    key: fc.constantFrom('new', 'none', 'a', 'b', 'used'),
    attempt: fc.constantFrom('change', 'replace', 'none'),
    payment: fc.constantFrom('new', 'change', 'none'),
    subscription: fc.boolean(),
    newCart: fc.boolean(),
    isPaid: rarely(false, fc.constant(true)),
    attachedObject: fc.option(fc.constantFrom(...rows.objects)),
    recordedEvent: rarely(null, fc.constantFrom(...rows.recordableEvents)),
    history: fc.boolean(),
    decline: fc.boolean(),
    events: fc.boolean(),
    stale: rarely(
      [],
      fc.subarray(['version', 'status', 'attempt', 'payment', 'subscription', 'mode'] as const, {
        minLength: 1,
        maxLength: 2,
      }),
    ),
    violates: rarely(null, fc.constantFrom('root', 'payment', 'event')),
  });

/** Statements of commits, in which no session and no idempotency key occurs twice. */
export function buildStatements(units: readonly CommitUnit[], rows: StoredRows): SessionCommit[][] {
  const latest = [...rows.sessions];
  const keys = new Map([
    ['used', rows.usedKey],
    ['a', newId('req')],
    ['b', newId('req')],
  ]);
  const statements: SessionCommit[][] = [];
  let locks = new Set<string>();
  for (const unit of units) {
    const key = unit.key === 'new' ? newId('req') : keys.get(unit.key);
    const ofUnit = [unit.session, unit.key].filter((one) => one !== 'new' && one !== 'none');
    const commit = buildCommit(unit, rows, latest, key);
    const isFull = unit.beginsStatement || ofUnit.some((one) => locks.has(`${one}`));
    if (isFull || statements.length === 0) {
      statements.push([]);
      locks = new Set();
    }
    for (const one of ofUnit) locks.add(`${one}`);
    statements.at(-1)?.push(commit);
  }
  return statements;
}

function buildCommit(
  unit: CommitUnit,
  rows: StoredRows,
  latest: StoredRows['sessions'][number][],
  key: string | undefined,
): SessionCommit {
  const { stale, violates } = unit;
  const index = typeof unit.session === 'number' ? unit.session : 0;
  const from = (unit.isCurrent ? latest : rows.sessions)[index];
  if (!from) throw new Error('there is no such session');
  const { merchantId, mode: storedMode } = from.session;
  const mode = stale.includes('mode') ? 'live' : storedMode;
  const refusal = createRefusal({ merchantId, mode }, key, { output: unit.key });
  const idempotency = key === undefined ? null : refusal.idempotency;
  if (unit.session === 'none') return { ...refusal, idempotency };
  const { session: full } = getChange(from, {
    root: violates === 'root' ? rows.takenRoot : `pi_${newId('evt')}`,
  });
  if (!full) throw new Error('there is no change');
  const write = unit.session === 'new' ? newSession(full) : changedSession(full, unit, from, rows);
  if (unit.session !== 'new' && unit.isCurrent) latest[index] = stateAfter(write, from);
  return {
    ...refusal,
    idempotency,
    session: {
      ...write,
      cart: unit.newCart || unit.session === 'new' ? full.cart : null,
      history: unit.history
        ? write.history.map((entry) => ({
            ...entry,
            declineId: unit.decline ? `ch_${newId('evt')}` : null,
          }))
        : [],
      events: unit.events
        ? write.events.map((event) =>
            violates === 'event' ? { ...event, id: rows.takenEvent as typeof event.id } : event,
          )
        : [],
    },
  };
}

/** The same rows of a session that does not exist. */
function newSession(full: SessionWrite): SessionWrite {
  const id = newId('psess');
  const attemptId = newId('pspacq');
  const [attempt] = full.attempts;
  if (!attempt) throw new Error('there is no attempt');
  return {
    ...full,
    before: null,
    after: { ...full.after, id, attemptId, version: 1 },
    attempts: [{ before: null, after: { ...attempt.after, id: attemptId, proxySessionId: id } }],
    payments: [],
    history: full.history.map((entry) => ({ ...entry, attemptId: null })),
    events: full.events.map((event) => ({ ...event, proxySessionId: id })),
  };
}

function changedSession(
  full: SessionWrite,
  unit: CommitUnit,
  from: StoredRows['sessions'][number],
  { providerConfigId }: StoredRows,
): SessionWrite {
  const { stale, violates } = unit;
  const { session, attempt, subscription, payments } = from;
  const version = (of: number, guard: CommitUnit['stale'][number]) =>
    stale.includes(guard) ? of + 7 : of;
  const before = {
    ...session,
    version: version(session.version, 'version'),
    status: stale.includes('status') ? ('expired' as const) : session.status,
  };
  const guarded = { ...attempt, version: version(attempt.version, 'attempt') };
  const [changed] = full.attempts;
  const [taken] = full.payments;
  const [stored] = payments;
  if (!changed || !taken || !stored) throw new Error('there is no row to change');
  const replaced = {
    ...attempt,
    version: attempt.version + 1,
    status: 'superseded' as const,
    isCurrent: false,
  };
  const next = {
    ...changed.after,
    id: newId('pspacq'),
    version: 1,
    attemptNumber: attempt.attemptNumber + 1,
  };
  const attempts = {
    change: [{ before: guarded, after: changed.after }],
    replace: [
      { before: guarded, after: replaced },
      { before: null, after: next },
    ],
    none: [],
  };
  const newPayment: PaymentRecord = {
    ...taken.after,
    providerObjectId: violates === 'payment' ? stored.providerObjectId : `ch_${newId('evt')}`,
  };
  const guardedPayment = { ...stored, version: version(stored.version, 'payment') };
  const writtenPayments = {
    new: [{ before: null, after: newPayment }],
    change: [
      { before: guardedPayment, after: { ...stored, refundedMinor: stored.refundedMinor + 1 } },
    ],
    none: [],
  };
  const guardedSubscription = {
    ...subscription,
    version: version(subscription.version, 'subscription'),
  };
  return {
    ...full,
    before,
    after: {
      ...full.after,
      attemptId: unit.attempt === 'replace' ? next.id : attempt.id,
      cartVersion: session.cartVersion + 1,
      historySequence: session.historySequence + 1,
      eventSequence: session.eventSequence + 1,
      // Its receipt is emailed, at most once although it may be paid again.
      ...(unit.isPaid
        ? { status: 'paid', emailsReceipt: true, payerEmail: 'ada@example.com' }
        : {}),
    },
    attempts: attempts[unit.attempt],
    payments: writtenPayments[unit.payment],
    subscription: unit.subscription
      ? { before: guardedSubscription, after: { ...subscription, status: 'past_due' } }
      : null,
    attachedObject: unit.attachedObject,
    recordedEvent:
      unit.recordedEvent === null ? null : { providerConfigId, eventId: unit.recordedEvent },
    history: full.history.map((one) => ({ ...one, sequence: session.historySequence + 1 })),
    events: full.events.map((one) => ({ ...one, sequence: session.eventSequence + 1 })),
  };
}

/** The rows of a session if its write is applied. */
function stateAfter(
  { after, attempts, payments, subscription }: SessionWrite,
  from: StoredRows['sessions'][number],
): StoredRows['sessions'][number] {
  const attempt = attempts.findLast((one) => one.after.isCurrent)?.after ?? from.attempt;
  const changed = payments.find(({ before }) => before !== null)?.after;
  return {
    ...from,
    session: { ...after, version: from.session.version + 1 },
    attempt,
    payments: changed ? [{ ...changed, version: changed.version + 1 }] : from.payments,
    subscription: subscription
      ? { ...subscription.after, version: from.subscription.version + 1 }
      : from.subscription,
  };
}
