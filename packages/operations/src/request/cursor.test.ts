import { expect, it } from 'vitest';
import { createPage, readCursor, writeCursor } from './cursor.ts';
import { newId } from './new-id.ts';

const position = { createdAt: new Date('2026-11-22T12:00:00.123Z'), id: newId('psess') };
const encode = (text: string) => Buffer.from(text).toString('base64url');

it('a cursor is read as the position that it was written for', () => {
  expect(readCursor('psess', writeCursor(position))).toEqual(position);
  const ofProvider = { ...position, id: 'evt_1' };
  expect(readCursor(/^evt_\d$/, writeCursor(ofProvider))).toEqual(ofProvider);
});

it.each([
  ['nothing', ''],
  ['another text', 'next'],
  ['the id of another kind', writeCursor({ ...position, id: newId('evt') })],
  ['no id', encode('1795348800123')],
  ['no time', encode(`.${position.id}`)],
  ['a time that is not a number', encode(`1e3.${position.id}`)],
  ['a number before the time', encode(`x1.${position.id}`)],
  ['a position with a leading zero', encode(`01795348800123.${position.id}`)],
  ['a position and more', encode(`1795348800123.${position.id}.`)],
  ['a position in padded base64', Buffer.from(`1.${position.id}`).toString('base64')],
  ['a position and characters that base64 ignores', `${writeCursor(position)} `],
  ['a time that is too long', encode(`1795348800123000.${position.id}`)],
])('a cursor of %s is refused', (_, cursor) => {
  expect(() => readCursor('psess', cursor)).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      message: 'cursor must be the next_cursor of another page.',
    }),
  );
});

it('a page ends at its limit, and only then has a next one', () => {
  const rows = [1, 2, 3].map((n) => ({ createdAt: new Date(n), id: `row_${n}` }));
  const page = (count: number) => createPage(rows.slice(0, count), 2, (row) => row);
  expect(page(3)).toEqual({
    page: rows.slice(0, 2),
    has_more: true,
    next_cursor: encode('2.row_2'),
  });
  expect(page(2)).toEqual({ page: rows.slice(0, 2), has_more: false, next_cursor: null });
  expect(page(0)).toEqual({ page: [], has_more: false, next_cursor: null });
});
