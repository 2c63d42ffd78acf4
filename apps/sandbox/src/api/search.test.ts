import { expect, it } from 'vitest';
import { parseSearch } from './search.ts';

it('parseSearch parses clauses joined by AND or OR', () => {
  expect(parseSearch(`metadata['order']:'7' AND status:"succeeded"`)).toEqual({
    any: false,
    conditions: [
      { sql: `data->'metadata' @> $?::jsonb`, value: '{"order":"7"}' },
      { sql: `coalesce(data->>'status', '') = $?`, value: 'succeeded' },
    ],
  });
  expect(parseSearch('amount>=100 OR created<5').any).toBe(true);
  expect(parseSearch(`-metadata["a"]:'it\\'s'`).conditions).toEqual([
    { sql: `NOT data->'metadata' @> $?::jsonb`, value: JSON.stringify({ a: "it's" }) },
  ]);
});

it.each([
  '',
  'status',
  "status:'a' AND",
  "status:'a' AND currency:'b' OR amount:1",
  "secret:'x'",
  "amount:'many'",
  "metadata['a']>'b'",
  "status:'a'; DROP TABLE object",
])('parseSearch rejects %j', (query) => {
  expect(() => parseSearch(query)).toThrow();
});
