import type { ListPosition } from '@parley/db';
import { type IdPrefix, InvalidFieldError, isId } from '@parley/domain';

/** Encodes the position of a row as an opaque cursor. */
export function writeCursor({ createdAt, id }: ListPosition): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

/**
 * Decodes a cursor; undefined without one.
 * @param idFormat the prefix of the ids in the list, or a pattern for ids of the provider
 * @throws DomainError invalid_request for an invalid cursor
 */
export function readCursor(
  idFormat: IdPrefix | RegExp,
  cursor: string | undefined,
): ListPosition | undefined {
  if (cursor === undefined) return undefined;
  const [ms = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  const createdAt = new Date(/^\d{1,15}$/.test(ms) ? Number(ms) : Number.NaN);
  const isValidId = idFormat instanceof RegExp ? idFormat.test(id) : isId(idFormat, id);
  // Base64 and numbers have other spellings, which no page has returned.
  const isValid = isValidId && !Number.isNaN(createdAt.getTime());
  if (!isValid || writeCursor({ createdAt, id }) !== cursor) {
    throw new InvalidFieldError('cursor', 'must be the next_cursor of another page.');
  }
  return { createdAt, id };
}

/**
 * Makes a page of rows. The query reads one row more than the limit, to find out whether there is
 * another page.
 * @param examinedTo where a query stopped that examines a bounded number of rows; the page may be shorter
 *   than its limit then, and still have a next one
 */
export function createPage<Row>(
  rows: readonly Row[],
  limit: number,
  position: (row: Row) => ListPosition,
  examinedTo: ListPosition | null = null,
): { page: readonly Row[]; has_more: boolean; next_cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last ? position(last) : examinedTo;
  return { page, has_more: next !== null, next_cursor: next && writeCursor(next) };
}
