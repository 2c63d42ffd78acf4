import type {
  AttemptRecord,
  HistoryRecord,
  JsonObject,
  LoadedSession,
  OutboxRecord,
  SessionRecord,
  Transaction,
} from '@parley/db';
import {
  type AttemptCommand,
  type AttemptEventType,
  DomainError,
  decideAttempt,
  decideSession,
  type EventType,
  type SessionCommand,
} from '@parley/domain';
import { attemptView } from '../attempt/attempt-view.ts';
import { createEventRecord } from '../event/event-record.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { nextProviderCheck } from './provider-check.ts';
import { sessionEventObject } from './session-view.ts';

/** Whether a command changed anything; a repeat of what is already so does not. */
export type Effect = 'changed' | 'unchanged';

/**
 * One locked session being changed. Every command is put to the transition tables; what they allow
 * is gathered here and written by `write` as guarded updates, with a history row for each step and
 * the events in sequence, so that no operation can forget one of them.
 */
export class SessionChange {
  readonly tx: Transaction;
  /** The database's clock when the session was read, after its lock was had. */
  readonly now: Date;
  /** The session as the commands so far have made it. */
  loaded: LoadedSession;

  readonly #deps: Deps;
  readonly #caller: Caller;
  readonly #read: LoadedSession;
  /** Attempts as they stand in the database; one to be inserted is not among them. */
  readonly #storedAttempts = new Map<string, AttemptRecord>();
  readonly #attempts = new Map<string, AttemptRecord>();
  readonly #history: HistoryRecord[] = [];
  readonly #events: OutboxRecord[] = [];
  #newCart: JsonObject | null = null;

  constructor(deps: Deps, caller: Caller, tx: Transaction, loaded: LoadedSession) {
    this.#deps = deps;
    this.#caller = caller;
    this.tx = tx;
    this.now = loaded.now;
    this.#read = loaded;
    this.loaded = loaded;
    this.#storedAttempts.set(loaded.attempt.id, loaded.attempt);
  }

  get session(): SessionRecord {
    return this.loaded.session;
  }

  /** The session's current attempt. */
  get attempt(): AttemptRecord {
    return this.loaded.attempt;
  }

  get deadlinePassed(): boolean {
    return this.session.expiresAt <= this.now;
  }

  /**
   * Puts a command to the session.
   * @param patch what else changes with it
   * @throws DomainError when the session's state refuses it
   */
  command(command: SessionCommand, patch: Partial<SessionRecord> = {}): Effect {
    const decision = decideSession(
      {
        status: this.session.status,
        deadlinePassed: this.deadlinePassed,
        attemptStatus: this.attempt.status,
      },
      command,
    );
    if (decision.kind === 'refused') throw new DomainError(decision.code, decision.message);
    if (decision.kind === 'unchanged') return 'unchanged';
    const before = sessionEventObject(this.loaded);
    this.#setSession({ ...patch, status: decision.to });
    this.#record(command, decision, null);
    if (decision.event) {
      this.#emit(decision.event, sessionEventObject(this.loaded), before);
    }
    return 'changed';
  }

  /**
   * Puts a command to an attempt of this session, its current one unless another is named.
   * @param reason what the provider or the caller gave as the reason
   * @throws DomainError when the attempt's state refuses it
   */
  attemptCommand(
    command: AttemptCommand,
    patch: Partial<AttemptRecord> = {},
    { reason = null, of = this.attempt }: { reason?: string | null; of?: AttemptRecord } = {},
  ): Effect {
    const decision = decideAttempt(of.status, command, reason);
    if (decision.kind === 'refused') throw new DomainError(decision.code, decision.message);
    if (decision.kind === 'unchanged') return 'unchanged';
    const after = this.#changeAttempt(of, {
      ...patch,
      status: decision.to,
      statusReason: decision.reason,
    });
    this.#record(command, decision, after);
    if (decision.event) this.#emitOfAttempt(decision.event, after, of);
    return 'changed';
  }

  /** An attempt as the commands so far have made it. */
  latest(attempt: AttemptRecord): AttemptRecord {
    return this.#attempts.get(attempt.id) ?? attempt;
  }

  /** Changes an attempt where no transition is the point, and tells of it where `told` says how. */
  amendAttempt(
    attempt: AttemptRecord,
    patch: Partial<AttemptRecord>,
    told: { action: string; event: AttemptEventType },
  ): AttemptRecord {
    const after = this.#changeAttempt(attempt, patch);
    this.#record(told.action, { from: null, to: null, reason: null }, after);
    this.#emitOfAttempt(told.event, after, attempt);
    return after;
  }

  #changeAttempt(attempt: AttemptRecord, patch: Partial<AttemptRecord>): AttemptRecord {
    const after = { ...attempt, ...patch, version: attempt.version + 1, updatedAt: this.now };
    if (!this.#storedAttempts.has(attempt.id)) {
      // Read by the caller, not the current one: as it was given is as it is stored.
      this.#storedAttempts.set(attempt.id, attempt);
    }
    this.#putAttempt(after);
    return after;
  }

  /** Makes a new, reserved attempt the current one. The one before must have been superseded. */
  addAttempt(attempt: AttemptRecord): void {
    this.#putAttempt(attempt);
    this.loaded = { ...this.loaded, attempt };
    this.#record('reserve', { from: null, to: attempt.status, reason: null }, attempt);
    this.#emitOfAttempt('acquisition_attempt.reserved', attempt, null);
  }

  /** What changes about the session besides its status. */
  changeSession(patch: Partial<SessionRecord>): void {
    this.#setSession(patch);
  }

  /** Gives the session its next cart revision; `command` has already changed its charge. */
  setCart(cartSnapshot: JsonObject): void {
    this.#newCart = cartSnapshot;
    this.loaded = {
      ...this.loaded,
      cartSnapshot,
      quoteCartSnapshot: cartSnapshot,
      finalCartSnapshot: cartSnapshot,
    };
  }

  /** Adds a line to the session's story where no status changed. */
  note(action: string, reason: string | null = null, of: AttemptRecord = this.attempt): void {
    this.#record(action, { from: null, to: null, reason }, of);
  }

  /** Tells of something that belongs to this session and is written by the caller. */
  tell(type: EventType, object: JsonObject, previous: JsonObject | null): void {
    this.#emit(type, object, previous);
  }

  /** Writes all of it. Nothing is written when nothing changed. */
  async write(): Promise<void> {
    this.#scheduleProviderCheck();
    const { tx, session } = this;
    if (this.#newCart) {
      await tx.carts.insert({
        proxySessionId: session.id,
        cartVersion: session.cartVersion,
        amountMinor: session.amountMinor,
        currency: session.currency,
        cartSnapshot: this.#newCart,
        createdAt: this.now,
      });
    }
    // The one that stops being current goes before the one that becomes it.
    for (const [id, after] of this.#attempts) {
      const before = this.#storedAttempts.get(id);
      if (before) await tx.attempts.update(before, after);
      else await tx.attempts.insert(after);
    }
    if (this.session !== this.#read.session || this.#attempts.size > 0) {
      await tx.sessions.update(this.#read.session, { ...session, updatedAt: this.now });
    }
    await tx.history.append(session.id, this.#history);
    await tx.outbox.append(this.#events);
  }

  #scheduleProviderCheck(): void {
    const { attempt } = this;
    const providerCheckAt = nextProviderCheck(this.#read, this.loaded);
    if (providerCheckAt?.getTime() === attempt.providerCheckAt?.getTime()) return;
    this.#putAttempt({ ...attempt, providerCheckAt });
  }

  #setSession(patch: Partial<SessionRecord>): void {
    const session = { ...this.session, ...patch, updatedAt: this.now };
    this.loaded = { ...this.loaded, session };
  }

  #putAttempt(after: AttemptRecord): void {
    this.#attempts.set(after.id, after);
    if (after.id === this.attempt.id) this.loaded = { ...this.loaded, attempt: after };
    this.#setSession({});
  }

  #record(
    action: string,
    change: { from: string | null; to: string | null; reason: string | null },
    attempt: AttemptRecord | null,
  ): void {
    const sequence = this.session.historySequence + 1;
    this.#setSession({ historySequence: sequence });
    this.#history.push({
      sequence,
      attemptId: attempt?.id ?? null,
      action,
      fromStatus: change.from,
      toStatus: change.to,
      reason: change.reason,
      actorKind: this.#caller.actor.kind,
      actorId: this.#caller.actor.id,
      requestId: this.#caller.requestId,
      at: this.now,
    });
  }

  #emitOfAttempt(
    type: AttemptEventType,
    attempt: AttemptRecord,
    before: AttemptRecord | null,
  ): void {
    // Never reserved, an attempt has no form in the interface: nobody was told of it.
    if (!attempt.providerOptionsFingerprint) return;
    this.#emit(
      type,
      attemptView(attempt),
      before?.providerOptionsFingerprint ? attemptView(before) : null,
    );
  }

  #emit(type: EventType, object: JsonObject, previous: JsonObject | null): void {
    const sequence = this.session.eventSequence + 1;
    this.#setSession({ eventSequence: sequence });
    this.#events.push(
      createEventRecord(this.#caller, {
        id: this.#deps.newId('evt'),
        type,
        proxySessionId: this.session.id,
        sequence,
        at: this.now,
        object,
        previous,
      }),
    );
  }
}

/**
 * Locks a session, lets `work` put commands to it, and writes what came of them.
 * @throws DomainError not_found when the caller has no such session, and whatever `work` throws
 */
export async function changeSession<T>(
  deps: Deps,
  caller: Caller,
  sessionId: string,
  work: (change: SessionChange) => Promise<T> | T,
): Promise<T> {
  return inTransaction(deps, caller, async (tx) => {
    const loaded = await tx.sessions.lock(sessionId);
    if (!loaded) throw sessionNotFound();
    const change = new SessionChange(deps, caller, tx, loaded);
    const result = await work(change);
    await change.write();
    return result;
  });
}

export function sessionNotFound(): DomainError {
  return new DomainError('not_found', 'There is no session with this id.');
}
