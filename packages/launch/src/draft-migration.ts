import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { draftMigration } from '@parley/db/migrations';
import { findUnsafeStatements } from '@parley/testing/migrations';
import { throwawayPostgres } from './postgres/throwaway-postgres.ts';

async function draft(name: string): Promise<void> {
  const given = process.env.DATABASE_URL;
  const throwaway = given === undefined || given === '' ? await throwawayPostgres() : undefined;
  try {
    const databaseUrl = throwaway?.adminUrl ?? given ?? '';
    const file = await draftMigration({ name, databaseUrl, now: new Date() });
    process.stdout.write(`${file ?? 'The migrations match the schema. Nothing to write.'}\n`);
    if (file !== null) await reportUnsafeStatements(file);
  } finally {
    await throwaway?.stop();
  }
}

/** Prints what to change in a draft before the tests accept it. */
async function reportUnsafeStatements(file: string): Promise<void> {
  const problems = await findUnsafeStatements(await readFile(file, 'utf8'));
  if (problems.length === 0) return;
  process.stdout.write(
    `Change these statements, see “Write a migration” in CONTRIBUTING.md:\n${problems.join('\n')}\n`,
  );
}

try {
  const [name] = parseArgs({ allowPositionals: true }).positionals;
  if (name === undefined)
    throw new Error('Name the migration, for example: npm run db:draft -- add_refunds');
  await draft(name);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
