import type {
  AttemptRecord,
  HistoryRecord,
  JsonObject,
  OutboxRecord,
  SessionRecord,
} from '@parley/db';
import type { EventType } from '@parley/domain';
import { createEventRecord } from '../event/event-record.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';

/** What happened to the status of a session or attempt; `from` and `to` are null if it stays. */
export interface Step {
  readonly from: string | null;
  readonly to: string | null;
  readonly reason: string | null;
}

/** The number that a session's row carries after an entry or event was added. */
type NextSequence = Partial<Pick<SessionRecord, 'historySequence' | 'eventSequence'>>;

/** The history entries and events of one change, numbered within their session without gaps. */
export class ChangeLog {
  readonly history: HistoryRecord[] = [];
  readonly events: OutboxRecord[] = [];
  /** Each resource as the latest event shows it, by its id. */
  readonly #shown = new Map<unknown, JsonObject>();

  readonly #deps: Deps;
  readonly #caller: Caller;
  readonly #at: Date;

  constructor(deps: Deps, caller: Caller, at: Date) {
    this.#deps = deps;
    this.#caller = caller;
    this.#at = at;
  }

  /**
   * @param attempt the attempt that the entry is about; null for the session
   * @param declineId the failed charge, if the entry records a decline
   */
  addEntry(
    session: SessionRecord,
    action: string,
    step: Step | null,
    attempt: AttemptRecord | null,
    declineId: string | null = null,
  ): NextSequence {
    const sequence = session.historySequence + 1;
    this.history.push({
      sequence,
      attemptId: attempt?.id ?? null,
      action,
      fromStatus: step?.from ?? null,
      toStatus: step?.to ?? null,
      reason: step?.reason ?? null,
      actorKind: this.#caller.actor.kind,
      actorId: this.#caller.actor.id,
      requestId: this.#caller.requestId,
      declineId,
      at: this.#at,
    });
    return { historySequence: sequence };
  }

  /**
   * Adds an event. Its previous attributes are those of the resource's latest event in this change.
   * @param before the resource before the change, for its first event; null when there was none
   */
  addEvent(
    session: SessionRecord,
    type: EventType,
    object: JsonObject,
    before: JsonObject | null,
  ): NextSequence {
    const previous = this.#shown.get(object.id) ?? before;
    this.#shown.set(object.id, object);
    const sequence = session.eventSequence + 1;
    this.events.push(
      createEventRecord(this.#caller, {
        id: this.#deps.newId('evt'),
        type,
        proxySessionId: session.id,
        sequence,
        at: this.#at,
        object,
        previous,
      }),
    );
    return { eventSequence: sequence };
  }
}
