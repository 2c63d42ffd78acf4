import { parseCommands, reasonsToRefuseMigration } from '@parley/testing/citus-migrations';
import { findUnsafeStatements } from '@parley/testing/migrations';
import { describe, expect, it } from 'vitest';
import { placements } from './placements.ts';
import { prismaDirectory, readMigrations } from './prisma-files.ts';
import { splitStatements } from './split-statements.ts';

const migrations = await readMigrations(prismaDirectory);

describe('the migrations', () => {
  it.each(migrations)('$name is split into the statements that PostgreSQL parses', ({ sql }) => {
    const statements = splitStatements(sql);
    expect(statements.flatMap(parseCommands)).toHaveLength(statements.length);
    expect(parseCommands(sql)).toHaveLength(statements.length);
  });

  it.each(migrations)(
    '$name has no statement that Citus refuses for distributed tables',
    ({ sql }) => {
      expect(reasonsToRefuseMigration(sql, placements)).toEqual([]);
    },
  );

  it.each(migrations)(
    '$name has no statement that is unsafe while processes run',
    async ({ sql }) => {
      expect(await findUnsafeStatements(sql)).toEqual([]);
    },
  );
});
