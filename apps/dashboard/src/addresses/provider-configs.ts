import type { ModeRoute } from './mode-route.ts';
import { readCursor, type SearchParams, withQuery } from './search-params.ts';

const PAGE_SIZE = 25;

/** Reads the part of the list of provider configs that an address selects. */
export const readConfigListView = ({ older }: SearchParams) => ({ older: readCursor(older) });

export type ConfigListView = Partial<ReturnType<typeof readConfigListView>>;

export function configsHref(view: ConfigListView = {}): ModeRoute {
  return withQuery('/[mode]/provider-configs', view);
}

export const newConfigHref: ModeRoute = '/[mode]/provider-configs/new';

/** The input of the query for a part of the list. */
export function configListInput({ older }: ConfigListView) {
  return { limit: PAGE_SIZE, cursor: older };
}

/** The input of the query for the item about the account that received the payments before. */
export const accountChangeInput = { kind: 'receiving_account_changed', limit: 1 } as const;
