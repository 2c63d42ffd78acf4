import { readEnvironment } from '@parley/runtime/environment';
import type { Command } from 'commander';
import {
  type Check,
  checkClocks,
  checkEncryptionKeys,
  checkMigrations,
  checkProviders,
  checkQueues,
  checkServer,
} from '../checks.ts';
import { type AdminContext, withContext } from '../context.ts';
import { migrationEnvironment } from '../env.ts';
import { CommandFailure, explainError } from '../errors.ts';
import type { AdminIo } from '../io.ts';
import { addJsonOption, type CommonOptions } from '../options.ts';

export function addDoctorCommand(program: Command, io: AdminIo): void {
  addJsonOption(program.command('doctor'))
    .description('Checks the database, clocks, encryption keys, providers and queues.')
    .action((options: CommonOptions) =>
      withContext(io, options, async (context) => {
        const checks = await runChecks(io, context);
        context.print({ checks }, checks.map(formatCheck).join('\n'));
        const failed = checks.filter(({ status }) => status === 'fail').length;
        if (failed > 0) throw new CommandFailure(`${failed} of ${checks.length} checks failed.`);
      }),
    );
}

async function runChecks(io: AdminIo, context: AdminContext): Promise<Check[]> {
  const server = await runCheck('database', () => checkServer(context));
  // Without a database, every other check would fail for the same reason.
  if (server.some(({ status }) => status === 'fail')) return server;
  const { DATABASE_URL: databaseUrl } = readEnvironment(migrationEnvironment, io.env);
  return [
    ...server,
    ...(await runCheck('migrations', () => checkMigrations(databaseUrl))),
    ...(await runCheck('clocks', () => checkClocks(context))),
    ...(await runCheck('encryption keys', () => checkEncryptionKeys(context))),
    ...(await runCheck('providers', () => checkProviders(context))),
    ...(await runCheck('queues', () => checkQueues(context))),
  ];
}

/** A check that ends with an error has failed and does not stop the others. */
async function runCheck(name: string, check: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await check();
  } catch (error) {
    return [{ name, status: 'fail', message: explainError(error), fix: null }];
  }
}

function formatCheck({ name, status, message, fix }: Check): string {
  const line = `${status.padEnd(4)}  ${name}: ${message}`;
  return fix ? `${line}\n      ${fix}` : line;
}
