import type { Mode } from '@parley/domain';
import type { Route } from 'next';
import { readCursor, type SearchParams, withQuery } from './search-params.ts';

const PAGE_SIZE = 25;

/** The part of the list of provider configs that an address selects. */
export interface ConfigListView {
  readonly older?: string | undefined;
}

export function readConfigListView({ older }: SearchParams): ConfigListView {
  return { older: readCursor(older) };
}

export function configsHref(mode: Mode, { older }: ConfigListView = {}): Route {
  return withQuery(`/${mode}/provider-configs`, { older });
}

export const newConfigHref = (mode: Mode) => `/${mode}/provider-configs/new` as Route;

/** The input of the query for a part of the list. */
export function configListInput({ older }: ConfigListView) {
  return { limit: PAGE_SIZE, cursor: older };
}

/** The input of the query for the item about the account that received the payments before. */
export const accountChangeInput = { kind: 'receiving_account_changed', limit: 1 } as const;
