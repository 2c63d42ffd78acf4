import type { IdempotencyScope } from '../sessions/idempotency.ts';
import type {
  AttemptRecord,
  HistoryRecord,
  JsonObject,
  PaymentRecord,
  Scope,
  SessionRecord,
  SubscriptionRecord,
} from '../sql/records.ts';
import type { OutboxRecord } from '../webhooks/outbox.ts';

/**
 * Everything that one operation on a session writes. It is committed as a whole or not at all, and only
 * if its idempotency key is unused and its rows are still those that the operation was decided from.
 */
export interface SessionCommit {
  readonly scope: Scope;
  /** When the operation was decided, by the database clock. */
  readonly at: Date;
  /** The request's idempotency key with the outcome to replay; null for a request without a key. */
  readonly idempotency: IdempotencyOutcome | null;
  /** Null when the outcome is all that is stored. */
  readonly session: SessionWrite | null;
  /** Whether it fails when a row stays locked for 200 ms instead of 3 s: it is decided again later anyway. */
  readonly failsWhenLocked?: boolean;
}

interface IdempotencyOutcome extends IdempotencyScope {
  readonly fingerprint: string;
  readonly outcome: JsonObject;
}

/** A row before and after a write; `before` is null for a new row. */
export interface RowWrite<Row> {
  readonly before: Row | null;
  readonly after: Row;
}

/** The rows that one operation writes of one session. */
export interface SessionWrite extends RowWrite<SessionRecord> {
  /** The cart of the session's cart version, if that is new, and the one that it replaces. */
  readonly cart: RowWrite<JsonObject> | null;
  /** At most one write per attempt. One that was unreserved is inserted: it had no row. */
  readonly attempts: readonly RowWrite<AttemptRecord>[];
  readonly payments: readonly RowWrite<PaymentRecord>[];
  readonly subscription: RowWrite<SubscriptionRecord> | null;
  /**
   * The id of a provider object that was attached. Provider events that are parked for it or wait are due
   * at once. Their leases end: a worker that read the attempts before would park its event again.
   */
  readonly attachedObject: string | null;
  /** The provider event whose refund or dispute is in `history`; it was not recorded before. */
  readonly recordedEvent: ProviderEventKey | null;
  readonly history: readonly HistoryRecord[];
  readonly events: readonly OutboxRecord[];
}

/** A provider event of a merchant. */
export interface ProviderEventKey {
  readonly providerConfigId: string;
  readonly eventId: string;
}

/**
 * `conflict`: nothing was written, because the idempotency key was used or a row was written in the
 * meantime. The operation must load and decide again.
 */
export type CommitResult = 'applied' | 'conflict';
