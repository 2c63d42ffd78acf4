import type {
  AttemptRecord,
  JsonObject,
  ProviderEventKey,
  RowWrite,
  SessionState,
  SessionWrite,
  SubscriptionRecord,
} from '@parley/db';
import { isClosed } from '@parley/domain';
import type { ChangeLog } from './change-log.ts';
import { nextProviderCheck } from './provider-check.ts';

/** What a change of a session writes besides the session's own columns, its history and its events. */
export class SessionWrites {
  /** Whether the session is to be inserted. */
  isNew = false;
  /** The snapshot of the cart version that the change introduces. */
  newCart: JsonObject | null = null;
  /** The subscription that the session started. */
  subscription: RowWrite<SubscriptionRecord> | null = null;
  /** Makes provider events due that wait for this object to be attached. */
  attachedObject: string | null = null;
  /** A provider event whose refund or dispute is in the history, marked so that it is there once. */
  recordedEvent: ProviderEventKey | null = null;

  /** Changed attempts as they are stored; those to be inserted are missing. */
  readonly #stored = new Map<string, AttemptRecord>();
  readonly #attempts = new Map<string, AttemptRecord>();

  /** Inserts an attempt. */
  addAttempt(attempt: AttemptRecord): void {
    this.#attempts.set(attempt.id, attempt);
  }

  /** @param before the attempt after the changes so far */
  changeAttempt(before: AttemptRecord, after: AttemptRecord): void {
    if (!this.#attempts.has(before.id)) this.#stored.set(before.id, before);
    this.#attempts.set(after.id, after);
  }

  /** An attempt after the changes so far. */
  latestAttempt(attempt: AttemptRecord): AttemptRecord {
    return this.#attempts.get(attempt.id) ?? attempt;
  }

  /** A changed attempt as it is stored; undefined for one to be inserted. */
  findStoredAttempt(id: string): AttemptRecord | undefined {
    return this.#stored.get(id);
  }

  /**
   * Everything to write; null if nothing has changed.
   * @param read the session before the change
   */
  collect(
    read: SessionState,
    after: SessionState,
    { history, events }: ChangeLog,
  ): SessionWrite | null {
    const providerCheckAt = nextProviderCheck(read, after);
    if (providerCheckAt?.getTime() !== after.attempt.providerCheckAt?.getTime()) {
      this.changeAttempt(after.attempt, { ...after.attempt, providerCheckAt });
    }
    const { subscription, attachedObject, recordedEvent, newCart, isNew } = this;
    const hasRows = this.#attempts.size > 0 || subscription || recordedEvent;
    if (after === read && !hasRows) return null;
    return {
      before: isNew ? null : read.session,
      after: { ...after.session, closedAt: this.#closedAt(after) },
      cart: newCart && { before: isNew ? null : read.cartSnapshot, after: newCart },
      attempts: [...this.#attempts.values()].map((attempt) => ({
        before: this.#stored.get(attempt.id) ?? null,
        after: attempt,
      })),
      payments: after.payments.flatMap((payment, index) => {
        const stored = read.payments[index] ?? null;
        return stored === payment ? [] : [{ before: stored, after: payment }];
      }),
      subscription,
      attachedObject,
      recordedEvent,
      history,
      events,
    };
  }

  /** The time of the last change, once no further change is expected; null before. */
  #closedAt({ session, attempt }: SessionState): Date | null {
    const isSubscribed = this.subscription?.after.endedAt === null;
    if (isSubscribed || session.conflictSince || !isClosed(session.status, attempt.status)) {
      return null;
    }
    return session.updatedAt;
  }
}
