import { z } from 'zod';
import { type Kind, noSuch } from '../store/kinds.ts';
import type { Tx } from '../store/tx.ts';
import { type CreatedFilter, createdFilter, paging } from '../wire/params.ts';
import { get, type Route } from './operation.ts';

interface Paging {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

/** A condition on a column or JSON path; `$?` is replaced by the placeholder of `value`. */
export interface Condition {
  sql: string;
  value: unknown;
}

/** Reads one page of a table, newest first. */
export async function page<T>(
  tx: Tx,
  source: { table: 'object' | 'event'; kind: Kind | 'event'; column: string },
  conditions: readonly (Condition | { any: readonly Condition[] })[],
  paging: Paging,
): Promise<{ rows: T[]; hasMore: boolean }> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const toSql = (condition: Condition) => condition.sql.replace('$?', bind(condition.value));
  const where = conditions.map((condition) =>
    'any' in condition ? `(${condition.any.map(toSql).join(' OR ')})` : toSql(condition),
  );
  const anchor = paging.starting_after ?? paging.ending_before;
  const backwards = paging.starting_after === undefined && paging.ending_before !== undefined;
  if (anchor !== undefined) {
    const param = backwards ? 'ending_before' : 'starting_after';
    const found = await tx.client.query<{ seq: string }>(
      `SELECT seq FROM ${source.table} WHERE id = $1`,
      [anchor],
    );
    const seq = found.rows[0]?.seq;
    if (seq === undefined) throw noSuch(source.kind, anchor, param);
    where.push(`seq ${backwards ? '>' : '<'} ${bind(seq)}`);
  }
  const limit = paging.limit ?? 10;
  const result = await tx.client.query<{ item: T }>(
    `SELECT ${source.column} AS item FROM ${source.table}
     ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
     ORDER BY seq ${backwards ? 'ASC' : 'DESC'} LIMIT ${limit + 1}`,
    values,
  );
  const rows = result.rows.slice(0, limit).map((row) => row.item);
  return { rows: backwards ? rows.reverse() : rows, hasMore: result.rows.length > limit };
}

const pageParams = z.strictObject({ ...paging, created: createdFilter().optional() });

/**
 * `GET <path>`, which lists the stored objects of one kind. A filter compares the field of its name;
 * `conditions` holds those that compare something else.
 */
export function listOperation(
  kind: Kind,
  path: string,
  filters: Readonly<Record<string, z.ZodType<string | boolean>>>,
  conditions: Readonly<Record<string, (value: string | undefined) => Condition | null>> = {},
): Route {
  const listParams = pageParams.extend(z.strictObject(filters).partial().shape);
  return get(path, listParams, async ({ tx }, params) => {
    const where = Object.keys(filters).map((name) => {
      const value = params[name] === undefined ? undefined : String(params[name]);
      return conditions[name] ? conditions[name](value) : fieldIs(name, value);
    });
    const { rows, hasMore } = await page<unknown>(
      tx,
      { table: 'object', kind, column: 'data' },
      [
        { sql: 'kind = $?', value: kind },
        ...where.filter((c) => c !== null),
        // The index signature of the filters hides its type.
        ...createdConditions(
          params.created as CreatedFilter | undefined,
          "(data->>'created')::bigint",
        ),
      ],
      params,
    );
    return { object: 'list', data: rows, has_more: hasMore, url: path };
  });
}

/** The condition `data.<path> = value`; null if `value` is undefined. */
export const fieldIs = (path: string, value: string | undefined): Condition | null =>
  value === undefined ? null : { sql: `data #>> '{${path}}' = $?`, value };

export function createdConditions(filter: CreatedFilter | undefined, column: string): Condition[] {
  if (filter === undefined) return [];
  if (typeof filter === 'number') return [{ sql: `${column} = $?`, value: filter }];
  const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
  return (Object.keys(signs) as (keyof typeof signs)[]).flatMap((key) =>
    filter[key] === undefined ? [] : [{ sql: `${column} ${signs[key]} $?`, value: filter[key] }],
  );
}
