import { applyMigrations, pendingMigrations } from '@parley/db/migrations';
import { newId } from '@parley/operations';
import { readEnvironment } from '@parley/runtime/environment';
import type { Command } from 'commander';
import { getOperator, printResult } from '../context.ts';
import { migrationEnvironment } from '../env.ts';
import type { AdminIo } from '../io.ts';
import { addWriteOptions, type CommonOptions } from '../options.ts';

const upToDate = 'Every migration is applied.';

export function addMigrateCommand(program: Command, io: AdminIo): void {
  addWriteOptions(program.command('migrate'))
    .description('Applies the migrations that the database lacks. Needs DATABASE_URL only.')
    .action(async (options: CommonOptions) => {
      const { DATABASE_URL: databaseUrl } = readEnvironment(migrationEnvironment, io.env);
      if (options.dryRun) {
        const pending = await pendingMigrations(databaseUrl);
        printResult(io, options, { pending }, pending.join('\n') || upToDate);
        return;
      }
      const applied = await applyMigrations({
        databaseUrl,
        onProgress: (line) => io.writeError(`${line}\n`),
        audit: { id: newId('audit'), operator: getOperator(io, options) },
      });
      const text = applied.length === 0 ? upToDate : `Applied ${applied.length} migrations.`;
      printResult(io, options, { applied }, text);
    });
}
