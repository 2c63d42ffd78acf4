import { expect, it } from 'vitest';
import { readDays } from './search-params.ts';

it('ignores days before the year 2000', () => {
  expect(readDays({ created_from: '2026-02-28', created_to: '0026-01-01' })).toEqual({
    created_from: '2026-02-28',
    created_to: undefined,
  });
});
