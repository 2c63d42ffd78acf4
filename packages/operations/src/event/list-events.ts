import type { ListEventsInput } from '@parley/contract';
import type { Scope } from '@parley/db';
import { createPage, readCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { parseCreatedRange } from '../request/parse-created-range.ts';
import { eventView } from './get-event.ts';

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
