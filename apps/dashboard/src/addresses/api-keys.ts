import { isId } from '@parley/domain';
import type { ModeRoute } from './mode-route.ts';
import { readCursor, readOption, readText, type SearchParams, withQuery } from './search-params.ts';

/** Above the limit of active keys, so that they are one page. */
const PAGE_SIZE = 100;

/** Reads the part of the key list that an address selects. */
export const readKeyListView = ({ show, older, key }: SearchParams) => ({
  /** Revoked and expired keys, instead of the active ones. */
  show: readOption(show, ['ended']),
  older: readCursor(older),
  /** A key that a link leads to. The page opens the list that has it. */
  key: readText(key, (id) => isId('key', id)),
});

export type KeyListView = Partial<ReturnType<typeof readKeyListView>>;

export function keysHref(view: KeyListView = {}): ModeRoute {
  return withQuery('/[mode]/api-keys', view);
}

export const newKeyHref: ModeRoute = '/[mode]/api-keys/new';

/** The input of the query for a part of the list. */
export function keyListInput({ show, older }: KeyListView) {
  return { ended: show === 'ended', limit: PAGE_SIZE, cursor: older };
}
