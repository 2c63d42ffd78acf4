import type { SessionSummary } from '@parley/contract';
import type { Scope } from '@parley/db';
import type { SessionStatus } from '@parley/domain';
import { parseCreatedRange } from '../event/get-event.ts';
import { pageOf, readCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { sessionSummaryView } from '../session-change/session-view.ts';

export interface ListMerchantSessionsInput {
  readonly status?: SessionStatus | undefined;
  readonly buyer_reference?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_before?: string | undefined;
  readonly sort: 'created_at' | '-created_at';
  /** 1 to 100. */
  readonly limit: number;
  /** `next_cursor` of the page before, under the same filters and sort. */
  readonly cursor?: string | undefined;
}

/**
 * A page of the merchant's sessions, each without carts and contacts, which are read one by one.
 * An extension of the interface.
 * @throws DomainError invalid_request for a cursor that no page gave, or a moment that is none
 */
export async function listMerchantSessions(
  deps: Deps,
  scope: Scope,
  input: ListMerchantSessionsInput,
): Promise<{ data: SessionSummary[]; has_more: boolean; next_cursor: string | null }> {
  const rows = await deps.database.forScope(scope).sessions.list({
    ...parseCreatedRange(input),
    ...(input.status === undefined ? {} : { status: input.status }),
    ...(input.buyer_reference === undefined ? {} : { buyerReference: input.buyer_reference }),
    ...(input.cursor === undefined ? {} : { from: readCursor('psess', input.cursor) }),
    direction: input.sort === 'created_at' ? 'newer' : 'older',
    limit: input.limit + 1,
  });
  const { page, ...rest } = pageOf(rows, input.limit, ({ session }) => session);
  return { data: page.map(sessionSummaryView), ...rest };
}
