import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queryReader } from './query-input.ts';

const read = queryReader(
  z.strictObject({
    id: z.string(),
    limit: z.int().min(1).max(100).optional(),
    live: z.boolean().optional(),
    status: z.enum(['open', 'paid']).optional(),
  }),
);

describe('a query', () => {
  it.each([
    [{ limit: '25' }, { limit: 25 }],
    [{ limit: '-1' }, { limit: -1 }],
    [{ live: 'true' }, { live: true }],
    [{ live: 'false' }, { live: false }],
    [{ id: '25' }, { id: '25' }],
    [{ status: 'open' }, { status: 'open' }],
    [{ other: '25' }, { other: '25' }],
  ])('%j is read as %j', (query, input) => {
    expect(read(query)).toEqual(input);
  });

  it.each(['', ' 25', '25 ', '2.5', '1e2', '0x10', '٣', '9'.repeat(16), 'null'])(
    'leaves %j for the schema to refuse',
    (limit) => {
      expect(read({ limit })).toEqual({ limit });
    },
  );

  it('refuses a NUL, which no database keeps', () => {
    expect(() => read({ id: 'a\0b' })).toThrow('id must not have a NUL character.');
  });

  it.each([[['1', '2']], [['1', '1']]])('refuses a parameter that stands there twice', (limit) => {
    expect(() => read({ limit })).toThrow('limit must stand in the query once.');
  });
});
