import { readEnvironment } from '@parley/environment';
import { Command, CommanderError } from 'commander';
import { addApiKeyCommands } from './commands/api-key.ts';
import { addArchiveCommands } from './commands/archive.ts';
import { addDatabaseRolesCommand } from './commands/database-roles.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addEncryptionKeyCommands } from './commands/encryption-key.ts';
import { addEraseBuyerCommand } from './commands/erase-buyer.ts';
import { addExportCommand } from './commands/export.ts';
import { addMerchantCommands } from './commands/merchant.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addOverviewCommand } from './commands/overview.ts';
import { addQueueCommands } from './commands/queue.ts';
import { addReconcileCommand } from './commands/reconcile.ts';
import { addUserCommands } from './commands/user.ts';
import { readerEnvironment } from './env.ts';
import { explainError, explainOutage, isOutage, UsageError } from './errors.ts';
import type { AdminIo } from './io.ts';
import { allowWrites } from './options.ts';

const description = `Operates a Parley installation.

Commands use DATABASE_URL and PARLEY_ENCRYPTION_KEYS. Without them, they use the installation that npm start created in this folder. Every change is audited with the operator's name.

Exit codes: 0 done, 1 failed or found a problem, 2 wrong usage.`;

/** All commands, for their parser and their reference. */
export function createProgram(io: AdminIo): Command {
  const program = new Command('npm run admin --')
    .description(description)
    .exitOverride()
    .configureOutput({ writeOut: io.writeOut, writeErr: io.writeError })
    .showHelpAfterError('Run the command with --help for its options.')
    .helpCommand(false)
    .hook('preAction', (_, command) => void allowWrites(command));
  addMigrateCommand(program, io);
  addDatabaseRolesCommand(program, io);
  addDoctorCommand(program, io);
  addOverviewCommand(program, io);
  addReconcileCommand(program, io);
  addEncryptionKeyCommands(program, io);
  addMerchantCommands(program, io);
  addApiKeyCommands(program, io);
  addUserCommands(program, io);
  addQueueCommands(program, io);
  addExportCommand(program, io);
  addEraseBuyerCommand(program, io);
  addArchiveCommands(program, io);
  return program;
}

/**
 * Runs one command.
 * @returns the exit code: 0 done, 1 failed or found a problem, 2 wrong usage
 */
export async function runAdmin(args: readonly string[], io: AdminIo): Promise<number> {
  try {
    await createProgram(io).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    io.writeError(`${await explain(error, io)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function explain(error: unknown, io: AdminIo): Promise<string> {
  if (!isOutage(error)) return explainError(error);
  const { DATABASE_URL } = readEnvironment(readerEnvironment, io.env);
  const { message, fix } = await explainOutage(error, DATABASE_URL);
  return `${message}. ${fix}`;
}
