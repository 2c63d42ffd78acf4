import { postgresAnswers } from '../postgres/answers.ts';
import type { PreparedPostgres } from '../postgres/prepare-postgres.ts';
import { repository } from '../repository.ts';
import type { ProcessSpec } from '../supervise/process-spec.ts';

/** How the supervisor runs our own Postgres. */
export function postgresSpec(prepared: PreparedPostgres, logFile: string): ProcessSpec {
  return {
    name: 'postgres',
    command: prepared.command,
    args: prepared.args,
    env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
    cwd: repository,
    runAs: prepared.runAs,
    ready: () => postgresAnswers(prepared.adminUrl),
    // Fast shutdown: open transactions are rolled back, nothing is lost.
    stopSignal: 'SIGINT',
    logFile,
  };
}
