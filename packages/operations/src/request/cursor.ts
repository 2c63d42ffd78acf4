import { DomainError, type IdPrefix, isId } from '@parley/domain';

/** Where in a list, newest first, a page ended. */
export interface Position {
  readonly createdAt: Date;
  readonly id: string;
}

/** A position as a caller carries it from one page to the next. */
export function writeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

/**
 * @param known the prefix of the ids in the list, or what ids of somebody else look like
 * @throws DomainError invalid_request for a cursor that no page gave
 */
export function readCursor(known: IdPrefix | RegExp, cursor: string): Position {
  const [ms = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  const createdAt = new Date(/^\d{1,15}$/.test(ms) ? Number(ms) : Number.NaN);
  const isOne = known instanceof RegExp ? known.test(id) : isId(known, id);
  if (!isOne || Number.isNaN(createdAt.getTime())) {
    throw new DomainError('invalid_request', 'cursor must be the next_cursor of another page.');
  }
  return { createdAt, id };
}

/** A page of a list of which one more was read than is shown. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  position: (row: Row) => Position,
): { page: readonly Row[]; has_more: boolean; next_cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const has_more = rows.length > limit;
  return { page, has_more, next_cursor: has_more && last ? writeCursor(position(last)) : null };
}
