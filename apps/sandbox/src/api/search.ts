import { z } from 'zod';
import { nowSeconds } from '../clock.ts';
import { SCENARIO_KEY } from '../scenarios.ts';
import type { Kind } from '../store/kinds.ts';
import { invalid } from '../wire/errors.ts';
import { integer, text } from '../wire/params.ts';
import { type Condition, page } from './lists.ts';
import { get, type Route } from './operation.ts';

const searchParams = z.strictObject({
  query: text(),
  limit: integer(1, 100).optional(),
  page: text().optional(),
});

/** `GET <path>/search`; the page token is the last id of the page. */
export const searchOperation = (kind: Kind, path: string): Route =>
  get(`${path}/search`, searchParams, async ({ tx }, search) => {
    const { conditions, any } = parseSearch(search.query);
    const ofKind = { sql: 'kind = $?', value: kind };
    const indexed = { sql: NOT_LAGGING, value: nowSeconds() - SEARCH_LAG_SECONDS };
    const found = await page<{ id: string }>(
      tx,
      { table: 'object', kind, column: 'data' },
      any ? [ofKind, indexed, { any: conditions }] : [ofKind, indexed, ...conditions],
      { limit: search.limit, starting_after: search.page },
    );
    return {
      object: 'search_result',
      data: found.rows,
      has_more: found.hasMore,
      next_page: found.hasMore ? (found.rows.at(-1)?.id ?? null) : null,
      url: `${path}/search`,
    };
  });

/** How long search does not find an object of the `search_lag` scenario after its creation. */
const SEARCH_LAG_SECONDS = 60;

const NOT_LAGGING = `(coalesce(data->'metadata'->>'${SCENARIO_KEY}', '') !~ '(^|,) *search_lag *(,|$)'
  OR (data->>'created')::bigint <= $?::bigint)`;

const CLAUSE =
  /^\s*(-?)(?:metadata\[(?:'([^']*)'|"([^"]*)")\]|([a-z_]+))\s*(:|>=|<=|>|<|=)\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(-?\d+)|(null))\s*/;

const NUMBERS = new Set(['amount', 'created']);
const WORDS = new Set(['active', 'currency', 'customer', 'email', 'name', 'phone', 'status']);

/** Parses a search query such as `metadata['order']:'7' AND status:'succeeded'`; AND and OR cannot be mixed. */
export function parseSearch(query: string): { conditions: Condition[]; any: boolean } {
  const conditions: Condition[] = [];
  const joins = new Set<string>();
  let remaining = query;
  for (;;) {
    const match = CLAUSE.exec(remaining);
    if (!match) throw malformed(query);
    conditions.push(condition(match, query));
    remaining = remaining.slice(match[0].length);
    if (remaining === '') break;
    const join = /^(AND|OR)\s+/i.exec(remaining) ?? /^()(?=\S)/.exec(remaining);
    if (!join) throw malformed(query);
    joins.add((join[1] || 'AND').toUpperCase());
    remaining = remaining.slice(join[0].length);
  }
  if (joins.size > 1) {
    throw invalid(
      'We were unable to parse your search query. You cannot mix AND and OR in one query.',
      {
        param: 'query',
      },
    );
  }
  return { conditions, any: joins.has('OR') };
}

function condition(match: RegExpExecArray, query: string): Condition {
  const [, minus, single, double, field, sign, a, b, number, isNull] = match;
  const key = single ?? double;
  const value = number ?? (a ?? b ?? '').replaceAll(/\\(.)/g, '$1');
  const not = minus ? 'NOT ' : '';
  if (key !== undefined) {
    if (sign !== ':') throw malformed(query);
    if (isNull) return { sql: `${minus ? '' : 'NOT '}(data->'metadata' ? $?::text)`, value: key };
    return { sql: `${not}data->'metadata' @> $?::jsonb`, value: JSON.stringify({ [key]: value }) };
  }
  if (field && NUMBERS.has(field)) {
    if (!/^-?\d{1,15}$/.test(value)) throw malformed(query);
    const operator = sign === ':' ? '=' : sign;
    return { sql: `${not}(data->>'${field}')::bigint ${operator} $?::bigint`, value };
  }
  if (field && WORDS.has(field) && sign === ':')
    return { sql: `${not}coalesce(data->>'${field}', '') = $?`, value };
  throw invalid(`Field \`${field ?? ''}\` is an unsupported search field.`, { param: 'query' });
}

const malformed = (query: string) =>
  invalid(`We were unable to parse your search query: ${query.slice(0, 200)}`, { param: 'query' });
