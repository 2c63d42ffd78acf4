import { applyMigrations } from '../migrations/index.ts';

const databaseUrl = process.env.DATABASE_URL;

try {
  if (databaseUrl === undefined || databaseUrl === '') {
    throw new Error(
      'Set DATABASE_URL to the database to migrate. (npm start migrates its own by itself.)',
    );
  }
  const applied = await applyMigrations({ databaseUrl, onProgress: console.log });
  if (applied.length === 0) console.log('Every migration is applied.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
