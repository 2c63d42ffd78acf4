import type { Event } from '@parley/contract';
import type { OutboxRecord, Scope } from '@parley/db';
import { DomainError } from '@parley/domain';
import { createPage, readCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { parseCreatedRange } from '../request/parse-created-range.ts';

/** Events are returned exactly as they were sent. */
const eventView = (event: OutboxRecord): Event => event.payload as unknown as Event;

/**
 * Retrieves an event as it was sent.
 * @throws DomainError not_found
 */
export async function getEvent(deps: Deps, scope: Scope, input: { event_id: string }) {
  const event = await deps.database.forScope(scope).outbox.find(input.event_id);
  if (!event) throw new DomainError('not_found', 'There is no event with this id.');
  return { event: eventView(event) };
}

export interface ListEventsInput {
  readonly type?: string | undefined;
  readonly proxy_session_id?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_before?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Lists events, newest first, including those that no endpoint subscribes to. A page that examined its limit of
 * events may be shorter than `limit`, or empty, and still have a next one.
 * @throws DomainError invalid_request for an invalid cursor or timestamp
 */
export async function listEvents(deps: Deps, scope: Scope, input: ListEventsInput) {
  const after = readCursor('evt', input.cursor);
  const filter = {
    ...parseCreatedRange(input),
    types: input.type === undefined ? undefined : [input.type],
    proxySessionId: input.proxy_session_id,
  };
  const { events, examinedTo } = await deps.database
    .forScope(scope)
    .outbox.list(filter, { limit: input.limit + 1, after: after?.id });
  const { page, ...paging } = createPage(events, input.limit, (event) => event, examinedTo);
  return { data: page.map(eventView), ...paging };
}
