import type {
  AttentionCounts,
  AttentionItem,
  AttentionItemPage,
  ListAttentionItemsInput,
} from '@parley/contract';
import type { AttentionRecord, Scope } from '@parley/db';
import { attentionKinds, DomainError, MAX_ATTENTION_COUNT } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import { createPage, readCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { triageView } from './triage-item.ts';

/** A session has few: more are events that failed for the same reason. */
const MAX_SESSION_ITEMS = 50;

/** Ids of the service and of events of the provider. */
const anyId = /^\w{1,255}$/;

/**
 * Lists the items of one kind that fit a filter, those that wait for the longest time first.
 * @throws DomainError invalid_request for an invalid cursor
 */
export async function listAttentionItemsOfKind(
  deps: Deps,
  caller: Caller,
  { kind, filter, limit, cursor }: ListAttentionItemsInput,
): Promise<AttentionItemPage> {
  const rows = await deps.database.forScope(caller).attention.list(kind, {
    limit: limit + 1,
    after: readCursor(anyId, cursor),
    query: { filter, readerId: caller.actor.id },
  });
  const { page, ...paging } = createPage(rows, limit, ({ position }) => position);
  return {
    data: page.map(itemView),
    ...paging,
  };
}

/**
 * Lists the items that concern a session, also snoozed ones, those that wait for the longest time first.
 * @throws DomainError not_found
 */
export async function listAttentionItemsOfSession(
  deps: Deps,
  scope: Scope,
  { id }: { readonly id: string },
): Promise<AttentionItem[]> {
  const { attention, sessions } = deps.database.forScope(scope);
  if (!(await sessions.find(id))) throw new DomainError('not_found');
  const rows = await attention.listBySession(id, MAX_SESSION_ITEMS);
  return rows.map(itemView);
}

function itemView(item: AttentionRecord): AttentionItem {
  const { kind, id, sessionId, subscriptionId, name, reason, at } = item;
  return {
    kind,
    id,
    session_id: sessionId,
    subscription_id: subscriptionId,
    name,
    reason,
    at: at.toISOString(),
    triage: triageView(item),
  };
}

/** Counts the items of each kind that are not snoozed, up to 100. */
export async function countAttentionItems(deps: Deps, scope: Scope): Promise<AttentionCounts> {
  const { attention } = deps.database.forScope(scope);
  const counts = await Promise.all(
    attentionKinds.map(
      async (kind) => [kind, await attention.countUpTo(kind, MAX_ATTENTION_COUNT)] as const,
    ),
  );
  return Object.fromEntries(counts) as AttentionCounts;
}
