import { applyRoles } from '@parley/db/migrations';
import { readEnvironment } from '@parley/environment';
import type { Command } from 'commander';
import { printResult } from '../context.ts';
import { migrationEnvironment } from '../env.ts';
import type { AdminIo } from '../io.ts';
import { addJsonOption, type CommonOptions, dryRunOption } from '../options.ts';

interface RoleOptions extends CommonOptions {
  readonly runRole: string;
  readonly readRole: string;
}

export function addDatabaseRolesCommand(program: Command, io: AdminIo): void {
  addJsonOption(program.command('database-roles').option(...dryRunOption))
    .description(
      'Sets up the PostgreSQL roles with which processes run and people read, and prints the statements. Needs DATABASE_URL of the owner of the tables only. Later migrations update the grants.',
    )
    .option('--run-role <name>', 'role of processes and admin commands', 'parley_run')
    .option('--read-role <name>', 'role that reads everything but credentials', 'parley_read')
    .action(async (options: RoleOptions) => {
      const { DATABASE_URL: databaseUrl } = readEnvironment(migrationEnvironment, io.env);
      const { runRole: run, readRole: read, dryRun = false } = options;
      const roles = { run, read };
      const statements = await applyRoles({ databaseUrl, roles, dryRun });
      const text = statements.map((statement) => `${statement};`).join('\n');
      printResult(io, options, { roles, statements }, text || 'Both roles have what they need.');
    });
}
