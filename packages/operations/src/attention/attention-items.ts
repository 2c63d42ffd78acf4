import type { AttentionCounts, AttentionItemPage, ListAttentionItemsInput } from '@parley/contract';
import type { Scope } from '@parley/db';
import { attentionKinds, MAX_ATTENTION_COUNT } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import { createPage, readCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { triageView } from './triage-item.ts';

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
    after: cursor === undefined ? undefined : readCursor(anyId, cursor),
    query: { filter, readerId: caller.actor.id },
  });
  const { page, ...rest } = createPage(rows, limit, ({ position }) => position);
  return {
    data: page.map(({ id, sessionId, name, reason, at, triage, triageVersion }) => ({
      kind,
      id,
      session_id: sessionId,
      name,
      reason,
      at: at.toISOString(),
      triage: triageView({ triage, triageVersion }),
    })),
    ...rest,
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
