import type { ReplayInput } from '@parley/contract';
import type { EndpointRecord, Scope } from '@parley/db';
import type { Caller } from '../request/caller.ts';
import { readCursor, writeCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { parseCreatedRange } from '../request/parse-created-range.ts';
import { changeActiveEndpoint } from './endpoint-change.ts';
import { loadEndpoint } from './get-webhook-endpoint.ts';

/** The number of events per call; the next call continues from the cursor. */
const MAX_REPLAYED = 1_000;

/**
 * Sends an endpoint the events of a period that it subscribes to, oldest first, each with its own
 * webhook-id: only those that were never delivered to it, or all of them.
 * @throws DomainError not_found, endpoint_archived, invalid_request
 */
export async function replayEvents(deps: Deps, caller: Caller, input: ReplayInput) {
  const select = getSelection(input);
  const after = readCursor('evt', input.cursor)?.id;
  return changeActiveEndpoint(
    deps,
    caller,
    input.webhook_endpoint_id,
    async ({ tx, endpoint, audit }) => {
      const { filter, missedBy } = select(endpoint);
      const found = await tx.outbox.listReplayable(
        filter,
        { limit: MAX_REPLAYED + 1, after },
        missedBy,
      );
      const ids = found.ids.slice(0, MAX_REPLAYED);
      await tx.webhookDeliveries.enqueue(endpoint.id, ids);
      await audit('events_replayed', { events: ids.length });
      // The events are read in the order of their ids, so the time in the cursor has no meaning.
      const last = found.ids.length > ids.length ? ids.at(-1) : found.examinedTo?.id;
      return {
        replayed: ids.length,
        has_more: last !== undefined,
        next_cursor: last ? writeCursor({ createdAt: new Date(0), id: last }) : null,
      };
    },
  );
}

/**
 * Counts the events that a replay would send now.
 * @throws DomainError not_found, insufficient_scope, invalid_request
 */
export async function countReplayable(
  deps: Deps,
  scope: Scope,
  input: Omit<ReplayInput, 'cursor'>,
) {
  const select = getSelection(input);
  const { filter, missedBy } = select(await loadEndpoint(deps, scope, input));
  const found = await deps.database.forScope(scope).outbox.countReplayable(filter, missedBy);
  return {
    count: found.count,
    has_more: found.hasMore,
    oldest_at: found.oldestAt?.toISOString() ?? null,
    newest_at: found.newestAt?.toISOString() ?? null,
  };
}

/** The events that a replay sends, by its endpoint. */
function getSelection(input: Omit<ReplayInput, 'cursor'>) {
  const within = parseCreatedRange(input);
  return ({ id, createdAt, eventTypes }: EndpointRecord) => ({
    filter: {
      createdFrom: createdAt,
      ...within,
      ...(eventTypes.length === 0 ? {} : { types: eventTypes }),
    },
    missedBy: (input.only_missed ?? true) ? id : undefined,
  });
}
