import type Stripe from 'stripe';
import type { Tx } from '../store/tx.ts';
import { page } from '../wire/lists.ts';
import { parseSearch } from '../wire/search-query.ts';

interface Search {
  query: string;
  limit?: number | undefined;
  page?: string | undefined;
}

/** One page of what the query finds; the page token is the last id shown. */
export async function searchIntents(tx: Tx, search: Search) {
  const { conditions, any } = parseSearch(search.query);
  const kind = { sql: 'kind = $?', value: 'payment_intent' };
  const found = await page<Stripe.PaymentIntent>(
    tx,
    { table: 'object', kind: 'payment_intent', column: 'data' },
    any ? [kind, { any: conditions }] : [kind, ...conditions],
    { limit: search.limit, starting_after: search.page },
  );
  return {
    object: 'search_result',
    data: found.rows,
    has_more: found.hasMore,
    next_page: found.hasMore ? (found.rows.at(-1)?.id ?? null) : null,
    url: '/v1/payment_intents/search',
  };
}
