import { parseArgs } from 'node:util';
import { draftMigration } from '@parley/db/migrations';
import { throwawayPostgres } from '../postgres/throwaway-postgres.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [name] = positionals;

async function draft(migration: string): Promise<void> {
  const given = process.env.DATABASE_URL;
  const own = given === undefined || given === '' ? await throwawayPostgres() : undefined;
  try {
    const databaseUrl = own?.adminUrl ?? given ?? '';
    const file = await draftMigration({ name: migration, databaseUrl, now: new Date() });
    console.log(file ?? 'Nothing to do: the migrations say all the schema says.');
  } finally {
    await own?.stop();
  }
}

try {
  if (name === undefined) throw new Error('Name the migration: npm run db:draft -- add_refunds');
  await draft(name);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
