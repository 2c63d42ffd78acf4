import type { ListApiKeysInput } from '@parley/contract';
import type { Scope } from '@parley/db';
import type { ApiKeyId } from '@parley/domain';
import { getHash, isWellFormedKey } from '../request/api-key.ts';
import { createPage, readCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { apiKeyView } from './api-key-view.ts';

/**
 * A page of the keys that are active, or of those that have ended, newest first.
 * @throws DomainError invalid_request for an invalid cursor
 */
export async function listApiKeys(deps: Deps, scope: Scope, input: ListApiKeysInput) {
  const after = readCursor('key', input.cursor);
  const { apiKeys } = deps.database.forScope(scope);
  const rows = await apiKeys.list(input.ended, input.limit + 1, after);
  const { page, ...paging } = createPage(rows, input.limit, (key) => key);
  return { data: page.map(apiKeyView), ...paging };
}

/**
 * Finds the merchant, mode and id of a key by its value, also when it is revoked or expired: for a key
 * that was found in a wrong place. Null when it is unknown.
 */
export async function locateApiKey(
  deps: Deps,
  value: string,
): Promise<(Scope & { readonly id: ApiKeyId }) | null> {
  return isWellFormedKey(value) ? deps.database.apiKeysByHash.locate(getHash(value)) : null;
}
