import type { Connection } from './client.ts';
import type { OutboxRecord } from './outbox.ts';
import type { AttemptRecord, HistoryRecord, Scope, SessionRecord } from './records.ts';

/** A change of a session that touches statuses only: no new cart and no new attempt. */
export interface StatusChange {
  readonly before: SessionRecord;
  readonly after: SessionRecord;
  /** The attempts that change, as they are afterwards. */
  readonly attempts: readonly AttemptRecord[];
  readonly history: readonly HistoryRecord[];
  readonly events: readonly OutboxRecord[];
}

/**
 * Writes the changes of many sessions in one statement and ends the leases on them. Changes of a
 * session whose version or status is no longer that of `before` are left out.
 * @returns the ids of the sessions that were changed
 */
export async function writeStatusChanges(
  db: Connection,
  { merchantId, mode }: Scope,
  changes: readonly StatusChange[],
): Promise<string[]> {
  if (changes.length === 0) return [];
  const sessions = changes.map(({ before, after }) => ({
    id: before.id,
    version: before.version,
    old_status: before.status,
    status: after.status,
    event_sequence: after.eventSequence,
    history_sequence: after.historySequence,
    updated_at: after.updatedAt,
  }));
  const attempts = changes.flatMap((change) =>
    change.attempts.map((attempt) => ({
      id: attempt.id,
      proxy_session_id: attempt.proxySessionId,
      status: attempt.status,
      status_reason: attempt.statusReason,
      version: attempt.version,
      provider_check_at: attempt.providerCheckAt,
      updated_at: attempt.updatedAt,
    })),
  );
  const history = changes.flatMap((change) =>
    change.history.map((entry) => ({
      proxy_session_id: change.before.id,
      sequence: entry.sequence,
      attempt_id: entry.attemptId,
      action: entry.action,
      from_status: entry.fromStatus,
      to_status: entry.toStatus,
      reason: entry.reason,
      actor_kind: entry.actorKind,
      actor_id: entry.actorId,
      request_id: entry.requestId,
      at: entry.at,
    })),
  );
  const events = changes.flatMap((change) =>
    change.events.map((event) => ({
      id: event.id,
      type: event.type,
      proxy_session_id: change.before.id,
      sequence: event.sequence,
      payload: event.payload,
      created_at: event.createdAt,
    })),
  );
  // An attempt changes only under the lock and with the version of its session, so the session's
  // version guards it too.
  const written = await db.$queryRaw<{ id: string }[]>`
    WITH changed AS (
      UPDATE proxy_session s
      SET status = g.status, version = s.version + 1, event_sequence = g.event_sequence,
          history_sequence = g.history_sequence, updated_at = g.updated_at,
          lease_token = NULL, leased_until = NULL
      FROM json_to_recordset(${JSON.stringify(sessions)}::json) AS g (id text, version int,
        old_status text, status text, event_sequence int, history_sequence int,
        updated_at timestamptz)
      WHERE s.merchant_id = ${merchantId} AND s.mode = ${mode} AND s.id = g.id
        AND s.version = g.version AND s.status = g.old_status
      RETURNING s.id
    ), attempts AS (
      UPDATE acquisition_attempt a
      SET status = g.status, status_reason = g.status_reason, version = g.version,
          provider_check_at = g.provider_check_at, updated_at = g.updated_at
      FROM changed JOIN json_to_recordset(${JSON.stringify(attempts)}::json) AS g (id text,
        proxy_session_id text, status text, status_reason text, version int,
        provider_check_at timestamptz, updated_at timestamptz) ON g.proxy_session_id = changed.id
      WHERE a.merchant_id = ${merchantId} AND a.id = g.id
    ), entries AS (
      INSERT INTO history_entry (merchant_id, proxy_session_id, sequence, attempt_id, action,
        from_status, to_status, reason, actor_kind, actor_id, request_id, at)
      SELECT ${merchantId}, g.* FROM json_to_recordset(${JSON.stringify(history)}::json) AS g (
        proxy_session_id text, sequence int, attempt_id text, action text, from_status text,
        to_status text, reason text, actor_kind text, actor_id text, request_id text,
        at timestamptz)
      WHERE g.proxy_session_id IN (SELECT id FROM changed)
    ), events AS (
      INSERT INTO outbox_event
        (merchant_id, mode, id, type, proxy_session_id, sequence, payload, created_at)
      SELECT ${merchantId}, ${mode}, g.* FROM json_to_recordset(${JSON.stringify(events)}::json)
        AS g (id text, type text, proxy_session_id text, sequence int, payload json,
        created_at timestamptz)
      WHERE g.proxy_session_id IN (SELECT id FROM changed)
      RETURNING merchant_id, id, created_at
    ), waiting AS (
      INSERT INTO outbox_waiting (merchant_id, event_id, created_at)
      SELECT merchant_id, id, created_at FROM events
    )
    SELECT id FROM changed`;
  return written.map(({ id }) => id);
}
