import { parseEnvironment, readEnvironment } from '@parley/environment';
import type { Command } from 'commander';
import {
  type Check,
  checkClocks,
  checkEncryptionKeys,
  checkKeyring,
  checkMigrations,
  checkProviders,
  checkQueues,
  checkRole,
  checkServer,
  checkSessions,
  fail,
} from '../checks.ts';
import { type AdminContext, printResult, withContext } from '../context.ts';
import { environment } from '../env.ts';
import { CommandFailure, explainError, explainOutage, isOutage } from '../errors.ts';
import { checkDemo, checkDisk, checkMail, checkWalArchive } from '../installation-checks.ts';
import type { AdminIo } from '../io.ts';
import { checkMachine } from '../offline-checks.ts';
import { addJsonOption, type CommonOptions } from '../options.ts';
import { parseEmail } from '../parse-email.ts';
import { checkConnection, checkSettings } from '../production-checks.ts';

interface DoctorOptions extends CommonOptions {
  readonly sendTestMail?: string;
  readonly allSessions?: boolean;
  readonly production?: boolean;
}

export function addDoctorCommand(program: Command, io: AdminIo): void {
  addJsonOption(program.command('doctor'))
    .option('--send-test-mail <email>', 'also send a test email to this address')
    .option('--all-sessions', 'also compare every session with its attempt and its payments')
    .option(
      '--production',
      'first check whether every process can start in production with this environment',
    )
    .description(
      'Checks the database, its disk and WAL archive, clocks, encryption keys, providers, queues, email and demo data. Changes nothing.',
    )
    .action(async (options: DoctorOptions) => {
      const checks = await (options.production
        ? runProductionChecks(io, options)
        : withContext(io, options, (context) => runChecks(io, context, options)));
      printResult(io, options, { checks }, checks.map(formatCheck).join('\n'));
      const failed = checks.filter(({ status }) => status === 'fail').length;
      if (failed > 0) throw new CommandFailure(`${failed} of ${checks.length} checks failed.`);
    });
}

/** Also runs without valid settings: they are what it reports. */
async function runProductionChecks(io: AdminIo, options: DoctorOptions): Promise<Check[]> {
  const settings = await checkSettings(io.env);
  const { data: env } = parseEnvironment(environment, { ...io.env, NODE_ENV: 'production' });
  if (!env) return settings;
  const connection = await checkConnection(env.DATABASE_URL, io.env);
  const production = { ...io, env: { ...io.env, NODE_ENV: 'production' } };
  const checks = await withContext(production, options, (context) =>
    runChecks(production, context, options),
  );
  return [...settings, ...connection, ...checks];
}

async function runChecks(
  io: AdminIo,
  context: AdminContext,
  { sendTestMail, allSessions }: DoctorOptions,
): Promise<Check[]> {
  const env = readEnvironment(environment, io.env);
  const testAddress = sendTestMail && parseEmail(sendTestMail, 'send-test-mail');
  const server = await runCheck('database', () => checkDatabase(context, env.DATABASE_URL));
  const email = await runCheck('email', () => checkMail(env, testAddress));
  // Without a database, every check that reads it would fail for the same reason.
  if (server.some(({ status }) => status === 'fail')) {
    return [...server, checkKeyring(context), ...(await checkMachine(env)), ...email];
  }
  return [
    ...server,
    ...(await runCheck('migrations', () => checkMigrations(env.DATABASE_URL))),
    ...(await runCheck('database roles', () => checkRole(env.DATABASE_URL, env.NODE_ENV))),
    ...(await runCheck('clocks', () => checkClocks(context))),
    ...(await runCheck('encryption keys', () => checkEncryptionKeys(context))),
    ...(await runCheck('providers', () => checkProviders(context))),
    ...(await runCheck('queues', () => checkQueues(context))),
    ...(allSessions ? await runCheck('sessions', () => checkSessions(context)) : []),
    ...(await runCheck('disk', () => checkDisk(context, env.DATABASE_URL))),
    ...(await runCheck('WAL archive', () => checkWalArchive(context, env.NODE_ENV))),
    ...email,
    ...(await runCheck('demo data', () => checkDemo(context, env.NODE_ENV))),
  ];
}

async function checkDatabase(context: AdminContext, databaseUrl: string): Promise<Check[]> {
  try {
    return await checkServer(context);
  } catch (error) {
    if (!isOutage(error)) throw error;
    const { message, fix } = await explainOutage(error, databaseUrl);
    return [fail('database', message, fix)];
  }
}

/** A check that ends with an error has failed and does not stop the others. */
async function runCheck(name: string, check: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await check();
  } catch (error) {
    const fix = isOutage(error)
      ? 'Run doctor again: the database stopped responding meanwhile.'
      : 'Check the user and database in DATABASE_URL, that every migration is applied, and the log of PostgreSQL.';
    return [fail(name, explainError(error), fix)];
  }
}

function formatCheck({ name, status, message, fix }: Check): string {
  const line = `${status.padEnd(4)}  ${name}: ${message}`;
  return fix ? `${line}\n      ${fix}` : line;
}
