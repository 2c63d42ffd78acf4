import { parseCommands, reasonsToRefuseMigration } from '@parley/testing/citus-migrations';
import { describe, expect, it } from 'vitest';
import { FIRST_DISTRIBUTED } from '../../test/migrate-rows.ts';
import { placements } from './placements.ts';
import { prismaDirectory, readMigrations } from './prisma-files.ts';
import { splitStatements } from './split-statements.ts';

const { migrationDirectories } = await readMigrations(prismaDirectory);
const scripts = migrationDirectories.map(({ path, migrationFile: { content } }) => ({
  path,
  sql: content.tag === 'ok' ? content.value : '',
}));

describe('the migrations', () => {
  it.each(scripts)('$path is split into the statements that PostgreSQL parses', ({ sql }) => {
    const statements = splitStatements(sql);
    expect(statements.flatMap(parseCommands)).toHaveLength(statements.length);
    expect(parseCommands(sql)).toHaveLength(statements.length);
  });

  it.each(scripts.filter(({ path }) => path > FIRST_DISTRIBUTED))(
    '$path has no statement that Citus refuses for distributed tables',
    ({ sql }) => {
      expect(reasonsToRefuseMigration(sql, placements)).toEqual([]);
    },
  );
});
