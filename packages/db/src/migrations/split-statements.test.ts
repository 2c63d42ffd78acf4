import { parseCommands } from '@parley/testing/citus-migrations';
import { describe, expect, it } from 'vitest';
import { splitStatements } from './split-statements.ts';

describe('splitStatements', () => {
  it.each([
    ["SELECT ';', 'it''s;', E'\\';', U&'\\\\;' ; SELECT 1"],
    ['SELECT ";" AS "a"";" ; SELECT 1'],
    ["SELECT $$;'$$, $tag$;$$;$tag$ ; SELECT 1"],
    ['SELECT a$1$b FROM a$1$c ; SELECT 1'],
    ["SELECT 1 -- it's; \n + 2 ; SELECT 1"],
    ["SELECT 1 /* it's; /* ; */ ; */ + 2 ; SELECT 1"],
    ['SELECT ARRAY[1]::int[], 4 / 2 * 3, 5 - 1 ; SELECT 1'],
    ["SELECT name'a\\' ; SELECT 1"],
  ])('splits %s in two, as PostgreSQL does', (sql) => {
    expect(parseCommands(sql)).toHaveLength(2);
    const [first = '', ...rest] = sql.split(/ ; (?=SELECT 1$)/);
    expect(splitStatements(sql)).toEqual([first, ...rest]);
  });

  it('returns no statement for comments and empty statements', () => {
    expect(splitStatements('-- This is empty;\n;; /* so; */ \n')).toEqual([]);
  });
});
