import { type AttentionKind, attentionKinds, type Mode } from '@parley/domain';
import type { Route } from 'next';
import { readCursor, readOption, type SearchParams, withQuery } from '#lists/search-params.ts';

const PAGE_SIZE = 25;
/** The number of items of each kind on the page of all kinds. */
const PREVIEW_SIZE = 5;
/** Cursors of events contain ids that the provider chose. */
const MAX_CURSOR_LENGTH = 400;

/** The part of the items that an address selects. */
export interface AttentionView {
  /** Without it, the first items of each kind. */
  readonly kind?: AttentionKind | undefined;
  readonly after?: string | undefined;
}

/** A position counts only together with a kind. */
export function readAttentionView(params: SearchParams): AttentionView {
  const kind = readOption(params.kind, attentionKinds);
  return kind ? { kind, after: readCursor(params.after, MAX_CURSOR_LENGTH) } : {};
}

export function attentionHref(mode: Mode, { kind, after }: AttentionView = {}): Route {
  return withQuery(`/${mode}/attention`, { kind, after });
}

/** The input of the query for the items of one kind. */
export function attentionListInput(kind: AttentionKind, view: AttentionView) {
  return view.kind === kind
    ? { kind, limit: PAGE_SIZE, cursor: view.after }
    : { kind, limit: PREVIEW_SIZE };
}
