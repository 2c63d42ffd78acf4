import type { EndpointRecord } from '@parley/db';
import type { Caller } from '../request/caller.ts';
import { readCursor, writeCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { omitUndefined } from '../request/omit-undefined.ts';
import { parseCreatedRange } from '../request/parse-created-range.ts';
import { changeActiveEndpoint } from './endpoint-change.ts';
import { endpointNotFound } from './webhook-endpoint-view.ts';

/** The number of events per call; the next call continues from the cursor. */
const MAX_REPLAYED = 1_000;

export interface ReplayInput {
  readonly webhook_endpoint_id: string;
  readonly created_from?: string | undefined;
  readonly created_before?: string | undefined;
  readonly only_missed?: boolean | undefined;
  readonly cursor?: string | undefined;
}

/**
 * Sends an endpoint the events of a period that it subscribes to, oldest first, each with its own
 * webhook-id: only those that were never delivered to it, or all of them.
 * @throws DomainError not_found, endpoint_archived, invalid_request
 */
export async function replayEvents(deps: Deps, caller: Caller, input: ReplayInput) {
  const select = selectionOf(input);
  const after = input.cursor === undefined ? undefined : readCursor('evt', input.cursor).id;
  return changeActiveEndpoint(
    deps,
    caller,
    input.webhook_endpoint_id,
    async ({ tx, endpoint, audit }) => {
      const { filter, missedBy } = select(endpoint);
      const found = await tx.outbox.listReplayable(filter, {
        limit: MAX_REPLAYED + 1,
        ...omitUndefined({ after, missedBy }),
      });
      const ids = found.slice(0, MAX_REPLAYED);
      await tx.webhookDeliveries.enqueue(endpoint.id, ids);
      await audit('events_replayed', { events: ids.length });
      const has_more = found.length > ids.length;
      const last = ids.at(-1);
      return {
        replayed: ids.length,
        has_more,
        next_cursor: has_more && last ? writeCursor({ createdAt: new Date(0), id: last }) : null,
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
  caller: Caller,
  input: Omit<ReplayInput, 'cursor'>,
) {
  const select = selectionOf(input);
  return inTransaction(deps, caller, async (tx) => {
    const endpoint = await tx.webhookEndpoints.find(input.webhook_endpoint_id);
    if (!endpoint) throw endpointNotFound();
    const { filter, missedBy } = select(endpoint);
    const found = await tx.outbox.countReplayable(filter, missedBy);
    return {
      count: found.count,
      has_more: found.hasMore,
      oldest_at: found.oldestAt?.toISOString() ?? null,
      newest_at: found.newestAt?.toISOString() ?? null,
    };
  });
}

/** The events that a replay sends, by its endpoint. */
function selectionOf(input: Omit<ReplayInput, 'cursor'>) {
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
