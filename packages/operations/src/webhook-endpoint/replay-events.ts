import { parseCreatedRange } from '../event/get-event.ts';
import type { Caller } from '../request/caller.ts';
import { readCursor, writeCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { omitUndefined } from '../request/omit-undefined.ts';
import { changeActiveEndpoint } from './endpoint-change.ts';

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
  const within = parseCreatedRange(input);
  const after = input.cursor === undefined ? undefined : readCursor('evt', input.cursor).id;
  return changeActiveEndpoint(
    deps,
    caller,
    input.webhook_endpoint_id,
    async ({ tx, endpoint, audit }) => {
      const { eventTypes, createdAt } = endpoint;
      const found = await tx.outbox.listReplayable(
        {
          createdFrom: createdAt,
          ...within,
          ...(eventTypes.length === 0 ? {} : { types: eventTypes }),
        },
        {
          limit: MAX_REPLAYED + 1,
          ...omitUndefined({ after }),
          ...((input.only_missed ?? true) ? { missedBy: endpoint.id } : {}),
        },
      );
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
