import {
  applyMigrations,
  pendingBackfills,
  pendingGrants,
  pendingMigrations,
  runBackfills,
} from '@parley/db/migrations';
import { readEnvironment } from '@parley/environment';
import { newId } from '@parley/operations';
import type { Command } from 'commander';
import { getOperator, printResult } from '../context.ts';
import { migrationEnvironment } from '../env.ts';
import type { AdminIo } from '../io.ts';
import { addWriteOptions, type CommonOptions } from '../options.ts';

const upToDate = 'Every migration is applied.';

interface MigrateOptions extends CommonOptions {
  readonly backfill?: boolean;
}

export function addMigrateCommand(program: Command, io: AdminIo): void {
  addWriteOptions(program.command('migrate'))
    .description('Applies the migrations that the database lacks. Needs DATABASE_URL only.')
    .option(
      '--backfill',
      'also fill new columns of existing rows: once every process runs this version',
    )
    .action(async (options: MigrateOptions) => {
      const { DATABASE_URL: databaseUrl } = readEnvironment(migrationEnvironment, io.env);
      if (options.dryRun) {
        const pending = await pendingMigrations(databaseUrl);
        const grants = await pendingGrants(databaseUrl);
        const text = [...pending, ...grants].join('\n') || upToDate;
        printResult(io, options, { pending, grants }, text);
        return;
      }
      const onProgress = (line: string) => io.writeError(`${line}\n`);
      const applied = await applyMigrations({
        databaseUrl,
        onProgress,
        audit: { id: newId('audit'), operator: getOperator(io, options) },
      });
      const text = applied.length === 0 ? upToDate : `Applied ${applied.length} migrations.`;
      if (options.backfill) {
        const backfilled = await runBackfills({ databaseUrl, onProgress });
        const count = Object.keys(backfilled).length;
        printResult(io, options, { applied, backfilled }, `${text} Finished ${count} backfills.`);
        return;
      }
      const backfills = await pendingBackfills(databaseUrl);
      if (backfills.length > 0)
        onProgress(`Run migrate --backfill once every process runs this version: ${backfills}.`);
      printResult(io, options, { applied }, text);
    });
}
