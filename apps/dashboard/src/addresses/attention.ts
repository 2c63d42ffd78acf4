import { type AttentionFilter, type AttentionKind, attentionKinds } from '@parley/domain';
import type { ModeRoute } from './mode-route.ts';
import { readCursor, readOption, type SearchParams, withQuery } from './search-params.ts';

const PAGE_SIZE = 25;
/** The number of items of each kind on the page of all kinds. */
const PREVIEW_SIZE = 5;
/** Cursors of events contain ids that the provider chose. */
const MAX_CURSOR_LENGTH = 400;

/** The part of the items that an address selects. */
export interface AttentionView {
  /** Without it, the first items of each kind. */
  readonly kind?: AttentionKind | undefined;
  /** Without it, the items that are not snoozed. */
  readonly filter?: Exclude<AttentionFilter, 'open'> | undefined;
  readonly after?: string | undefined;
}

/** A position counts only together with a kind. */
export function readAttentionView(params: SearchParams): AttentionView {
  const kind = readOption(params.kind, attentionKinds);
  const filter = readOption(params.filter, ['mine', 'snoozed'] as const);
  return kind ? { kind, filter, after: readCursor(params.after, MAX_CURSOR_LENGTH) } : { filter };
}

export function attentionHref(view: AttentionView = {}): ModeRoute {
  const { kind, filter, after } = view;
  return withQuery('/[mode]/attention', { kind, filter, after });
}

/** The input of the query for the items of one kind. */
export function attentionListInput(kind: AttentionKind, view: AttentionView) {
  const { filter } = view;
  return view.kind === kind
    ? { kind, filter, limit: PAGE_SIZE, cursor: view.after }
    : { kind, filter, limit: PREVIEW_SIZE };
}
