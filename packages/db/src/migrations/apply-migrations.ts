import { setTimeout as pause } from 'node:timers/promises';
import type { AuditEntryId } from '@parley/domain';
import type { ClientBase } from 'pg';
import { explainOldServer } from '../sql/server-connection.ts';
import { assumeStatistics } from './assumed-statistics.ts';
import { findRequiredBackfills } from './backfills.ts';
import { readAppliedMigrations, recordBaseline } from './baseline.ts';
import { createCommitFunction } from './commit-function.ts';
import { updateGrants } from './database-roles.ts';
import { distributeTables } from './distribute-tables.ts';
import { defaultLockWaits, type LockWaits, MigrationBlocked } from './lock-retries.ts';
import {
  createMigrationList,
  type Migration,
  prismaDirectory,
  readMigrations,
} from './prisma-files.ts';
import { withSchemaEngine } from './schema-engine.ts';
import { withConnection } from './with-connection.ts';

// Advisory lock key: "parley" in ASCII.
const LOCK_KEY = 0x7061726c6579;
const LOCK_TIMEOUT_MS = 60_000;
const LOCK_RETRY_MS = 200;

export interface ApplyMigrationsOptions {
  readonly databaseUrl: string;
  readonly onProgress?: (line: string) => void;
  /** Records the applied migrations in the log of operators. */
  readonly audit?: { readonly id: AuditEntryId; readonly operator: string };
  /** Overrides the `prisma/` folder in tests. */
  readonly directory?: string;
  /** Overrides how long and how often locks are awaited in tests. */
  readonly lockWaits?: LockWaits;
}

/** A migration that did not get its locks was rolled back: the next call may run it again without further steps. */
const markRolledBack = `UPDATE _prisma_migrations SET rolled_back_at = now()
  WHERE finished_at IS NULL AND rolled_back_at IS NULL`;

/** @throws Error if a pending migration needs values that a backfill has not filled in yet */
async function requireBackfills(client: ClientBase, migrations: readonly Migration[]) {
  const applied = await readAppliedMigrations(client);
  // A new database has no rows to fill.
  if (applied.length === 0) return;
  const pending = migrations.filter(({ name }) => !applied.includes(name));
  const unfinished = await findRequiredBackfills(client, pending);
  if (unfinished.length === 0) return;
  throw new Error(
    `The backfill ${unfinished.join(', ')} is not finished, and nothing was changed. Run npm run admin -- migrate --backfill of the version that runs now, then migrate again.`,
  );
}

/**
 * Waits until no other caller applies migrations. A statement that waits for the lock would make a
 * CREATE INDEX CONCURRENTLY of its holder wait for its end.
 */
async function lockMigrations(client: ClientBase): Promise<void> {
  const until = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query<{ isLocked: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS "isLocked"',
      [LOCK_KEY],
    );
    if (rows[0]?.isLocked) return;
    if (performance.now() > until) throw new Error('Another process has been migrating for 60 s.');
    await pause(LOCK_RETRY_MS);
  }
}

/**
 * Applies pending migrations and returns their names. Concurrent callers wait for each other. The
 * function for commits is created, and new tables get statistics. In a database with the citus extension,
 * new tables are distributed. Roles that were set up get what they need of the new tables.
 * @throws Error when an earlier migration is incomplete, an applied one was edited, SQL fails, a backfill
 *   that a migration requires is not finished, or the database is of a version that has to be upgraded to
 *   another one first;
 *   MigrationBlocked when another transaction locks a table for long
 */
export async function applyMigrations(options: ApplyMigrationsOptions): Promise<string[]> {
  const directory = options.directory ?? prismaDirectory;
  const migrations = await readMigrations(directory);
  const migrationsList = await createMigrationList(directory, migrations);
  return await withConnection(options.databaseUrl, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    const reason = explainOldServer(rows[0]?.server_version ?? '');
    if (reason !== null) throw new Error(reason);
    await client.query(`SET statement_timeout = ${LOCK_TIMEOUT_MS}`);
    await lockMigrations(client);
    const filters = { externalTables: [], externalEnums: [] };
    const { databaseUrl, onProgress = () => {}, lockWaits: waits = defaultLockWaits } = options;
    const baseline = await recordBaseline(client, migrations);
    if (baseline) onProgress(`recorded ${baseline.name}, whose migrations are applied`);
    await requireBackfills(client, migrations);
    const lockRetries = { databaseUrl, onProgress, waits };
    const { appliedMigrationNames } = await withSchemaEngine(
      databaseUrl,
      (engine) => engine.applyMigrations({ migrationsList, filters }),
      lockRetries,
    ).catch(async (error: unknown) => {
      if (error instanceof MigrationBlocked) await client.query(markRolledBack);
      throw error;
    });
    for (const name of appliedMigrationNames) onProgress(`applied ${name}`);
    const distributed = await distributeTables(client, lockRetries);
    for (const table of distributed) onProgress(`distributed ${table}`);
    // On Citus, it was created together with the distributed tables.
    await createCommitFunction(client, onProgress);
    await assumeStatistics(client);
    const grants = await updateGrants(client);
    if (grants.length > 0) onProgress('updated the grants of the database roles');
    if (options.audit && appliedMigrationNames.length > 0) {
      const { id, operator } = options.audit;
      await client.query(
        `INSERT INTO operator_action (id, action, details, operator) VALUES ($1, $2, $3, $4)`,
        [id, 'database.migrated', { migrations: appliedMigrationNames }, operator],
      );
    }
    return appliedMigrationNames;
  });
}
