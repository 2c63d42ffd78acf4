export { type ApplyMigrationsOptions, applyMigrations } from './apply-migrations.ts';
export { type Backfill, type RunBackfillsOptions, runBackfills } from './backfills.ts';
export {
  type ApplyRolesOptions,
  applyRoles,
  diagnoseRole,
  pendingGrants,
} from './database-roles.ts';
export { type DraftMigrationOptions, draftMigration } from './draft-migration.ts';
export { pendingBackfills, pendingMigrations } from './pending-migrations.ts';
export { type SchemaDriftOptions, schemaDrift } from './schema-drift.ts';
