import { parseArgs } from 'node:util';
import { draftMigration } from '@parley/db/migrations';
import { throwawayPostgres } from './postgres/throwaway-postgres.ts';

/** The tests refuse statements that are unsafe while processes run. */
const nextStep =
  'Check it: npm test -- unit packages/db/src/migrations. “Write a migration” in CONTRIBUTING.md has the safe forms.';

async function draft(name: string): Promise<void> {
  const given = process.env.DATABASE_URL;
  const throwaway = given === undefined || given === '' ? await throwawayPostgres() : undefined;
  try {
    const databaseUrl = throwaway?.adminUrl ?? given ?? '';
    const file = await draftMigration({ name, databaseUrl, now: new Date() });
    process.stdout.write(`${file ?? 'The migrations match the schema. Nothing to write.'}\n`);
    if (file !== null) process.stdout.write(`${nextStep}\n`);
  } finally {
    await throwaway?.stop();
  }
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
