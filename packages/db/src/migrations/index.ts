export { type ApplyMigrationsOptions, applyMigrations } from './apply-migrations.ts';
export { type DraftMigrationOptions, draftMigration } from './draft-migration.ts';
export { pendingMigrations } from './pending-migrations.ts';
export { type SchemaDriftOptions, schemaDrift } from './schema-drift.ts';
