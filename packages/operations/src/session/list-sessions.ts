import type { SessionCounts, SessionOverview, SessionSummary } from '@parley/contract';
import type { LoadedSession, Scope } from '@parley/db';
import type { SessionStatus } from '@parley/domain';
import { parseCreatedRange } from '../event/get-event.ts';
import { readCursor, writeCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { omitUndefined } from '../request/omit-undefined.ts';
import { sessionOverview, sessionSummaryView } from '../session-change/session-view.ts';

/** The highest count of a status. A higher one would read too many index entries. */
const MAX_COUNT = 10_000;

export interface ListSessionsInput {
  readonly status?: SessionStatus | undefined;
  readonly buyer_reference?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_before?: string | undefined;
  readonly sort: 'created_at' | '-created_at';
  /** 1 to 100. */
  readonly limit: number;
  /** `next_cursor` or `previous_cursor` of another page with the same filters and sort. */
  readonly cursor?: string | undefined;
  /** Which cursor it is; `next` by default. */
  readonly direction?: 'next' | 'previous' | undefined;
}

/** A page in the order of `sort`, with the cursors of the adjacent pages. */
interface SessionPage<Row> {
  readonly data: Row[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly previous_cursor: string | null;
}

/**
 * A page of the merchant's sessions without carts and contacts. An extension of the base specification.
 * @throws DomainError invalid_request for an invalid cursor or timestamp
 */
export function listSessions(
  deps: Deps,
  scope: Scope,
  input: ListSessionsInput,
): Promise<SessionPage<SessionSummary>> {
  return listPage(deps, scope, input, sessionSummaryView);
}

/**
 * A page of the merchant's sessions as rows of the dashboard's list.
 * @throws DomainError invalid_request for an invalid cursor or timestamp
 */
export function listSessionOverviews(
  deps: Deps,
  scope: Scope,
  input: ListSessionsInput,
): Promise<SessionPage<SessionOverview>> {
  return listPage(deps, scope, input, sessionOverview);
}

/** The number of sessions in each status, counted up to 10,000. */
export async function countSessionsByStatus(deps: Deps, scope: Scope): Promise<SessionCounts> {
  const counts = await deps.database.forScope(scope).sessions.countByStatus(MAX_COUNT + 1);
  return counts.map(({ status, count }) => ({
    status,
    count: Math.min(count, MAX_COUNT),
    has_more: count > MAX_COUNT,
  }));
}

async function listPage<Row>(
  deps: Deps,
  scope: Scope,
  input: ListSessionsInput,
  view: (session: LoadedSession) => Row,
): Promise<SessionPage<Row>> {
  const from = input.cursor === undefined ? undefined : readCursor('psess', input.cursor);
  const backwards = from !== undefined && input.direction === 'previous';
  const ascending = (input.sort === 'created_at') !== backwards;
  const rows = await deps.database.forScope(scope).sessions.list({
    ...parseCreatedRange(input),
    ...omitUndefined({ status: input.status, buyerReference: input.buyer_reference, from }),
    direction: ascending ? 'newer' : 'older',
    limit: input.limit + 1,
  });
  const more = rows.length > input.limit;
  const nearest = rows.slice(0, input.limit);
  const page = backwards ? nearest.toReversed() : nearest;
  const [first, last] = [page.at(0), page.at(-1)];
  // The page that the cursor came from lies in the opposite direction.
  const hasNext = backwards || more;
  const hasPrevious = backwards ? more : from !== undefined;
  return {
    data: page.map(view),
    has_more: hasNext && last !== undefined,
    next_cursor: hasNext && last ? writeCursor(last.session) : null,
    previous_cursor: hasPrevious && first ? writeCursor(first.session) : null,
  };
}
