import { createGroupCommit, groupCommitLimits, type QueuedCommit } from '../commit/group-commit.ts';
import { isLockTimeout, isRetryable, isRolledBack, translateErrors } from '../sql/errors.ts';
import { retryConflicts } from '../sql/retry-conflicts.ts';
import type { QueryConnection } from '../sql/sql-connection.ts';
import type { GetTraceparent } from '../sql/traceparent.ts';
import type { ProviderEventRecord } from './provider-events.ts';

/** An event as the statement's parameter has it. */
interface EncodedEvent extends QueuedCommit {
  readonly json: string;
  /** Its key, without the merchant that the account belongs to. */
  readonly key: string;
}

/**
 * Opens the write path of received events.
 * @param group connections for statements with many events, on which a lock timeout is short
 * @param alone connections for events whose statement failed
 * @param isCitus whether the server of open connections is Citus
 * @returns a function that stores an event once, together with concurrent ones, and returns false for a
 *   duplicate. Once it returns, the event is committed. It throws service_unavailable
 */
export function createProviderEventInserts(
  group: QueryConnection,
  alone: QueryConnection,
  isCitus: () => boolean,
  getTraceparent?: GetTraceparent,
): (event: ProviderEventRecord) => Promise<boolean> {
  const submit = createGroupCommit<EncodedEvent, boolean>({
    ...groupCommitLimits(isCitus),
    write: async (events) => {
      const inserted = await insertEncoded(group, events);
      return events.map(({ key }) => inserted.has(key));
    },
    isSeparable: (error, events) =>
      events.length > 1 ? isRolledBack(error) : isLockTimeout(error) || isRetryable(error),
    writeAlone: async (event) =>
      (await retryConflicts(() => insertEncoded(alone, [event]))).has(event.key),
  });
  return (event) => translateErrors(() => submit(encode(event, getTraceparent?.())));
}

/** Stores the events that are not stored yet and returns how many those were. */
export async function insertProviderEvents(
  db: QueryConnection,
  events: readonly ProviderEventRecord[],
): Promise<number> {
  return (
    await insertEncoded(
      db,
      events.map((event) => encode(event)),
    )
  ).size;
}

function encode(event: ProviderEventRecord, traceparent?: string): EncodedEvent {
  const { merchantId, mode, providerConfigId, eventId, type, objectId, payload, occurredAt } =
    event;
  const json = JSON.stringify({
    merchant_id: merchantId,
    mode,
    psp_config_id: providerConfigId,
    event_id: eventId,
    type,
    object_id: objectId,
    payload,
    occurred_at: occurredAt,
    traceparent,
  });
  const key = getKey(event);
  return { merchantId, json, key, bytes: json.length, locks: [key] };
}

const getKey = ({
  providerConfigId,
  eventId,
}: Pick<ProviderEventRecord, 'providerConfigId' | 'eventId'>) => `${providerConfigId} ${eventId}`;

/**
 * Stores events in one statement, whose text is always the same, in the order of their keys, so that two
 * statements cannot wait for each other.
 * @returns the keys of the events that were not stored before
 */
async function insertEncoded(
  db: QueryConnection,
  events: readonly EncodedEvent[],
): Promise<ReadonlySet<string>> {
  const json = `[${events.map((event) => event.json).join()}]`;
  const rows = await db.$queryRaw<Pick<ProviderEventRecord, 'providerConfigId' | 'eventId'>[]>`
    INSERT INTO provider_event (merchant_id, mode, psp_config_id, event_id, type, object_id, payload,
      occurred_at, traceparent, status, due_at)
    SELECT e.*, 'waiting', timestamptz '1970-01-01T00:00:00Z'
    FROM json_to_recordset(${json}::json) AS e (merchant_id text, mode text, psp_config_id text,
      event_id text, type text, object_id text, payload jsonb, occurred_at timestamptz,
      traceparent text)
    ORDER BY merchant_id, psp_config_id, event_id
    ON CONFLICT DO NOTHING
    RETURNING psp_config_id AS "providerConfigId", event_id AS "eventId"`;
  return new Set(rows.map(getKey));
}
