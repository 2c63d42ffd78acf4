import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queryParser } from './query-input.ts';

const parse = queryParser(
  z.strictObject({
    id: z.string(),
    limit: z.int().min(1).max(100).optional(),
    live: z.boolean().optional(),
    status: z.enum(['open', 'paid']).optional(),
  }),
);

describe('queryParser', () => {
  it.each([
    [{ limit: '25' }, { limit: 25 }],
    [{ limit: '-1' }, { limit: -1 }],
    [{ live: 'true' }, { live: true }],
    [{ live: 'false' }, { live: false }],
    [{ id: '25' }, { id: '25' }],
    [{ status: 'open' }, { status: 'open' }],
    [{ other: '25' }, { other: '25' }],
  ])('parses %j as %j', (query, input) => {
    expect(parse(query)).toEqual(input);
  });

  it.each(['', ' 25', '25 ', '2.5', '1e2', '0x10', '٣', '9'.repeat(16), 'null'])(
    'leaves %j for the schema to reject',
    (limit) => {
      expect(parse({ limit })).toEqual({ limit });
    },
  );

  it('rejects a NUL character, which PostgreSQL does not store', () => {
    expect(() => parse({ id: 'a\0b' })).toThrow('id must not contain a NUL character.');
  });

  it.each([[['1', '2']], [['1', '1']]])('rejects a repeated parameter', (limit) => {
    expect(() => parse({ limit })).toThrow('limit must appear in the query only once.');
  });
});
