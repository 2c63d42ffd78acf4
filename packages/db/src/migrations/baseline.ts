import { hash, randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Migration } from './prisma-files.ts';

/** What a database contains, compared with the baseline of the migrations. */
type BaselineState = 'empty' | 'applied' | 'replaced';

/** The names of the migrations that were completed. */
export async function readAppliedMigrations(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  if (!rows[0]?.exists) return [];
  const finished = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  return finished.rows.map(({ name }) => name);
}

/**
 * Whether the schema of a baseline is missing, recorded as applied, or made by all the migrations that it
 * replaces.
 * @throws Error that names the version to upgrade to first, if only some of these migrations are applied
 */
export function getBaselineState(baseline: Migration, applied: readonly string[]): BaselineState {
  const { version, migrations } = baseline.replaces ?? { version: '', migrations: [] };
  if (applied.includes(baseline.name)) return 'applied';
  const missing = migrations.filter((name) => !applied.includes(name));
  if (missing.length === 0) return 'replaced';
  if (missing.length === migrations.length) return 'empty';
  throw new Error(
    `The database lacks ${missing.length} of the ${migrations.length} migrations of version ${version}, beginning with ${missing[0]}. This version cannot apply them, and nothing was changed. Upgrade to version ${version} first: run its npm run admin -- migrate, then that of this version.`,
  );
}

/**
 * Records a baseline as applied in a database with all the migrations that it replaces. Their records
 * remain. Any other database is not changed.
 * @returns the baseline if it was recorded
 * @throws Error as `getBaselineState` does
 */
export async function recordBaseline(
  client: ClientBase,
  migrations: readonly Migration[],
): Promise<Migration | null> {
  const baseline = migrations.find(({ replaces }) => replaces);
  if (!baseline) return null;
  if (getBaselineState(baseline, await readAppliedMigrations(client)) !== 'replaced') return null;
  const checksum = hash('sha256', baseline.sql);
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
     VALUES ($1, $2, $3, now())`,
    [randomUUID(), checksum, baseline.name],
  );
  return baseline;
}
