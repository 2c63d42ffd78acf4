import { z } from 'zod';
import type { Kind, Kinds } from '../store/kinds.ts';
import type { Tx } from '../store/tx.ts';
import { page } from './lists.ts';
import { expand, integer, text } from './params.ts';
import { parseSearch } from './search-query.ts';

export const searchParams = z.strictObject({
  query: text(),
  limit: integer(1, 100).optional(),
  page: text().optional(),
  expand: expand().optional(),
});

/** One page of the objects of one kind that the query finds; the page token is the last id shown. */
export async function searchObjects<K extends Kind>(
  tx: Tx,
  kind: K,
  url: string,
  search: z.output<typeof searchParams>,
) {
  const { conditions, any } = parseSearch(search.query);
  const ofKind = { sql: 'kind = $?', value: kind };
  const found = await page<Kinds[K]>(
    tx,
    { table: 'object', kind, column: 'data' },
    any ? [ofKind, { any: conditions }] : [ofKind, ...conditions],
    { limit: search.limit, starting_after: search.page },
  );
  return {
    object: 'search_result',
    data: found.rows,
    has_more: found.hasMore,
    next_page: found.hasMore ? (found.rows.at(-1)?.id ?? null) : null,
    url,
  };
}
