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
import { environment } from '../env.ts';
import { CommandFailure, explainError } from '../errors.ts';
import { checkDemo, checkDisk, checkMail } from '../installation-checks.ts';
import type { AdminIo } from '../io.ts';
import { addJsonOption, type CommonOptions } from '../options.ts';
import { parseEmail } from '../parse-email.ts';

interface DoctorOptions extends CommonOptions {
  readonly sendTestMail?: string;
}

export function addDoctorCommand(program: Command, io: AdminIo): void {
  addJsonOption(program.command('doctor'))
    .option('--send-test-mail <email>', 'also send a test email to this address')
    .description(
      'Checks the database, its disk, clocks, encryption keys, providers, queues, email and demo data. Changes nothing.',
    )
    .action((options: DoctorOptions) =>
      withContext(io, options, async (context) => {
        const checks = await runChecks(io, context, options);
        context.print({ checks }, checks.map(formatCheck).join('\n'));
        const failed = checks.filter(({ status }) => status === 'fail').length;
        if (failed > 0) throw new CommandFailure(`${failed} of ${checks.length} checks failed.`);
      }),
    );
}

async function runChecks(
  io: AdminIo,
  context: AdminContext,
  { sendTestMail }: DoctorOptions,
): Promise<Check[]> {
  const env = readEnvironment(environment, io.env);
  const testAddress = sendTestMail && parseEmail(sendTestMail, 'send-test-mail');
  const server = await runCheck('database', () => checkServer(context));
  const email = await runCheck('email', () => checkMail(env, testAddress));
  // Without a database, every check that reads it would fail for the same reason.
  if (server.some(({ status }) => status === 'fail')) return [...server, ...email];
  return [
    ...server,
    ...(await runCheck('migrations', () => checkMigrations(env.DATABASE_URL))),
    ...(await runCheck('clocks', () => checkClocks(context))),
    ...(await runCheck('encryption keys', () => checkEncryptionKeys(context))),
    ...(await runCheck('providers', () => checkProviders(context))),
    ...(await runCheck('queues', () => checkQueues(context))),
    ...(await runCheck('disk', () => checkDisk(context, env.DATABASE_URL))),
    ...email,
    ...(await runCheck('demo data', () => checkDemo(context, env.NODE_ENV))),
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
