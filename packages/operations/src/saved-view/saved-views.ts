import { type SavedView, savedViewFilters } from '@parley/contract';
import { DomainError, requireBelowLimit } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';

/**
 * Lists the views of the session list that the caller saved, oldest first.
 * @throws DomainError insufficient_scope for a caller who is not a person
 */
export async function listSavedViews(deps: Deps, caller: Caller): Promise<{ views: SavedView[] }> {
  const rows = await deps.database.forScope(caller).savedViews.list(requirePerson(caller));
  // A newer version may have saved unknown filters.
  const views = rows.flatMap(({ name, filters }) => {
    const known = savedViewFilters.safeParse(filters);
    return known.success ? [{ name, filters: known.data }] : [];
  });
  return { views };
}

/**
 * Saves a view for the caller, or replaces the one with its name.
 * @throws DomainError insufficient_scope, limit_reached
 */
export async function saveView(deps: Deps, caller: Caller, view: SavedView): Promise<SavedView> {
  const userId = requirePerson(caller);
  return inTransaction(deps, caller, async (tx) => {
    await tx.owned.lock('saved_views', userId);
    if (await tx.savedViews.replace(userId, view)) return view;
    const count = await tx.savedViews.count(userId);
    requireBelowLimit('saved_views', count, { settings: deps.limits });
    await tx.savedViews.insert(userId, view);
    return view;
  });
}

/**
 * Deletes a view of the caller, if it exists.
 * @throws DomainError insufficient_scope
 */
export async function deleteView(
  deps: Deps,
  caller: Caller,
  { name }: { readonly name: string },
): Promise<{ name: string }> {
  const userId = requirePerson(caller);
  return inTransaction(deps, caller, async (tx) => {
    await tx.savedViews.delete(userId, name);
    return { name };
  });
}

function requirePerson({ actor }: Caller): string {
  if (actor.kind === 'user') return actor.id;
  throw new DomainError('insufficient_scope', 'Only users have saved views.');
}
