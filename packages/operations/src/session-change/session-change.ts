import type {
  AttemptRecord,
  JsonObject,
  ObjectCreator,
  Repositories,
  SessionRecord,
  SessionState,
  SessionWrite,
} from '@parley/db';
import {
  type AttemptCommand,
  type AttemptEventType,
  DomainError,
  decideAttempt,
  decideSession,
  decideSettlement,
  type EventType,
  hasPassed,
  isFulfillmentReported,
  isUnfinished,
  type SessionCommand,
  type SessionEventType,
  type SessionFacts,
  type SettlementDecision,
  type SettlementFact,
  settlements,
} from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { attemptEventObject } from './attempt-view.ts';
import { ChangeLog, type Step } from './change-log.ts';
import { sessionEventObject } from './session-view.ts';
import { SessionWrites } from './session-writes.ts';

/** What the transition tables know of a session. */
export const getSessionFacts = ({ session, attempt, now }: SessionState): SessionFacts => ({
  status: session.status,
  deadlinePassed: hasPassed(session.expiresAt, now),
  attemptStatus: attempt.status,
});

/** Whether a command changed anything; repeating a command that has taken effect does not. */
export type Effect = 'changed' | 'unchanged';

/**
 * A change of one session. Each command is checked against the transition tables. Allowed changes are
 * collected, together with one history row per step and the events in sequence, so that no operation
 * can omit any of them. They are committed only if the session is still the one that was read.
 */
export class SessionChange {
  /** The database's clock when the session was read. */
  readonly now: Date;
  /** The creator of provider objects that the caller attaches. */
  readonly objectCreator: ObjectCreator;
  /** The session after the commands so far. */
  state: SessionState;
  /** What the commands so far write besides the session. */
  readonly writes = new SessionWrites();

  readonly #read: SessionState;
  readonly #log: ChangeLog;
  readonly #forScope: () => Repositories;
  #repositories: Repositories | undefined;

  /** @param repositories those of the transaction that the change is part of, if any */
  constructor(deps: Deps, caller: Caller, loaded: SessionState, repositories?: Repositories) {
    this.#forScope = () => deps.database.forScope(caller);
    this.#repositories = repositories;
    this.now = loaded.now;
    this.objectCreator = caller.actor.kind === 'payer' ? 'payer_page' : 'merchant';
    this.state = loaded;
    this.#read = loaded;
    this.#log = new ChangeLog(deps, caller, loaded.now);
  }

  /** For reads. What is read apart from the session is not protected by its version. */
  get repositories(): Repositories {
    // Most changes read nothing else.
    this.#repositories ??= this.#forScope();
    return this.#repositories;
  }

  get session(): SessionRecord {
    return this.state.session;
  }

  /** The session's current attempt. */
  get attempt(): AttemptRecord {
    return this.state.attempt;
  }

  get deadlinePassed(): boolean {
    return hasPassed(this.session.expiresAt, this.now);
  }

  /** A change that begins with the creation of a session and its first attempt. */
  static ofNewSession(deps: Deps, caller: Caller, created: SessionState): SessionChange {
    const change = new SessionChange(deps, caller, created);
    change.writes.isNew = true;
    change.writes.newCart = created.cartSnapshot;
    change.#addEntry('create', { from: null, to: created.session.status, reason: null }, null);
    change.emit('proxy_session.created', sessionEventObject(change.state), null);
    return change;
  }

  /**
   * Applies a command to the session.
   * @param patch other columns that change with the status
   * @throws DomainError when the session's state refuses the command
   */
  command(command: SessionCommand, patch: Partial<SessionRecord> = {}): Effect {
    return this.#applyToSession(command, decideSession(this.#facts, command), patch);
  }

  /**
   * Applies a command to an attempt of this session: the current one, unless `of` names another.
   * @param reason the reason that the provider or the caller gave
   * @throws DomainError when the attempt's state refuses the command
   */
  attemptCommand(
    command: AttemptCommand,
    patch: Partial<AttemptRecord> = {},
    { reason = null, of = this.attempt }: { reason?: string | null; of?: AttemptRecord } = {},
  ): Effect {
    return this.#applyToAttempt(command, decideAttempt(of.status, command, reason), patch, of);
  }

  /**
   * Ends the session with its current attempt. With a root object, an event of the provider ends that. The attempt
   * ends first, so that the session's event shows its new status.
   * @param reason of the attempt
   * @throws DomainError when the session's state refuses the command
   */
  end(command: 'cancel' | 'expire', reason: string | null = null): Effect {
    const decision = decideSession(this.#facts, command);
    const { providerRootObjectId, status } = this.attempt;
    const endsAttempt = !providerRootObjectId && isUnfinished(status);
    if (decision.kind === 'transition' && endsAttempt) this.attemptCommand(command, {}, { reason });
    return this.#applyToSession(command, decision, {});
  }

  /**
   * Applies what a provider object shows to an attempt of this session, and to the session.
   * @param reason the reason that the provider gave
   * @param attemptPatch other columns of the attempt that change with its status
   * @param sessionPatch columns of the session that change with the fact, whatever its status
   * @throws DomainError when the state of the attempt or the session refuses the fact
   */
  applyFact(
    fact: SettlementFact,
    of: AttemptRecord,
    {
      reason = null,
      attemptPatch = {},
      sessionPatch = {},
    }: {
      reason?: string | null;
      attemptPatch?: Partial<AttemptRecord>;
      sessionPatch?: Partial<SessionRecord>;
    } = {},
  ): void {
    const commands = settlements[fact];
    const { attempt, session, note } = decideSettlement(of.status, this.#facts, fact, reason);
    if (commands.attempt) this.#applyToAttempt(commands.attempt, attempt, attemptPatch, of);
    if (commands.session === null) return;
    this.#applyToSession(commands.session, session, sessionPatch);
    if (note === null) return;
    this.patchSession(sessionPatch);
    this.addHistoryEntry(commands.session, note);
    // The merchant has to return the money, also of a session that cannot change its status.
    if (note !== 'money_to_return') return;
    const conflictSince = this.session.conflictSince ?? this.now;
    if (isFulfillmentReported(this.session.status)) this.patchSession({ conflictSince });
    this.emitOfSession('proxy_session.payment_conflicted');
  }

  /**
   * The session's attempt with this id, after the commands so far.
   * @throws DomainError not_found
   */
  async findAttempt(id: string): Promise<AttemptRecord> {
    if (id === this.attempt.id) return this.attempt;
    const attempt = await this.repositories.attempts.find(this.session.id, id);
    if (!attempt) throw new DomainError('not_found', 'The session has no attempt with this id.');
    return attempt;
  }

  /** An attempt after the commands so far. */
  latest(attempt: AttemptRecord): AttemptRecord {
    return this.writes.latestAttempt(attempt);
  }

  /** Changes columns of an attempt other than its status, with a history entry. */
  amendAttempt(
    attempt: AttemptRecord,
    patch: Partial<AttemptRecord>,
    { action, event = null }: { action: string; event?: AttemptEventType | null },
  ): AttemptRecord {
    const after = this.#changeAttempt(attempt, patch);
    this.#addEntry(action, null, after);
    if (event) this.emitOfAttempt(event, after);
    return after;
  }

  /** Sets facts that no caller decides by: a new version would refuse the merchant's next request. */
  setAttemptFacts(attempt: AttemptRecord, facts: Partial<AttemptRecord>): AttemptRecord {
    return this.#setAttempt(this.latest(attempt), facts);
  }

  /** Makes a new, reserved attempt the current one. The previous one must have been superseded. */
  addAttempt(attempt: AttemptRecord): void {
    this.writes.addAttempt(attempt);
    this.patchSession({ attemptId: attempt.id });
    this.state = { ...this.state, attempt };
    this.#addEntry('reserve', { from: null, to: attempt.status, reason: null }, attempt);
    this.emitOfAttempt('acquisition_attempt.reserved', attempt);
  }

  /** Changes columns of the session other than its status. */
  patchSession(patch: Partial<SessionRecord>): void {
    const session = { ...this.session, ...patch, updatedAt: this.now };
    this.state = { ...this.state, session };
  }

  /** Sets the snapshot of the cart version that `command` has just introduced. */
  setCart(cartSnapshot: JsonObject): void {
    this.writes.newCart = cartSnapshot;
    this.patchSession({ cartSetAt: this.now });
    this.state = {
      ...this.state,
      cartSnapshot,
      quoteCartSnapshot: cartSnapshot,
      finalCartSnapshot: cartSnapshot,
    };
  }

  /**
   * Adds a history entry without a change of status.
   * @param of null for an entry about the session itself
   */
  addHistoryEntry(
    action: string,
    reason: string | null = null,
    of: AttemptRecord | null = this.attempt,
    declineId: string | null = null,
  ): void {
    this.#addEntry(action, { from: null, to: null, reason }, of, declineId);
  }

  /** Adds an event of the session. */
  emitOfSession(type: SessionEventType): void {
    this.emit(type, sessionEventObject(this.state), sessionEventObject(this.#read));
  }

  /** Adds an event of an attempt. */
  emitOfAttempt(type: AttemptEventType, attempt: AttemptRecord): void {
    const object = attemptEventObject(attempt);
    const before = this.writes.findStoredAttempt(attempt.id);
    if (object) this.emit(type, object, before ? attemptEventObject(before) : null);
  }

  /** Adds an event to the session's sequence. */
  emit(type: EventType, object: JsonObject, previous: JsonObject | null): void {
    this.patchSession(this.#log.addEvent(this.session, type, object, previous));
  }

  /** Everything that the commands so far write; null when they changed nothing. */
  collect(): SessionWrite | null {
    return this.writes.collect(this.#read, this.state, this.#log);
  }

  get #facts(): SessionFacts {
    return getSessionFacts(this.state);
  }

  #applyToSession(
    command: SessionCommand,
    decision: SettlementDecision['session'],
    patch: Partial<SessionRecord>,
  ): Effect {
    if (decision.kind === 'refused') throw new DomainError(decision.code, decision.message);
    if (decision.kind === 'unchanged') return 'unchanged';
    this.patchSession({ ...patch, status: decision.to });
    this.#addEntry(command, decision, null);
    if (decision.event) this.emitOfSession(decision.event);
    return 'changed';
  }

  #applyToAttempt(
    command: AttemptCommand,
    decision: SettlementDecision['attempt'],
    patch: Partial<AttemptRecord>,
    of: AttemptRecord,
  ): Effect {
    if (decision.kind === 'refused') throw new DomainError(decision.code, decision.message);
    if (decision.kind === 'unchanged') return 'unchanged';
    const { to: status, reason: statusReason } = decision;
    const after = this.#changeAttempt(of, { ...patch, status, statusReason });
    this.#addEntry(command, decision, after);
    if (decision.event) this.emitOfAttempt(decision.event, after);
    return 'changed';
  }

  #changeAttempt(attempt: AttemptRecord, patch: Partial<AttemptRecord>): AttemptRecord {
    this.patchSession({});
    return this.#setAttempt(attempt, { ...patch, version: attempt.version + 1 });
  }

  #setAttempt(before: AttemptRecord, patch: Partial<AttemptRecord>): AttemptRecord {
    const after = { ...before, ...patch, updatedAt: this.now };
    this.writes.changeAttempt(before, after);
    if (after.id === this.attempt.id) this.state = { ...this.state, attempt: after };
    return after;
  }

  #addEntry(...entry: [string, Step | null, AttemptRecord | null, (string | null)?]): void {
    this.patchSession(this.#log.addEntry(this.session, ...entry));
  }
}
