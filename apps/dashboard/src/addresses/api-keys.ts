import { isId, type Mode } from '@parley/domain';
import type { Route } from 'next';
import { readCursor, readOption, readText, type SearchParams, withQuery } from './search-params.ts';

/** Above the limit of active keys, so that they are one page. */
const PAGE_SIZE = 100;

/** The part of the key list that an address selects. */
export interface KeyListView {
  /** Revoked and expired keys, instead of the active ones. */
  readonly show?: 'ended' | undefined;
  readonly older?: string | undefined;
  /** A key that a link leads to. The page opens the list that has it. */
  readonly key?: string | undefined;
}

export function readKeyListView({ show, older, key }: SearchParams): KeyListView {
  return {
    show: readOption(show, ['ended']),
    older: readCursor(older),
    key: readText(key, (id) => isId('key', id)),
  };
}

export function keysHref(mode: Mode, { show, older, key }: KeyListView = {}): Route {
  return withQuery(`/${mode}/api-keys`, { show, older, key });
}

export const newKeyHref = (mode: Mode) => `/${mode}/api-keys/new` as Route;

/** The input of the query for a part of the list. */
export function keyListInput({ show, older }: KeyListView) {
  return { ended: show === 'ended', limit: PAGE_SIZE, cursor: older };
}
