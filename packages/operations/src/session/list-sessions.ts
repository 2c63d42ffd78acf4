import type {
  ListSessionOverviewsInput,
  ListSessionsInput,
  SessionCounts,
  SessionOverview,
  SessionSummary,
} from '@parley/contract';
import type { ListedSession, Scope, SessionListQuery } from '@parley/db';
import { isEmailAddress, type SessionStatus } from '@parley/domain';
import { readCursor, writeCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { parseCreatedRange } from '../request/parse-created-range.ts';
import {
  sessionExportRow,
  sessionOverview,
  sessionSummaryView,
} from '../session-change/session-view.ts';

/** The highest count of a status. A higher one would read too many index entries. */
const MAX_COUNT = 10_000;

/** The number of unknown attempts, and of provider events, whose sessions are listed as needing attention. */
const MAX_RELATED = 1_000;

/** What both lists accept. */
export type ListedSessionsInput = Omit<ListSessionsInput, 'status'> &
  Partial<Omit<ListSessionOverviewsInput, keyof ListSessionsInput>> & {
    /** One or several; [] means any. */
    readonly status?: SessionStatus | readonly SessionStatus[] | undefined;
  };

/**
 * A page in the order of `sort`, with the cursors of the adjacent pages. It can have fewer sessions than `limit`
 * although others follow: one with more than 1 MiB of references, metadata and carts ends there.
 */
interface SessionPage<Row> {
  readonly data: Row[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly previous_cursor: string | null;
  /**
   * The creation time of the last examined session, if the page ends there although it is not full.
   * The adjacent page continues the search.
   */
  readonly examined_to: string | null;
}

/**
 * A page of the merchant's sessions without carts and contacts. An extension of the base specification.
 * @throws DomainError invalid_request for an invalid cursor or timestamp
 */
export function listSessions(
  deps: Deps,
  scope: Scope,
  input: ListedSessionsInput,
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
  input: ListedSessionsInput,
): Promise<SessionPage<SessionOverview>> {
  return listPage(deps, scope, input, input.for_export ? sessionExportRow : sessionOverview);
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
  input: ListedSessionsInput,
  view: (session: ListedSession) => Row,
): Promise<SessionPage<Row>> {
  const from = readCursor('psess', input.cursor);
  const backwards = from !== undefined && input.direction === 'previous';
  const ascending = (input.sort === 'created_at') !== backwards;
  const { sessions, attention } = deps.database.forScope(scope);
  const list = await sessions.list({
    ...parseCreatedRange(input),
    statuses: input.status === undefined ? [] : [input.status].flat(),
    currency: input.currency,
    amountFrom: input.amount_from,
    amountTo: input.amount_to,
    attemptReason: input.attempt_reason,
    metadata: input.metadata,
    needsAttention: input.needs_attention
      ? { relatedIds: await attention.listRelatedSessionIds(MAX_RELATED) }
      : undefined,
    ...(await selectSearched(input, sessions.searchById)),
    from,
    direction: ascending ? 'newer' : 'older',
    limit: input.limit + 1,
  });
  const nearest = list.sessions.slice(0, input.limit);
  const furthest = nearest.at(-1)?.session;
  const isFull = list.isCut || list.sessions.length > input.limit;
  const onward = isFull ? furthest : list.examinedTo;
  const page = backwards ? nearest.toReversed() : nearest;
  // The page that the cursor came from lies in the opposite direction.
  const back = from && (nearest.at(0)?.session ?? from);
  const [next, previous] = backwards ? [back, onward] : [onward, back];
  return {
    data: page.map(view),
    has_more: Boolean(next),
    next_cursor: next ? writeCursor(next) : null,
    previous_cursor: previous ? writeCursor(previous) : null,
    examined_to: list.examinedTo?.createdAt.toISOString() ?? null,
  };
}

/**
 * What the search and the filters by id and buyer reference select. A search that is neither an email nor a known id
 * is a buyer reference.
 */
async function selectSearched(
  { ids, search, buyer_reference: buyerReference }: ListedSessionsInput,
  searchById: (id: string) => Promise<readonly string[]>,
): Promise<Pick<SessionListQuery, 'ids' | 'payerEmail' | 'buyerReference'>> {
  if (search === undefined) return { ids, buyerReference };
  if (isEmailAddress(search)) return { ids, buyerReference, payerEmail: search };
  const found = await searchById(search);
  const isReference = found.length === 0 && (buyerReference ?? search) === search;
  if (isReference) return { ids, buyerReference: search };
  return { ids: ids ? found.filter((id) => ids.includes(id)) : found, buyerReference };
}
