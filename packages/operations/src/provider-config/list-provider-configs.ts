import type { ListProviderConfigsInput } from '@parley/contract';
import type { Scope } from '@parley/db';
import { createPage, readCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { providerConfigView } from './provider-config-view.ts';

/**
 * Lists the merchant's provider accounts, newest first.
 * @throws DomainError invalid_request for an invalid cursor
 */
export async function listProviderConfigs(
  deps: Deps,
  scope: Scope,
  input: ListProviderConfigsInput,
) {
  const after = readCursor('pspcfg', input.cursor);
  const rows = await deps.database.forScope(scope).providerConfigs.list(input.limit + 1, after);
  const now = await deps.database.now();
  const { page, ...paging } = createPage(rows, input.limit, (config) => config);
  return { data: page.map((config) => providerConfigView(deps, config, now)), ...paging };
}
